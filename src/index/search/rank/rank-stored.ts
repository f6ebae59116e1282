/**
 * Ranks the first pages of a search of one or two words from stored results: the best docs of a stem, and the docs of words that
 * begin with a typed word. If the stored results suffice, no list is decoded completely.
 */
import { choose } from '../../../content/choices/index.js';
import type { Arena } from '../../docset/index.js';
import { BEGINNING_IMPACT, type Expansion, MATCH_WEIGHTS } from '../match/matches.js';
import type { SearchIndex } from '../search-index.js';
import { selectBestWindow } from './best-window.js';
import { ENOUGH_DOCS, type PlannedSearch, scoreAllWords } from './evaluate.js';
import { scoreFactor, scoreWord } from './score-word.js';
import type { ScoredDocs } from './scored-docs.js';

/** A doc with the word itself and at least this impact comes before docs that only have a word beginning with it. */
const minimumAheadImpact = Math.floor((BEGINNING_IMPACT * MATCH_WEIGHTS.beginning) / MATCH_WEIGHTS.word) + 1;

/** Pages that end at a higher rank are taken from all matching docs. */
const storedEndMaximum = 1024;

/** The best docs first, and the total number of matching docs. */
export interface RankedDocs extends ScoredDocs {
  readonly total: number;
  /** Whether stored results sufficed. */
  readonly isStored: boolean;
}

/**
 * Ranks a search of one or two matching words without further conditions.
 *
 * @returns the docs at ranks `[0, end)`, or undefined if all matching docs must be scored
 * Cost: O(end) for one word, unless its stem has few docs; for two O(docs of the rarer, and of the other up to its last).
 */
export function rankStored(
  index: SearchIndex,
  { expansions, matched, isLong, demandsAll, filters }: PlannedSearch,
  end: number,
  arena: Arena,
): RankedDocs | undefined {
  const [first, second, third] = matched;
  if (filters !== undefined || first === undefined || third !== undefined || end > storedEndMaximum) return undefined;
  if (demandsAll && matched.length < expansions.length) return undefined;
  if (second === undefined) return rankWord(index, first, end, arena);
  const withBoth = scoreAllWords(index, matched, arena);
  const best = selectBestWindow(withBoth, 0, end, arena);
  if (demandsAll || (!isLong && withBoth.docs.length >= ENOUGH_DOCS))
    return { ...best, total: withBoth.docs.length, isStored: false };
  // Too few docs have both words: docs with only one of the words follow.
  const withFirst = rankWord(index, first, end, arena);
  const withSecond = rankWord(index, second, end, arena);
  const withOneWord = mergeRankings(withFirst, withSecond, end - best.docs.length, withBoth.docs);
  return {
    docs: concatenate(best.docs, withOneWord.docs),
    scores: concatenate(best.scores, withOneWord.scores),
    total: withFirst.total + withSecond.total - withBoth.docs.length,
    isStored: false,
  };
}

/** @returns the best docs of one word, at most `end` */
function rankWord(index: SearchIndex, expansion: Expansion, end: number, arena: Arena): RankedDocs {
  const stored = rankWordStored(index, expansion, end, arena);
  if (stored !== undefined && choose('search.word', 'stored') === 'stored') return stored;
  const scored = scoreWord(index, expansion, arena);
  return { ...selectBestWindow(scored, 0, end, arena), total: scored.docs.length, isStored: false };
}

/** As `rankStored`, from stored results alone; undefined if they are not sufficient. */
function rankWordStored(index: SearchIndex, expansion: Expansion, end: number, arena: Arena): RankedDocs | undefined {
  const [first, second, third] = expansion.matches;
  if (first === undefined || third !== undefined) return undefined;
  const factor = scoreFactor(index, expansion);
  if (second === undefined) {
    if (first.kind === 'beginning')
      return readFirstOfBeginning(index, first.list, factor, end, new Uint32Array(0), arena);
    const top = first.kind === 'word' ? index.topDocsOf(first.list) : undefined;
    if (top === undefined || end > top.docs.length) return undefined;
    const docs = top.docs.subarray(0, end);
    return {
      docs,
      scores: scoreImpacts(top.impacts, docs.length, factor),
      total: index.count(first.list),
      isStored: true,
    };
  }
  if (first.kind !== 'word' || second.kind !== 'beginning' || !expansion.isWithinBeginning) return undefined;
  const aheadDocs = findDocsAhead(index, first.list, factor, end, arena);
  if (aheadDocs === undefined) return undefined;
  const remainingCount = end - aheadDocs.docs.length;
  const beginningDocs = readFirstOfBeginning(index, second.list, factor, remainingCount, aheadDocs.docs, arena);
  return {
    docs: concatenate(aheadDocs.docs, beginningDocs.docs),
    scores: concatenate(aheadDocs.scores, beginningDocs.scores),
    total: beginningDocs.total,
    isStored: true,
  };
}

