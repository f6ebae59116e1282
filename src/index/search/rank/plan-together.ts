/**
 * Plans a search of several content types as if their items were of one type.
 *
 * Matched words, their rarity, and the number of words that an item must match are decided over all types, so that scores of
 * different types are comparable; only average field lengths are per type. These values are not stored, because segments are
 * reused between snapshots: the counts of a word's lists are added up at query time.
 */
import type { Budget } from '../../docset/index.js';
import { expand, expandPhrase } from '../match/expand.js';
import type { ExpandContext } from '../match/expand-in-mark.js';
import { type Expansion, isOtherWord, isOwnWord, isTypo } from '../match/matches.js';
import type { SearchIndex } from '../search-index.js';
import type { SearchQuery, SearchWord } from '../words/search-query.js';
import { getWordReader } from '../words/word-reader.js';
import { type PlannedSearch, planSearch } from './evaluate.js';
import { readPhraseFilters } from './phrase-filters.js';
import { planTitles } from './plan-titles.js';
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
  const contexts = types.map(({ index }) => ({ index, reader, isLong: query.isLong, budget }));
  /** Per word, its expansion in each type. */
  const expansionsByWord = query.words.map((word) => withFactors(types, expandAll(contexts, word)));
  const expansionsByPhrase = query.weighedPhrases.map((words) =>
    withFactors(
      types,
      contexts.map((context) => expandPhrase(context, words)),
    ),
  );
  const counted = [...expansionsByWord, ...expansionsByPhrase];
  const isMatched = counted.map((expansions) => expansions.some(hasMatches));
  return types.map(({ index }, typeIndex) => {
    const ofType = expansionsByWord.map((expansionsByType) => expansionsByType[typeIndex]!);
    return {
      expansions: ofType.filter(({ word }, wordIndex) => isMatched[wordIndex] || word.isJoined !== true),
      matched: counted.map((expansionsByType) => expansionsByType[typeIndex]!).filter((_, index) => isMatched[index]),
      isLong: query.isLong,
      demandsAll: query.demandsAll,
      filters: readPhraseFilters(index, query, reader),
      titles: planTitles(index, query, expansionsByWord.flat(), reader, countGreater(types, types[typeIndex]!), budget),
    };
  });
}

/** @returns the number of types with a greater weight */
const countGreater = (types: readonly SearchedType[], { weight }: SearchedType): number =>
  types.filter((type) => type.weight > weight).length;

const hasMatches = ({ matches }: Expansion): boolean => matches.length > 0;
const hasTypo = ({ matches }: Expansion): boolean => matches.some(isTypo);

/** If one type has the word, it is not corrected in the other types, unless that type lists it as a likely misspelling. */
function expandAll(contexts: readonly ExpandContext[], word: SearchWord): readonly Expansion[] {
  const expansions = contexts.map((context) => expand(context, word, 'never'));
  if (expansions.some(hasMatches) && !expansions.some(hasTypo)) return expansions;
  return expansions.map((expansion, typeIndex) =>
    hasMatches(expansion) ? expansion : expand(contexts[typeIndex]!, word),
  );
}

/** Adds the score factor of each type: the word's rarity among all items times the type's weight relative to the greatest. */
function withFactors(types: readonly SearchedType[], expansions: readonly Expansion[]): readonly Expansion[] {
  const isFound = expansions.some(({ matches }) => matches.some(isOwnWord));
  const isReplaced = expansions.some(({ matches }) => matches.some(isOtherWord));
  const countDocs = isFound && !isReplaced ? stemCountBound : matchCountBound;
  let itemCount = 0;
  let docCount = 0;
  for (const [typeIndex, { index }] of types.entries()) {
    itemCount += index.docCount;
    docCount += countDocs(index, expansions[typeIndex]!);
  }
  const rarity = computeRarity(Math.min(itemCount, docCount), itemCount);
  const greatestWeight = Math.max(...types.map(({ weight }) => weight));
  return expansions.map((expansion, typeIndex) => {
    const weightedRarity = Math.max(1, Math.round((rarity * types[typeIndex]!.weight) / greatestWeight));
    return { ...expansion, factor: weightedRarity * expansion.word.times };
  });
}
