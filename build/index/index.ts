export { GramTables } from './grams.js';
export type { LinkReporter, ResolvedTarget } from './links.js';
export { type BuiltType, TypeBuilder } from './type-builder.js';
