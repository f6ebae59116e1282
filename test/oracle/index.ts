/**
 * The oracle: what a space must answer, worked out in the slowest and plainest way from the contract alone.
 *
 * `evaluate` answers a query, `expectedDocument` a request, `expectedComplexity` its score; `writeExport` hands the
 * same content to a build. Random spaces and requests: `arbitraries/`.
 */
export * from './addresses.js';
export * from './columns.js';
export * from './complexity.js';
export * from './dataset.js';
export * from './document.js';
export * from './evaluate.js';
export * from './export.js';
export * from './values.js';
