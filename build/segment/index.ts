export type { FindEarlierColumn } from './begin-column.js';
export { createBuildContext, createBuildPool } from './create-workshop.js';
export { BlockCache } from './known-blocks.js';
export { readItems } from './read-items.js';
export { type BuiltType, TypeBuilder } from './type-builder.js';
export { TypeChecker } from './type-checker.js';
