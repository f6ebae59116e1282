export { buildDictionary, type Dictionary } from './dictionary.js';
export { type RecordRange, rangesOf, sortedBytes, sortRecords } from './external.js';
export { eachInOrder } from './merge.js';
export { buildRuns, type ValueRuns } from './posting-lists.js';
export { concatenatedRecords, RUN_COPIES, runJob } from './run.js';
export { type NumberedRun, RunFile, type RunReader, windowBytesPerRun } from './run-file.js';
