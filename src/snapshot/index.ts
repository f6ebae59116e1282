export * from './current.js';
export * from './inspect.js';
export * from './manifest.js';
export * from './open.js';
export * from './paths.js';
export * from './rollback.js';
export * from './space.js';
export * from './verify.js';
