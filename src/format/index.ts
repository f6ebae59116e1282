export * from './blob.js';
export * from './chunks.js';
export * from './growing.js';
export * from './layout.js';
export * from './packing.js';
export * from './reader.js';
export * from './sections.js';
export * from './writer.js';
