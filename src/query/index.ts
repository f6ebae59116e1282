export * from './count/counting.js';
export * from './explain/explanation.js';
export * from './explain/recorder.js';
export * from './explain/trace.js';
export * from './run/among.js';
export * from './run/execute.js';
export * from './run/search.js';
export * from './tree.js';
