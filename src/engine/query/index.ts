export * from './explain/explanation.js';
export * from './explain/recorder.js';
export * from './explain/trace.js';
export * from './query-tree.js';
export { type Counted, type FieldStatistics, withoutOwn } from './run/counting.js';
export * from './run/execute.js';
export {
  executeSearch,
  mergedWords,
  rankAmong,
  type Searched,
  type SearchedSegment,
  type SearchedWord,
  searchAmong,
  searchedIn,
  withFirst,
  withScores,
  wordsOf,
} from './run/execute-search.js';
export * from './run/execute-together.js';
export * from './run/suggest.js';
