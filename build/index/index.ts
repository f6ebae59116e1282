export type { LinkReporter, ResolvedTarget } from './links.js';
export { readItems } from './read-items.js';
export { Scratch } from './scratch/scratch.js';
export { type BuiltType, TypeBuilder } from './type-builder.js';
export { createWorkshop, type Workshop } from './workshop.js';
