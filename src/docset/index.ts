export * from './bitset.js';
export * from './select.js';
