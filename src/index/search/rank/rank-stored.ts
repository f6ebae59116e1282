/**
 * Ranks the first pages of a search of one or two words from stored results, so that few lists are decoded completely.
 *
 * The index stores the best docs of each frequent stem (`topDocs`), and the docs of all words that begin with a typed text, if these
 * are very many (the list of a *beginning*). Elsewhere: one word (rank-word), scoring all matching docs (evaluate), storing the
 * results (build/words).
 */
import type { Arena } from '../../docset/index.js';
import type { Expansion } from '../match/matches.js';
import type { SearchIndex } from '../search-index.js';
import { selectBestWindow } from './best-window.js';
import { ENOUGH_DOCS, type PlannedSearch, scoreAllWords } from './evaluate.js';
import { liftTitles } from './lift-titles.js';
import type { PlannedTitles } from './plan-titles.js';
import { concatenate, type RankedDocs, rankWord } from './rank-word.js';
import type { ScoredDocs } from './scored-docs.js';

/** Pages that end at a higher rank are taken from all matching docs. */
const storedEndMaximum = 1024;

/**
 * Ranks a search of one or two matching words without further conditions.
 *
 * @returns the docs at ranks `[0, end)`, or undefined if all matching docs must be scored
 * Cost: O(end) for one word with stored results; otherwise O(docs of the words).
 */
export function rankStored(index: SearchIndex, plan: PlannedSearch, end: number, arena: Arena): RankedDocs | undefined {
  const { expansions, matched, demandsAll, filters, titles } = plan;
  if (filters !== undefined || end > storedEndMaximum || matched.length > 2) return undefined;
  if (demandsAll && matched.length < expansions.length) return undefined;
  const [first, second] = matched;
  if (first === undefined) return undefined;
  if (second !== undefined) return rankTwoWords(index, plan, [first, second], end, arena);
  // Docs whose title has the word next to typed stop words may lie beyond the stored ones.
  if (titles !== undefined && (titles.sideBySide.length > 0 || !titles.isWholeMatching)) return undefined;
  const ranked = rankWord(index, first, end, arena);
  return titles === undefined ? ranked : rankWholeTitles(ranked, titles, end);
}

/** Ranks docs whose whole title is the word before all others. @param titles all its docs match */
function rankWholeTitles(ranked: RankedDocs, { whole, wholeScore }: PlannedTitles, end: number): RankedDocs {
  const first = whole.subarray(0, end);
  const wholeDocs = new Set(whole);
  const followingIndexes: number[] = [];
  for (let i = 0; i < ranked.docs.length && first.length + followingIndexes.length < end; i += 1) {
    if (!wholeDocs.has(ranked.docs[i]!)) followingIndexes.push(i);
  }
  const firstScores = new Uint32Array(first.length).fill(wholeScore);
  return {
    ...ranked,
    docs: concatenate(
      first,
      Uint32Array.from(followingIndexes, (index) => ranked.docs[index]!),
    ),
    scores: concatenate(
      firstScores,
      Uint32Array.from(followingIndexes, (index) => ranked.scores[index]!),
    ),
  };
}

/**
 * Ranks docs with both words first; if these are too few, docs with one of the words follow.
 *
 * @returns undefined if a doc whose whole title was typed lacks one of the words
 */
function rankTwoWords(
  index: SearchIndex,
  { isLong, demandsAll, titles }: PlannedSearch,
  words: readonly [Expansion, Expansion],
  end: number,
  arena: Arena,
): RankedDocs | undefined {
  const withBoth = scoreAllWords(index, words, arena);
  if (titles !== undefined && liftTitles(withBoth, titles, arena) < titles.whole.length) return undefined;
  const best = selectBestWindow(withBoth, 0, end, arena);
  const requiresBoth = demandsAll || (!isLong && withBoth.docs.length >= ENOUGH_DOCS);
  if (requiresBoth) return { ...best, total: withBoth.docs.length, isStored: false };
  const [firstWord, secondWord] = words;
  const withFirst = rankWord(index, firstWord, end, arena);
  const withSecond = rankWord(index, secondWord, end, arena);
  const withOneWord = mergeRankings(withFirst, withSecond, end - best.docs.length, withBoth.docs);
  return {
    docs: concatenate(best.docs, withOneWord.docs),
    scores: concatenate(best.scores, withOneWord.scores),
    total: withFirst.total + withSecond.total - withBoth.docs.length,
    isStored: false,
  };
}

/**
 * Merges two rankings by score; of docs with equal scores, the smaller comes first.
 *
 * @param excluded docs to leave out; all other docs are in one of the rankings only
 * @returns the best docs, at most `end`
 */
function mergeRankings(left: ScoredDocs, right: ScoredDocs, end: number, excluded: Uint32Array): ScoredDocs {
  const docs: number[] = [];
  const scores: number[] = [];
  let leftIndex = 0;
  let rightIndex = 0;
  while (docs.length < end && (leftIndex < left.docs.length || rightIndex < right.docs.length)) {
    // After its end, a ranking has the score 0, which is less than any score.
    const leftScore = left.scores[leftIndex] ?? 0;
    const rightScore = right.scores[rightIndex] ?? 0;
    const isLeft =
      leftScore > rightScore || (leftScore === rightScore && left.docs[leftIndex]! < right.docs[rightIndex]!);
    const doc = isLeft ? left.docs[leftIndex]! : right.docs[rightIndex]!;
    if (isLeft) leftIndex += 1;
    else rightIndex += 1;
    if (excluded.includes(doc)) continue;
    docs.push(doc);
    scores.push(isLeft ? leftScore : rightScore);
  }
  return { docs: Uint32Array.from(docs), scores: Uint32Array.from(scores) };
}
