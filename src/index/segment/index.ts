export * from './fields.js';
export * from './ids.js';
export * from './local-segments.js';
export * from './locales.js';
export * from './names.js';
export * from './populated.js';
export * from './segment.js';
export * from './stamps.js';
