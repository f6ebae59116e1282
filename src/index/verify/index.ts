export { checkSegment } from './segment.js';
export * from './snapshot.js';
