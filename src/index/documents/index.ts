export * from './document-store.js';
export * from './linkage.js';
export { LocalDocuments } from './local-documents.js';
export * from './own-locales.js';
export * from './record-places.js';
