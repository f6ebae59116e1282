export * from './among.js';
export * from './execute.js';
export * from './tree.js';
