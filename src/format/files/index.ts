export * from './disk-failure.js';
export * from './files.js';
export * from './hash.js';
export * from './package-root.js';
export * from './transfer.js';
export * from './watch.js';
