export * from './check.js';
export * from './fields.js';
export * from './ids.js';
export * from './names.js';
export * from './populated.js';
export * from './segment.js';
export * from './stamps.js';
