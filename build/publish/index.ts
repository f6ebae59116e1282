export { readExportModel } from '../read/index.js';
export * from './build.js';
export * from './check.js';
export * from './lean.js';
export type * from './report.js';
export { failureReport } from './report.js';
export { MAX_SHRINK_PERCENT, type Shrunk, shrunkSince } from './shrink.js';
export type { Judge } from './snapshot-writer.js';
