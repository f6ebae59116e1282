export * from './choose.js';
export * from './model.js';
export { openPair, type SnapshotPair } from './pair.js';
export { EVERYTHING, findPurge, type Purge, type PurgePaths } from './purge.js';
export { type Compared, comparedSnapshot } from './side.js';
export * from './types.js';
