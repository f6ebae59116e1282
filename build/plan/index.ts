export { type Plan, planExport } from './plan.js';
export { predictLimits } from './predicted-limits.js';
export { RATES } from './rates.js';
export type { SectionLimit } from './section-limits.js';
