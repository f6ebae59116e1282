export * from './documents.js';
export * from './local-documents.js';
