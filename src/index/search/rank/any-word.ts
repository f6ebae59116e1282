/**
 * The docs that match any of several words, by sums of the words' scores.
 */
import { choose } from '../../../content/choices/index.js';
import { READ_SCORE_SUM, SCORE_POSTING } from '../../costs/index.js';
import type { Arena } from '../../docset/index.js';
import { type Expansion, MATCH_WEIGHTS } from '../match/matches.js';
import type { SearchIndex } from '../search-index.js';
import { searchIn } from './list-search.js';
import { ScoreSums } from './score-sums.js';
import { matchCountBound, rarestFirst, scoreFactor, scoreWord } from './score-word.js';
import { PER_WORD, type ScoredDocs } from './scored-docs.js';

/** Score bonus of docs with all words of a long query: more than the sum of 200 words' scores, each below 2^23.2. */
export const ALL_WORDS = 2 ** 31;

/**
 * Scores the docs that match any of many words. Most docs match some of them, so the lists are summed, not intersected; only the
 * docs of the rarest word are searched for in all lists, for the bonus.
 */
export function scoreAnyWord(index: SearchIndex, matched: readonly Expansion[], arena: Arena): ScoredDocs {
  arena.budget.spend(arena.size * READ_SCORE_SUM);
  arena.budget.require(listsCost(index, matched));
  const sums = new ScoreSums(arena);
  const [first, ...otherExpansions] = rarestFirst(index, matched);
  if (first === undefined) return sums.scoredDocs();
  const buffer = arena.list(Math.min(arena.size, matchCountBound(index, first)));
  let withAllWords = buffer;
  addTo(sums, 0, index, first, arena, (docs) => {
    buffer.set(docs);
    withAllWords = buffer.subarray(0, docs.length);
  });
  for (const expansion of otherExpansions) {
    addTo(sums, 0, index, expansion, arena, (docs) => {
      withAllWords = keepListed(docs, withAllWords);
    });
  }
  sums.add(withAllWords, withAllWords, 0, ALL_WORDS);
  return sums.scoredDocs();
}

/** @returns the cost of reading all lists of the words; checked before the first is read, so that a refusal comes early */
const listsCost = (index: SearchIndex, matched: readonly Expansion[]): number =>
  matched.reduce(
    (sum, { matches }) => sum + matches.reduce((all, { list }) => all + index.count(list) * SCORE_POSTING, 0),
    0,
  );

/** Keeps those of `kept` that are in `docs` too, in place; both ascend. */
function keepListed(docs: Uint32Array, docsToKeep: Uint32Array): Uint32Array {
  const find = searchIn(docs, docsToKeep.length);
  let count = 0;
  let at = 0;
  for (let i = 0; i < docsToKeep.length; i += 1) {
    at = find(docs, at, docsToKeep[i]!);
    if (docs[at] !== docsToKeep[i]) continue;
    docsToKeep[count] = docsToKeep[i]!;
    count += 1;
  }
  return docsToKeep.subarray(0, count);
}

/** @returns the docs that match any word; scores include {@link PER_WORD} per matched word */
export function scoreAndCountWords(index: SearchIndex, matched: readonly Expansion[], arena: Arena): ScoredDocs {
  const docsBound = matched.reduce((sum, expansion) => sum + matchCountBound(index, expansion), 0);
  arena.budget.spend(Math.min(arena.size, docsBound) * READ_SCORE_SUM);
  arena.budget.require(listsCost(index, matched));
  const sums = new ScoreSums(arena);
  for (const expansion of matched) addTo(sums, PER_WORD, index, expansion, arena);
  return sums.scoredDocs();
}

/**
 * Adds the scores of a word to the sums of its docs.
 *
 * @param base added to each of these sums too
 * @param onDocs called with the docs, which are valid during the call only
 */
function addTo(
  sums: ScoreSums,
  base: number,
  index: SearchIndex,
  expansion: Expansion,
  arena: Arena,
  onDocs?: (docs: Uint32Array) => void,
): void {
  const mark = arena.mark();
  const [first, another] = expansion.matches;
  if (first?.kind === 'word' && another === undefined && choose('search.sum', 'read') === 'read') {
    arena.budget.spend(index.count(first.list) * SCORE_POSTING);
    const { docs, impacts } = index.readList(first.list, arena);
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
