export * from './changes.js';
export * from './choose.js';
export * from './model.js';
export { openPair, type SnapshotPair } from './pair.js';
export { findPurge, type Purge } from './purge.js';
export { EVERYTHING, type PurgePaths } from './purge-paths.js';
// Former names, for callers that are yet to be renamed.
export {
  type ComparableContent,
  type ComparableContent as Compared,
  comparableSnapshot,
  comparableSnapshot as comparedSnapshot,
} from './side.js';
export * from './types.js';
