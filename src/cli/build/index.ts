/**
 * The door for add-ons that build or read an export: parts of the build command.
 */
export { type BuildArguments, buildFlags, checkPublished, importAndBuild } from './build.js';
export { checkReportPath, STDOUT_PATH } from './build-report.js';
export { shrunkLine } from './build-summary.js';
export { type RepeatedWork, repeatOnChange } from './live.js';
export { createProgress } from './progress.js';
