export { type BoundMet, boundsAhead, type Plan, planExport } from './plan.js';
export { RATES } from './rates.js';
