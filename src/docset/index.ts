export * from './arena.js';
export * from './bitset.js';
export { onesIn, plainRoutines } from './plain.js';
export * from './ranked.js';
export * from './routines.js';
export * from './select.js';
