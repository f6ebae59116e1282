export * from './among.js';
export * from './execute.js';
export * from './explanation.js';
export * from './recorder.js';
export * from './search.js';
export * from './trace.js';
export * from './tree.js';
