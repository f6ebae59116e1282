export * from './disk-error.js';
export * from './faults.js';
export * from './memory.js';
export * from './observed.js';
