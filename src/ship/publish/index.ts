// Former names, for callers that are yet to be renamed.
export { LOCK_NAME, makeFolderDurably, makeFolderDurably as makeDurably, removeLeftovers } from './leftovers.js';
export * from './link-or-copy.js';
export { FolderLock } from './lock.js';
export * from './place.js';
export * from './retention.js';
export { removeOldSnapshots as removeOld } from './retention.js';
export * from './rollback.js';
export * from './tidy.js';
