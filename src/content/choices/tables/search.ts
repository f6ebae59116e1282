/**
 * Choices of ranked search: which items match the words, and how well (src/engine/query/search, src/index/search).
 */
import type { Choice } from '../choice.js';

export const SEARCH_CHOICES = {
  'search.page': {
    where: 'src/engine/query/search/execute-search.ts',
    ways: ['ranked', 'all'],
    by: 'size',
    says: 'the first page of a search is found from what is stored of its words, or from all that answers',
  },
  'search.together': {
    where: 'src/engine/query/search/execute-together.ts',
    ways: ['ranked', 'all'],
    by: 'size',
    says: 'the same of a search of several types',
  },
  'search.word': {
    where: 'src/index/search/rank/ranked-first.ts',
    ways: ['stored', 'weighed'],
    by: 'size',
    says: 'the best items of a word are stored, or selected from its list',
  },
  'search.enough': {
    where: 'src/index/search/rank/evaluate.ts',
    ways: ['stop', 'whole'],
    by: 'size',
    says: 'items with all words are no longer looked for once they are too few, or all are found',
  },
  'search.all': {
    where: 'src/index/search/rank/evaluate.ts',
    ways: ['narrow', 'common'],
    by: 'cost',
    says: 'a further word is looked for in the items so far, or its own items are compared with them',
  },
  'search.lists': {
    where: 'src/index/search/rank/weigh.ts',
    ways: ['pairs', 'sums'],
    by: 'size',
    says: 'the lists of a word are put together two by two, or by a sum for each item',
  },
  'search.sum': {
    where: 'src/index/search/rank/summed.ts',
    ways: ['read', 'weigh'],
    by: 'size',
    says: 'a word with one list is added up as it is read, or weighed first',
  },
  'search.best': {
    where: 'src/index/search/rank/best.ts',
    ways: ['keep', 'select'],
    by: 'size',
    says: 'the best items are kept while others pass by, or selected by their ranks',
  },
  'search.find': {
    where: 'src/index/search/rank/finder.ts',
    ways: ['leap', 'step'],
    by: 'size',
    says: 'items are looked for in a longer list by leaps, or step by step',
  },
  'complete.words': {
    where: 'src/index/search/match/complete.ts',
    ways: ['stored', 'counted'],
    by: 'size',
    says: 'the most frequent words of a beginning are stored, or counted',
  },
  'suggest.best': {
    where: 'src/engine/query/search/suggest-titles.ts',
    ways: ['stored', 'read'],
    by: 'size',
    says: 'the best items of a typed word are stored, or selected from its list',
  },
} as const satisfies Readonly<Record<string, Choice>>;
