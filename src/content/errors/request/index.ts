export * from './catalogue.js';
export * from './correction.js';
export * from './request-error.js';
