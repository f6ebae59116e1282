export * from './blob.js';
export { BlockCache } from './blocks/block-cache.js';
export * from './blocks/block-hashes.js';
export * from './blocks/block-sums.js';
// Former names, for callers that are yet to be renamed.
export {
  type PagedChunk,
  type PagedChunk as LeftChunk,
  pagedRecordLength,
  pagedRecordLength as leftLength,
} from './blocks/paged-blob.js';
export type { PagedFile as LeftFile } from './blocks/pages.js';
export { type PagedFile, Pages } from './blocks/pages.js';
export { UnreadableBlock } from './blocks/read-blocks.js';
export { BlocksAbsent } from './blocks/wanted.js';
export * from './growing/growing-arrays.js';
export * from './growing/growing-records.js';
export * from './growing/sections.js';
export { narrowestArray as narrow } from './growing/sections.js';
export * from './layout.js';
export * from './leases.js';
export type { ExpectedFile as PromisedFile } from './reading/head.js';
export { checkVersion, type ExpectedFile } from './reading/head.js';
export * from './reading/partial.js';
export * from './reading/reader.js';
export * from './reading/segment-bytes.js';
export * from './sections.js';
export * from './values/binary-search.js';
export { containsAscending as holds } from './values/binary-search.js';
export * from './values/json-record.js';
export { parseRecord as recordIn } from './values/json-record.js';
export * from './values/packing.js';
export * from './values/varint.js';
export * from './writer.js';
