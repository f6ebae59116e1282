export { limitsAhead } from './bounds-ahead.js';
export { type Plan, planExport } from './plan.js';
export { RATES } from './rates.js';
export type { SectionLimit } from './section-bounds.js';
