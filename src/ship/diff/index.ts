export * from './changes.js';
export * from './choose.js';
export * from './model.js';
export { openPair, type SnapshotPair } from './pair.js';
export { findPurge, type Purge } from './purge.js';
export { EVERYTHING, type PurgePaths } from './purge-paths.js';
export { type ComparableContent, comparableSnapshot } from './side.js';
export * from './types.js';
