export * from './documents.js';
export * from './linkage.js';
