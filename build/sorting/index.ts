export { buildRuns, type RunsOut } from './docs-by-value.js';
export { type RecordRange, rangesOf, sortedBytes, sortRecords } from './external.js';
export { buildDictionary, type Dictionary } from './in-memory.js';
export { eachInOrder } from './merge.js';
export { oneBehindTheOther, RUN_COPIES, runJob } from './run.js';
export { type NumberedRun, RunFile, type RunReader, windowOf } from './run-file.js';
