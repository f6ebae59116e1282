export * from './count/counting.js';
export * from './explain/explanation.js';
export * from './explain/recorder.js';
export * from './explain/trace.js';
export * from './query-tree.js';
export * from './run/execute.js';
export * from './run/execute-among.js';
export * from './run/execute-search.js';
