export * from './errors.js';
export * from './import-sources.js';
export * from './request/index.js';
export * from './shell-word.js';
export * from './suggest.js';
