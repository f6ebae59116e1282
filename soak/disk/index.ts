export * from './faults.js';
export * from './faults.js';
export * from './faults.js';
export type { Below } from './memory.js';
export * from './memory.js';
