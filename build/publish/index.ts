export * from './build.js';
export type * from './report.js';
export { MAX_SHRINK_PERCENT, type ShrunkType } from './shrink.js';
