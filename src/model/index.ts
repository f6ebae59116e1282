export * from './content.js';
export * from './identifiers.js';
export * from './instant.js';
export * from './limits.js';
export * from './operators.js';
export * from './read.js';
export * from './units.js';
export * from './uri.js';
