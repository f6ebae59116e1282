export { BlockCache } from './block-cache.js';
export { createBuildContext, createBuildPool } from './create-context.js';
export type { EarlierType } from './earlier/index.js';
export { readItems } from './read-items.js';
export { type BuiltType, TypeBuilder } from './type-builder.js';
export { TypeChecker } from './type-checker.js';
