export { buildDictionary, type Dictionary } from './dictionary.js';
export { divideRecords, type KnownOrder, type RecordRange, sortedBytes, sortRecords } from './external-sort.js';
export { knownOrderJob } from './known-order.js';
export { visitInOrder } from './merge-runs.js';
export { buildRuns, type ValueRuns } from './posting-lists.js';
export { type NumberedRun, RunFile, type RunReader, windowBytesPerRun } from './run-file.js';
export { concatenatedRecords, RUN_COPIES, runJob } from './sort-run.js';
