export { createWorkshop } from './create-workshop.js';
export type { LinkReporter, ResolvedTarget } from './links.js';
export { readItems } from './read-items.js';
export { Scratch } from './scratch/scratch.js';
export type { Workshop } from './threads/workshop.js';
export { type BuiltType, TypeBuilder } from './type-builder.js';
