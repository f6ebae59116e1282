export { findRule as ruleOf } from './kinds.js';
export { checkSegment } from './segment.js';
export * from './snapshot.js';
