export { buildRuns, type RecordRange, type RunsOut, rangesOf, sortedBytes, sortRecords } from './external.js';
export { eachInOrder, type NumberedRun, RunFile, type RunReader, windowOf } from './merge.js';
export { buildDictionary, type Dictionary, oneBehindTheOther, RUN_COPIES, runJob } from './run.js';
