export { findRule } from './kinds.js';
export { checkSegment } from './segment.js';
export * from './snapshot.js';
