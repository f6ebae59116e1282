export * from './faults.js';
export * from './memory.js';
