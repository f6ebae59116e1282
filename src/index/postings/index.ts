export * from './quantiles.js';
export * from './runs.js';
