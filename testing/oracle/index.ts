/**
 * The oracle: what a space must answer, worked out in the slowest and plainest way from the contract alone.
 *
 * `evaluate` answers a query, `expectedDocument` a request, `expectedComplexity` its score; `writeExport` hands the
 * same content to a build. Random spaces and requests: `arbitraries/`.
 */

export * from './answers/columns.js';
export * from './answers/evaluate.js';
export * from './content/dataset.js';
export * from './content/export.js';
export * from './content/values.js';
export * from './documents/addresses.js';
export * from './documents/complexity.js';
export * from './documents/document.js';
