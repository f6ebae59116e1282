export * from './arena.js';
export * from './bitset.js';
export * from './budget.js';
export { countOnes, plainRoutines } from './plain-routines.js';
export * from './routines.js';
export * from './select.js';
