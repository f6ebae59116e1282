/**
 * The oracle: the answers of a space, computed from the contract in the slowest and simplest way.
 *
 * `evaluate` answers a query, `expectedDocument` a request, `expectedComplexity` its score; `writeExport` writes the
 * content for a build. Random spaces and requests: `arbitraries/`.
 */

export * from './answers/columns.js';
export * from './answers/evaluate.js';
export * from './content/dataset.js';
export * from './content/export.js';
export * from './content/values.js';
export * from './documents/addresses.js';
export * from './documents/complexity.js';
export * from './documents/document.js';
