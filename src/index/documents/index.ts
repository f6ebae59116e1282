export * from './documents.js';
export * from './linkage.js';
export * from './local-documents.js';
export * from './own-locales.js';
