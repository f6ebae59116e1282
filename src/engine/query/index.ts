export type { Counted, FieldStatistics } from './count/counting.js';
export { withoutConditionsOn } from './count/own-plans.js';
export * from './explain/condition-text.js';
export * from './explain/costliest.js';
export * from './explain/explanation.js';
export * from './explain/recorder.js';
export * from './explain/trace.js';
export * from './query-tree.js';
export * from './run/execute.js';
export * from './run/execute-among.js';
export type { Candidate } from './run/sort-candidates.js';
export { executeSearch, withPinned, withScores } from './search/execute-search.js';
export * from './search/execute-together.js';
export { rankAmong, searchAmong } from './search/search-among.js';
export {
  matchedWords,
  mergeWords,
  type SearchDetails,
  type SearchedSegment,
  type SearchedWord,
  searchDetails,
} from './search/searched.js';
export { shortlist, suggest } from './search/suggest.js';
export { itemsWithTypedWords, matchingTitles } from './search/suggest-titles.js';
export { type RankedSuggestion, SUGGESTIONS_MAXIMUM, type Suggestion } from './search/suggestion.js';
export { readTyped, type TypedText } from './search/typed-text.js';
