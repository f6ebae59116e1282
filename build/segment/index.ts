export type { LinkReporter, ResolvedTarget } from '../columns/link-column.js';
export { Scratch } from '../work/scratch/scratch.js';
export type { Workshop } from '../work/workshop.js';
export { createWorkshop } from './create-workshop.js';
export { readItems } from './read-items.js';
export { type BuiltType, TypeBuilder } from './type-builder.js';
