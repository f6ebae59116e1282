export * from './catalogue.js';
export * from './request-error.js';
