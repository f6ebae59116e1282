export type { Choice } from './choice.js';
export * from './choose.js';
export * from './count.js';
export * from './table.js';
export * from './thresholds.js';
