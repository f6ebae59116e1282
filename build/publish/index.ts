export * from './build.js';
export type * from './report.js';
