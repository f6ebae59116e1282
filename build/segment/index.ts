export type { EarlierTexts } from './begin-column.js';
export { createBuildPool, createWorkshop } from './create-workshop.js';
export { KnownBlocks } from './known-blocks.js';
export { readItems } from './read-items.js';
export { type BuiltType, TypeBuilder } from './type-builder.js';
export { TypeChecker } from './type-checker.js';
