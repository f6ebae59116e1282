export type { CountedColumn } from './column-counts.js';
export { distributeJob } from './distribute.js';
export { type EarlierTerms, findTermChanges, renumberJob, type TermChanges } from './earlier/index.js';
export { frequentNodesJob } from './frequent-nodes.js';
export { countJob } from './plan/counting.js';
export { batchJob } from './sort/sort-batch.js';
export { SUFFIX_BYTES, substringSections } from './substring-sections.js';
export { type Encoding, encode, newSuffixText, TextCodes } from './text/index.js';
