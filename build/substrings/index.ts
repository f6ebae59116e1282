export type { CountedColumn } from './column-counts.js';
export { distributeJob } from './distribute/distribute.js';
export { countJob } from './plan/counting.js';
export { batchJob, SUFFIX_BYTES } from './sort/sort-batch.js';
export { substringSections } from './substring-sections.js';
export { TextCodes } from './text/codes.js';
export { type Encoding, encode } from './text/encoding.js';
export { newSuffixText } from './text/text.js';
