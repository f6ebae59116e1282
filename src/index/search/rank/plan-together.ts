/**
 * Plans a search of several content types as if their items were of one type.
 *
 * Matched words, their rarity, and the number of words that an item must match are decided over all types, so that scores of
 * different types are comparable; only average field lengths are per type. These values are not stored, because segments are
 * reused between snapshots: the counts of a word's lists are added up at query time.
 */
import type { Budget } from '../../docset/index.js';
import { expand } from '../match/expand.js';
import { type Expansion, isOtherWord, isTypo } from '../match/matches.js';
import type { SearchIndex } from '../search-index.js';
import type { SearchQuery, SearchWord } from '../words/search-query.js';
import { getWordReader, type WordReader } from '../words/word-reader.js';
import { type PlannedSearch, planSearch } from './evaluate.js';
import { readPhraseFilters } from './phrase-filters.js';
import { computeRarity, matchCountBound, stemCountBound } from './score-word.js';

/** A content type that is searched together with others. */
export interface SearchedType {
  readonly index: SearchIndex;
  /** Weight of its items, relative to the other types. */
  readonly weight: number;
}

/**
 * @param types at least one; a single type is planned by planSearch
 * @returns one plan per type, in the same order
 * Cost: planSearch for each type; typing errors are considered only for words that no type has.
 */
export function planTogether(
  types: readonly SearchedType[],
  query: SearchQuery,
  budget?: Budget,
): readonly PlannedSearch[] {
  const [firstType, secondType] = types;
  if (firstType !== undefined && secondType === undefined) return [planSearch(firstType.index, query, budget)];
  const reader = getWordReader(query.language, query.tuning);
  const words = query.words.map((word) => withFactors(types, expandAll(types, word, reader, query.isLong, budget)));
  const isMatched = words.map((expansions) => expansions.some(hasMatches));
  return types.map(({ index }, typeIndex) => {
    const expansions = words.map((wordExpansions) => wordExpansions[typeIndex]!);
    return {
      expansions,
      matched: expansions.filter((_, word) => isMatched[word]),
      isLong: query.isLong,
      demandsAll: query.demandsAll,
      filters: readPhraseFilters(index, query, reader),
    };
  });
}

const hasMatches = ({ matches }: Expansion): boolean => matches.length > 0;
const hasTypo = ({ matches }: Expansion): boolean => matches.some(isTypo);

/** If one type has the word, it is not corrected in the other types, unless that type lists it as a likely misspelling. */
function expandAll(
  types: readonly SearchedType[],
  word: SearchWord,
  reader: WordReader,
  isLong: boolean,
  budget: Budget | undefined,
): readonly Expansion[] {
  const expansions = types.map(({ index }) => expand(index, word, reader, isLong, budget, false));
  if (expansions.some(hasMatches) && !expansions.some(hasTypo)) return expansions;
  return expansions.map((expansion, typeIndex) =>
    hasMatches(expansion) ? expansion : expand(types[typeIndex]!.index, word, reader, isLong, budget),
  );
}

/** Adds the score factor of each type: the word's rarity among all items times the type's weight relative to the greatest. */
function withFactors(types: readonly SearchedType[], expansions: readonly Expansion[]): readonly Expansion[] {
  const greatestWeight = Math.max(...types.map(({ weight }) => weight));
  const size = types.reduce((sum, { index }) => sum + index.docCount, 0);
  const isWord =
    expansions.some(({ matches }) => matches[0]?.kind === 'word') &&
    !expansions.some(({ matches }) => matches.some(isOtherWord));
  const count = expansions.reduce((sum, expansion, typeIndex) => {
    const { index } = types[typeIndex]!;
    return sum + (isWord ? stemCountBound(index, expansion) : matchCountBound(index, expansion));
  }, 0);
  const rarityOfWord = computeRarity(Math.min(size, count), size);
  return expansions.map((expansion, typeIndex) => ({
    ...expansion,
    factor: Math.max(1, Math.round((rarityOfWord * types[typeIndex]!.weight) / greatestWeight)) * expansion.word.times,
  }));
}
