/**
 * Reports a planned search to the trace: the posting lists that match each word, phrase and excluded phrase.
 */
import {
  listPhraseStems,
  type Phrase,
  type PhraseFilters,
  type PhraseWord,
  type PlannedSearch,
  type SearchIndex,
  type SearchQuery,
} from '../../../index/search/index.js';
import type { TypeSegment } from '../../../index/segment/index.js';
import type { PhraseKind, SearchedWordLists, Trace } from './trace.js';

export function traceSearch(
  segment: Pick<TypeSegment, 'type'>,
  index: SearchIndex,
  { expansions, filters }: PlannedSearch,
  query: SearchQuery,
  trace: Trace,
): void {
  const words = expansions.map(({ word, matches }) => ({
    word: word.text,
    lists: matches.map(({ list, kind }) => ({ kind, size: index.count(list) })),
  }));
  trace.searched(segment, filters === undefined ? words : [...words, ...phraseLists(index, filters, query)]);
}

function phraseLists(
  index: SearchIndex,
  { required, excluded }: PhraseFilters,
  query: SearchQuery,
): SearchedWordLists[] {
  const listsOfPhrase = (words: readonly PhraseWord[], sign: string, kind: PhraseKind, phrase: Phrase | undefined) => ({
    word: `${sign}"${words.map(({ text }) => text).join(' ')}"`,
    lists:
      phrase === undefined
        ? []
        : listPhraseStems(index, phrase)
            .flat()
            .map((stem) => ({ kind, size: index.count(stem) })),
  });
  const kind = index.tables.positions === undefined ? 'anywhere' : 'together';
  return [
    ...query.phrases.map((words, number) => listsOfPhrase(words, '', kind, required?.[number])),
    ...query.excluded.map((words, number) => listsOfPhrase(words, '-', 'excluded', excluded[number])),
  ];
}
