/**
 * Reports a planned search to the trace: the posting lists that match each word, phrase and excluded phrase, and the items that
 * titles lift.
 */
import {
  listPhraseStems,
  type Phrase,
  type PhraseFilters,
  type PhraseWord,
  type PlannedSearch,
  type PlannedTitles,
  type SearchIndex,
  type SearchQuery,
} from '../../../index/search/index.js';
import type { TypeSegment } from '../../../index/segment/index.js';
import type { PhraseKind, SearchedWordLists, Trace } from './trace.js';

export function traceSearch(
  segment: Pick<TypeSegment, 'type'>,
  index: SearchIndex,
  { expansions, matched, filters, titles }: PlannedSearch,
  query: SearchQuery,
  trace: Trace,
): void {
  const quotations = matched.filter((expansion) => !expansions.includes(expansion));
  const words = [...expansions, ...quotations].map(({ word, matches }) => ({
    word: word.text,
    lists: matches.map(({ list, kind }) => ({ kind, size: index.count(list) })),
  }));
  const phrases = filters === undefined ? [] : phraseLists(index, filters, query);
  trace.searched(segment, [...words, ...phrases, ...titleLists(titles, query)]);
}

/** @returns the items that titles lift; nothing if there are none */
function titleLists(titles: PlannedTitles | undefined, { typed }: SearchQuery): SearchedWordLists[] {
  if (titles === undefined) return [];
  const lists = [
    { kind: 'wholeTitle' as const, size: titles.whole.length },
    { kind: 'title' as const, size: titles.sideBySide.length },
  ];
  return [{ word: typed.join(' '), lists: lists.filter(({ size }) => size > 0) }];
}

function phraseLists(
  index: SearchIndex,
  { required, excluded }: PhraseFilters,
  query: SearchQuery,
): SearchedWordLists[] {
  const requiredKind = index.tables.positions === undefined ? 'anywhere' : 'together';
  return [
    ...query.phrases.map((words, phraseIndex) => ({
      word: quoteWords(words),
      lists: listStems(index, required?.[phraseIndex] ?? [], requiredKind),
    })),
    ...query.excluded.map((words, phraseIndex) => ({
      word: `-${quoteWords(words)}`,
      lists: listStems(index, excluded[phraseIndex] ?? [], 'excluded'),
    })),
  ];
}

const quoteWords = (words: readonly PhraseWord[]): string => `"${words.map(({ text }) => text).join(' ')}"`;

/** @returns the posting lists of all stems of the phrase in its spellings; none for a phrase whose words are not in the index */
function listStems(index: SearchIndex, spellings: readonly Phrase[], kind: PhraseKind): SearchedWordLists['lists'] {
  const stems = new Set(spellings.flatMap((phrase) => listPhraseStems(index, phrase).flat()));
  return Array.from(stems, (stem) => ({ kind, size: index.count(stem) }));
}
