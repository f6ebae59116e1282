/**
 * Choices of ranked search: which items match the words, and how well (src/engine/query/search, src/index/search).
 */
import type { Choice } from '../choice.js';

export const SEARCH_CHOICES = {
  'search.page': {
    file: 'src/engine/query/search/execute-search.ts',
    ways: ['ranked', 'all'],
    decidedBy: 'size',
    description: 'find the first page of a search from the stored best items of its words, or from all matching items',
  },
  'search.together': {
    file: 'src/engine/query/search/execute-together.ts',
    ways: ['ranked', 'all'],
    decidedBy: 'size',
    description: 'search of several types: find the first page from stored best items, or from all matching items',
  },
  'search.word': {
    file: 'src/index/search/rank/rank-word.ts',
    ways: ['stored', 'weighed'],
    decidedBy: 'size',
    description: 'read the stored best items of a word, or select them from its list',
  },
  'search.enough': {
    file: 'src/index/search/rank/evaluate.ts',
    ways: ['stop', 'whole'],
    decidedBy: 'size',
    description: 'items with all words: stop once they are certainly too few, or find all',
  },
  'search.all': {
    file: 'src/index/search/rank/evaluate.ts',
    ways: ['narrow', 'common'],
    decidedBy: 'cost',
    description: 'next word of a search: look it up for the items so far, or intersect its list with them',
  },
  'search.lists': {
    file: 'src/index/search/rank/score-word.ts',
    ways: ['pairs', 'sums'],
    decidedBy: 'size',
    description: 'unite the lists of a word two at a time, or by one sum per item',
  },
  'search.sum': {
    file: 'src/index/search/rank/any-word.ts',
    ways: ['read', 'weigh'],
    decidedBy: 'size',
    description: 'word with one list: add its scores while the list is read, or compute them first',
  },
  'search.best': {
    file: 'src/index/search/rank/best-window.ts',
    ways: ['keep', 'select'],
    decidedBy: 'size',
    description: 'find the best items by insertion, or select them by rank',
  },
  'search.find': {
    file: 'src/index/search/rank/list-search.ts',
    ways: ['leap', 'step'],
    decidedBy: 'size',
    description: 'search a longer list for items by leaps, or step by step',
  },
  'complete.words': {
    file: 'src/index/search/match/complete.ts',
    ways: ['stored', 'counted'],
    decidedBy: 'size',
    description: 'read the stored most frequent words of a prefix, or count them',
  },
  'suggest.best': {
    file: 'src/engine/query/search/suggest-titles.ts',
    ways: ['stored', 'read'],
    decidedBy: 'size',
    description: 'suggestions: read the stored best items of a typed word, or select them from its list',
  },
} as const satisfies Readonly<Record<string, Choice>>;
