/**
 * The door for add-ons that build or read an export: the build command's parts.
 */
export { type BuildArguments, buildFlags, buildOnce, checkPublished } from './build.js';
export { checkReportPlace, STDOUT } from './build-report.js';
export { shrunkLine } from './build-summary.js';
export { goLive, type Live } from './live.js';
export { progressOn } from './progress.js';
