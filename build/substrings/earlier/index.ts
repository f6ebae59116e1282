export type { EarlierColumn } from './earlier-tree.js';
export { type PatchWork, patchTree } from './patch-tree.js';
export { renumberJob } from './renumber.js';
