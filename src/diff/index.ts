export * from './choose.js';
export * from './model.js';
export { openPair, type SnapshotPair } from './pair.js';
export * from './types.js';
