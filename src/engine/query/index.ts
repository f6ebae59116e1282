export type { Counted, FieldStatistics } from './count/counting.js';
export { withoutOwn } from './count/own-plans.js';
export * from './explain/costliest.js';
export * from './explain/explanation.js';
export * from './explain/recorder.js';
export * from './explain/spelled.js';
export * from './explain/trace.js';
export * from './query-tree.js';
export * from './run/execute.js';
export * from './run/execute-among.js';
export type { Candidate } from './run/sort-candidates.js';
export { executeSearch, withFirst, withScores } from './search/execute-search.js';
export * from './search/execute-together.js';
export { rankAmong, searchAmong } from './search/search-among.js';
export {
  mergedWords,
  type Searched,
  type SearchedSegment,
  type SearchedWord,
  searchedIn,
  wordsOf,
} from './search/searched.js';
export { shownOf, suggest } from './search/suggest.js';
export { itemsTyped, titlesAmong } from './search/suggest-titles.js';
export { type Ranked, SUGGESTIONS, type Suggestion } from './search/suggestion.js';
export { type Typed, typedIn } from './search/typed-text.js';
