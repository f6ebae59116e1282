/**
 * The door for add-ons that build or read an export: parts of the build command.
 */
export { type BuildArguments, buildFlags } from './build-options.js';
export { checkReportPath, STDOUT_PATH } from './build-report.js';
export { shrunkLine } from './build-summary.js';
export { checkPublished } from './check-published.js';
export { importAndBuild } from './import-and-build.js';
export { type RepeatedWork, repeatOnChange } from './live.js';
export { createProgress } from './progress.js';