function concatenate(left: Uint32Array, right: Uint32Array): Uint32Array {
  if (right.length === 0) return left;
  const joined = new Uint32Array(left.length + right.length);
  joined.set(left);
  joined.set(right, left.length);
  return joined;
}

function scoreImpacts(impacts: Uint8Array, count: number, factor: number): Uint32Array {
  const scores = new Uint32Array(count);
  for (let i = 0; i < count; i += 1) scores[i] = impacts[i]! * MATCH_WEIGHTS.word * factor;
  return scores;
}

/** @returns the first docs of a beginning except `excluded`, which are among them; all have the same score */
function readFirstOfBeginning(
  index: SearchIndex,
  list: number,
  factor: number,
  count: number,
  excluded: Uint32Array,
  arena: Arena,
): RankedDocs {
  const firstDocs = count === 0 ? new Uint32Array(0) : index.readFirst(list, count + excluded.length, arena);
  const docs =
    excluded.length === 0 ? firstDocs : firstDocs.filter((doc) => !excluded.includes(doc)).subarray(0, count);
  const scores = new Uint32Array(docs.length).fill(BEGINNING_IMPACT * MATCH_WEIGHTS.beginning * factor);
  return { docs, scores, total: index.count(list), isStored: true };
}

/** @returns the best docs of a stem that come before the docs of a beginning, at most `end` */
function findDocsAhead(
  index: SearchIndex,
  stem: number,
  factor: number,
  end: number,
  arena: Arena,
): ScoredDocs | undefined {
  const top = index.topDocsOf(stem);
  if (top !== undefined) {
    if (end > top.docs.length) return undefined;
    let count = 0;
    while (count < end && top.impacts[count]! >= minimumAheadImpact) count += 1;
    return { docs: top.docs.subarray(0, count), scores: scoreImpacts(top.impacts, count, factor) };
  }
  const { docs, impacts } = index.readList(stem, arena);
  const aheadDocs = { docs: arena.list(docs.length), scores: arena.list(docs.length) };
  let count = 0;
  for (let i = 0; i < docs.length; i += 1) {
    if (impacts[i]! < minimumAheadImpact) continue;
    aheadDocs.docs[count] = docs[i]!;
    aheadDocs.scores[count] = impacts[i]! * MATCH_WEIGHTS.word * factor;
    count += 1;
  }
  return selectBestWindow(
    { docs: aheadDocs.docs.subarray(0, count), scores: aheadDocs.scores.subarray(0, count) },
    0,
    end,
    arena,
  );
}

/** @returns the best docs of two rankings, at most `end`, except `excluded`; otherwise the rankings share no doc */
function mergeRankings(left: ScoredDocs, right: ScoredDocs, end: number, excluded: Uint32Array): ScoredDocs {
  const docs: number[] = [];
  const scores: number[] = [];
  let [i, j] = [0, 0];
  while (docs.length < end && (i < left.docs.length || j < right.docs.length)) {
    const [leftScore, rightScore] = [left.scores[i] ?? 0, right.scores[j] ?? 0];
    const isLeft = leftScore > rightScore || (leftScore === rightScore && left.docs[i]! < right.docs[j]!);
    const doc = isLeft ? left.docs[i]! : right.docs[j]!;
    if (isLeft) i += 1;
    else j += 1;
    if (excluded.includes(doc)) continue;
    docs.push(doc);
    scores.push(isLeft ? leftScore : rightScore);
  }
  return { docs: Uint32Array.from(docs), scores: Uint32Array.from(scores) };
}
