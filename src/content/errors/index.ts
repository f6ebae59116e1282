export * from './catalogue.js';
export * from './errors.js';
export * from './suggest.js';
