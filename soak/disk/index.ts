export * from './disk-error.js';
export * from './faults.js';
export * from './memory.js';
export type { Below } from './nodes.js';
export * from './observed.js';
