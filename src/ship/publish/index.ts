export { LOCK_NAME, makeFolderDurably, removeLeftovers } from './leftovers.js';
export * from './link-or-copy.js';
export { FolderLock } from './lock.js';
export * from './place-snapshot.js';
export * from './retention.js';
export * from './rollback.js';
export * from './tidy-folder.js';
