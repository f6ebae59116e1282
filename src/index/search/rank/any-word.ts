/**
 * The docs that match any of several words, by sums of the words' scores.
 */
import { choose } from '../../../content/choices/index.js';
import { READ_SCORE_SUM, SCORE_POSTING } from '../../costs/index.js';
import type { Arena } from '../../docset/index.js';
import { type Expansion, isOwnWord, MATCH_WEIGHTS } from '../match/matches.js';
import type { SearchIndex } from '../search-index.js';
import { chooseSearch } from './list-search.js';
import { ScoreSums } from './score-sums.js';
import { matchCountBound, scoreFactor, scoreWord, sortRarestFirst } from './score-word.js';
import { PER_WORD, type ScoredDocs } from './scored-docs.js';

/** Score bonus of docs with all words of a long query: more than the sum of 200 words' scores, each below 2^23.2. */
export const ALL_WORDS = 2 ** 31;

/**
 * Scores the docs that match any of many words. Most docs match some of them, so the lists are summed, not intersected; only the
 * docs of the rarest word are searched for in all lists, for the bonus.
 */
export function scoreAnyWord(index: SearchIndex, matched: readonly Expansion[], arena: Arena): ScoredDocs {
  arena.budget.spend(arena.size * READ_SCORE_SUM);
  arena.budget.require(estimateListsCost(index, matched));
  const sums = new ScoreSums(arena);
  const [first, ...otherExpansions] = sortRarestFirst(index, matched);
  if (first === undefined) return sums.scoredDocs();
  const buffer = arena.list(Math.min(arena.size, matchCountBound(index, first)));
  let withAllWords = buffer;
  addWord(sums, 0, index, first, arena, (docs) => {
    buffer.set(docs);
    withAllWords = buffer.subarray(0, docs.length);
  });
  for (const expansion of otherExpansions) {
    addWord(sums, 0, index, expansion, arena, (docs) => {
      withAllWords = keepListed(docs, withAllWords);
    });
  }
  sums.add(withAllWords, withAllWords, 0, ALL_WORDS);
  return sums.scoredDocs();
}

/** @returns the cost of reading all lists of the words; checked before the first is read, so that a refusal comes early */
function estimateListsCost(index: SearchIndex, matched: readonly Expansion[]): number {
  let cost = 0;
  for (const { matches } of matched) for (const { list } of matches) cost += index.count(list) * SCORE_POSTING;
  return cost;
}

/** Keeps the docs of `docsToKeep` that are also in `docs`, in place; both ascend. */
function keepListed(docs: Uint32Array, docsToKeep: Uint32Array): Uint32Array {
  const findDoc = chooseSearch(docs, docsToKeep.length);
  let count = 0;
  let index = 0;
  for (let i = 0; i < docsToKeep.length; i += 1) {
    index = findDoc(docs, index, docsToKeep[i]!);
    if (docs[index] !== docsToKeep[i]) continue;
    docsToKeep[count] = docsToKeep[i]!;
    count += 1;
  }
  return docsToKeep.subarray(0, count);
}

/** @returns the docs that match any word; scores include {@link PER_WORD} per matched word */
export function scoreAndCountWords(index: SearchIndex, matched: readonly Expansion[], arena: Arena): ScoredDocs {
  let docsBound = 0;
  for (const expansion of matched) docsBound += matchCountBound(index, expansion);
  arena.budget.spend(Math.min(arena.size, docsBound) * READ_SCORE_SUM);
  arena.budget.require(estimateListsCost(index, matched));
  const sums = new ScoreSums(arena);
  for (const expansion of matched) addWord(sums, PER_WORD, index, expansion, arena);
  return sums.scoredDocs();
}

/**
 * Adds the scores of a word to the sums of its docs.
 *
 * @param base added to each of these sums too
 * @param onDocs called with the docs, which are valid during the call only
 */
function addWord(
  sums: ScoreSums,
  base: number,
  index: SearchIndex,
  expansion: Expansion,
  arena: Arena,
  onDocs?: (docs: Uint32Array) => void,
): void {
  const mark = arena.mark();
  const [firstMatch, secondMatch] = expansion.matches;
  if (
    firstMatch !== undefined &&
    isOwnWord(firstMatch) &&
    secondMatch === undefined &&
    choose('search.sum', 'read') === 'read'
  ) {
    arena.budget.spend(index.count(firstMatch.list) * SCORE_POSTING);
    const { docs, impacts } = index.readList(firstMatch.list, arena);
    sums.add(docs, impacts, MATCH_WEIGHTS.word * scoreFactor(index, expansion), base);
    onDocs?.(docs);
  } else {
    const { docs, scores } = scoreWord(index, expansion, arena);
    arena.budget.spend(docs.length * SCORE_POSTING);
    sums.add(docs, scores, 1, base);
    onDocs?.(docs);
  }
  arena.release(mark);
}
