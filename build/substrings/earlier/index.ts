export { type EarlierTerms, isCheaperToPatch, type PatchWork, patchTree } from './patch-tree.js';
export { renumberJob } from './renumber.js';
export { findTermChanges, type TermChanges } from './term-changes.js';
