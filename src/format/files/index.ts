export * from './coalesce.js';
// Former names, for callers that are yet to be renamed.
export { coalesced as joined } from './coalesce.js';
export * from './disk-failure.js';
export * from './early-sync.js';
export * from './files.js';
export * from './folder-state.js';
export { contentState as stateOf } from './folder-state.js';
export * from './hash.js';
export * from './package-root.js';
export * from './transfer.js';
export * from './watch.js';
export * from './whole-files.js';
export { readSmallFile as readWhole, writeNewFile as writeWhole } from './whole-files.js';
