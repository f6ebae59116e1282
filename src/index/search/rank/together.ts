/**
 * Several types searched as if all their items were of one: which words are found, how rare each is, and how many of them
 * an item must answer is decided over all types, so that scores of different types can be compared. Only how long a field
 * usually is, is each type's own, as its fields are.
 *
 * Segments are linked from one snapshot to the next, so that nothing of this is stored: the counts of a word's lists are
 * added up when it is asked for.
 */
import type { Budget } from '../../docset/index.js';
import { type Expansion, expand, isMistake, standsIn } from '../match/expand.js';
import type { SearchIndex } from '../search-index.js';
import type { SearchQuery, SearchWord } from '../words/search-query.js';
import { type WordReader, wordReader } from '../words/word-reader.js';
import { type PlannedSearch, planSearch } from './evaluate.js';
import { readMarks } from './marks.js';
import { ownCount, rarity, upTo } from './weigh.js';

/** A type that is searched with others. */
export interface SearchedType {
  readonly index: SearchIndex;
  /** How much its items count, against 1. */
  readonly weight: number;
}

/**
 * @param types at least one; alone, it is planned as planSearch does
 * @returns one plan each, in their order
 * Cost: that of planSearch for each type; mistakes are looked for only in words that no type has.
 */
export function planTogether(
  types: readonly SearchedType[],
  query: SearchQuery,
  budget?: Budget,
): readonly PlannedSearch[] {
  const [only, another] = types;
  if (only !== undefined && another === undefined) return [planSearch(only.index, query, budget)];
  const reader = wordReader(query.language, query.tuning);
  const words = query.words.map((word) => weighed(types, expandAll(types, word, reader, query.isLong, budget)));
  const answered = words.map((expansions) => expansions.some(isFound));
  return types.map(({ index }, place) => {
    const expansions = words.map((each) => each[place]!);
    return {
      expansions,
      answered: expansions.filter((_, word) => answered[word]),
      isLong: query.isLong,
      demandsAll: query.demandsAll,
      marks: readMarks(index, query, reader),
    };
  });
}

const isFound = ({ matches }: Expansion): boolean => matches.length > 0;
const isMistaken = ({ matches }: Expansion): boolean => matches.some(isMistake);

/** A word that one type has is not taken for a mistake in another, unless the one itself has it among likely mistakes. */
function expandAll(
  types: readonly SearchedType[],
  word: SearchWord,
  reader: WordReader,
  isLong: boolean,
  budget: Budget | undefined,
): readonly Expansion[] {
  const found = types.map(({ index }) => expand(index, word, reader, isLong, budget, false));
  if (found.some(isFound) && !found.some(isMistaken)) return found;
  return found.map((own, place) => (isFound(own) ? own : expand(types[place]!.index, word, reader, isLong, budget)));
}

/** Gives each what its impacts count: the word's rarity among all items, and the weight of the type against the greatest. */
function weighed(types: readonly SearchedType[], expansions: readonly Expansion[]): readonly Expansion[] {
  const greatest = Math.max(...types.map(({ weight }) => weight));
  const size = types.reduce((sum, { index }) => sum + index.docCount, 0);
  const isWord =
    expansions.some(({ matches }) => matches[0]?.kind === 'word') &&
    !expansions.some(({ matches }) => matches.some(standsIn));
  const count = expansions.reduce((sum, expansion, place) => {
    const { index } = types[place]!;
    return sum + (isWord ? ownCount(index, expansion) : upTo(index, expansion));
  }, 0);
  const rare = rarity(Math.min(size, count), size);
  return expansions.map((expansion, place) => ({
    ...expansion,
    factor: Math.max(1, Math.round((rare * types[place]!.weight) / greatest)) * expansion.word.times,
  }));
}
