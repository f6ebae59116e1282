/**
 * Choices of ranked search: which items match the words, and how well (src/engine/query/search, src/index/search).
 */
import type { Choice } from '../choice.js';

export const SEARCH_CHOICES = {
  'search.page': {
    file: 'src/engine/query/search/execute-search.ts',
    ways: ['ranked', 'all'],
    decidedBy: 'size',
    description: 'the first page of a search is found from what is stored of its words, or from all that answers',
  },
  'search.together': {
    file: 'src/engine/query/search/execute-together.ts',
    ways: ['ranked', 'all'],
    decidedBy: 'size',
    description: 'the same of a search of several types',
  },
  'search.word': {
    file: 'src/index/search/rank/rank-stored.ts',
    ways: ['stored', 'weighed'],
    decidedBy: 'size',
    description: 'the best items of a word are stored, or selected from its list',
  },
  'search.enough': {
    file: 'src/index/search/rank/evaluate.ts',
    ways: ['stop', 'whole'],
    decidedBy: 'size',
    description: 'items with all words are no longer looked for once they are too few, or all are found',
  },
  'search.all': {
    file: 'src/index/search/rank/evaluate.ts',
    ways: ['narrow', 'common'],
    decidedBy: 'cost',
    description: 'a further word is looked for in the items so far, or its own items are compared with them',
  },
  'search.lists': {
    file: 'src/index/search/rank/score-word.ts',
    ways: ['pairs', 'sums'],
    decidedBy: 'size',
    description: 'the lists of a word are put together two by two, or by a sum for each item',
  },
  'search.sum': {
    file: 'src/index/search/rank/any-word.ts',
    ways: ['read', 'weigh'],
    decidedBy: 'size',
    description: 'a word with one list is added up as it is read, or weighed first',
  },
  'search.best': {
    file: 'src/index/search/rank/best-window.ts',
    ways: ['keep', 'select'],
    decidedBy: 'size',
    description: 'the best items are kept while others pass by, or selected by their ranks',
  },
  'search.find': {
    file: 'src/index/search/rank/list-search.ts',
    ways: ['leap', 'step'],
    decidedBy: 'size',
    description: 'items are looked for in a longer list by leaps, or step by step',
  },
  'complete.words': {
    file: 'src/index/search/match/complete.ts',
    ways: ['stored', 'counted'],
    decidedBy: 'size',
    description: 'the most frequent words of a beginning are stored, or counted',
  },
  'suggest.best': {
    file: 'src/engine/query/search/suggest-titles.ts',
    ways: ['stored', 'read'],
    decidedBy: 'size',
    description: 'the best items of a typed word are stored, or selected from its list',
  },
} as const satisfies Readonly<Record<string, Choice>>;
