export type { Choice } from './choice.js';
// Former names, for callers that are yet to be renamed.
export type { ChoiceOverrides as Installed } from './choose.js';
export * from './choose.js';
export * from './count.js';
export * from './table.js';
export * from './thresholds.js';
