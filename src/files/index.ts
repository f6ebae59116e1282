export * from './files.js';
export * from './transfer.js';
