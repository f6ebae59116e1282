export * from './choose-quantiles.js';
export * from './quantiles.js';
export * from './runs.js';
