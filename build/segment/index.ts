export { BlockCache } from './block-cache.js';
export { createBuildContext, createBuildPool } from './create-context.js';
export { readItems } from './read-items.js';
export type { FindEarlierColumn } from './start-column.js';
export { type BuiltType, TypeBuilder } from './type-builder.js';
export { TypeChecker } from './type-checker.js';
