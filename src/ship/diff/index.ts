export * from './changes.js';
export * from './choose-pair.js';
export * from './compare-models.js';
export * from './compare-types.js';
export { openPair, type Snapshot, type SnapshotPair } from './pair.js';
export { findPurge, type Purge } from './purge.js';
export { EVERYTHING, type PurgePaths } from './purge-paths.js';
export { type ComparableContent, openComparable as comparableSnapshot } from './type-content.js';
