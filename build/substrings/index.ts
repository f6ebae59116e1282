export type { CountedColumn } from './column-counts.js';
export { distributeJob } from './distribute.js';
export { countJob } from './plan/counting.js';
export { batchJob } from './sort/sort-batch.js';
export { SUFFIX_BYTES, substringSections } from './substring-sections.js';
export { type Encoding, encode, TextCodes } from './text/codes.js';
export { newSuffixText } from './text/text.js';
