/**
 * First pages of a search of one or two words, from stored results: the best docs of a stem, the docs of a beginning, and their
 * numbers. No list is decoded completely if these suffice.
 */
import { choose } from '../../../content/choices/index.js';
import type { Arena } from '../../docset/index.js';
import { BEGINNING_IMPACT, type Expansion, MATCH_WEIGHTS } from '../match/matches.js';
import type { SearchIndex } from '../search-index.js';
import { bestWindow } from './best-window.js';
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
  { expansions, matched: answered, isLong, demandsAll, filters: marks }: PlannedSearch,
  end: number,
  arena: Arena,
): RankedDocs | undefined {
  const [first, second, third] = answered;
  if (marks !== undefined || first === undefined || third !== undefined || end > storedEndMaximum) return undefined;
  if (demandsAll && answered.length < expansions.length) return undefined;
  if (second === undefined) return rankWord(index, first, end, arena);
  const withBoth = scoreAllWords(index, answered, arena);
  const best = bestWindow(withBoth, 0, end, arena);
  if (demandsAll || (!isLong && withBoth.docs.length >= ENOUGH_DOCS))
    return { ...best, total: withBoth.docs.length, isStored: false };
  // Too few docs have both words: docs with only one of the words follow.
  const withFirst = rankWord(index, first, end, arena);
  const withSecond = rankWord(index, second, end, arena);
  const follow = mergeRankings(withFirst, withSecond, end - best.docs.length, withBoth.docs);
  return {
    docs: concatenate(best.docs, follow.docs),
    scores: concatenate(best.scores, follow.scores),
    total: withFirst.total + withSecond.total - withBoth.docs.length,
    isStored: false,
  };
}

/** @returns the best docs of one word, at most `end` */
function rankWord(index: SearchIndex, expansion: Expansion, end: number, arena: Arena): RankedDocs {
  const stored = rankWordStored(index, expansion, end, arena);
  if (stored !== undefined && choose('search.word', 'stored') === 'stored') return stored;
  const weighed = scoreWord(index, expansion, arena);
  return { ...bestWindow(weighed, 0, end, arena), total: weighed.docs.length, isStored: false };
}

/** As `rankStored`, from stored results alone; undefined if they are not sufficient. */
function rankWordStored(index: SearchIndex, expansion: Expansion, end: number, arena: Arena): RankedDocs | undefined {
  const [first, second, third] = expansion.matches;
  if (first === undefined || third !== undefined) return undefined;
  const factor = scoreFactor(index, expansion);
  if (second === undefined) {
    if (first.kind === 'beginning') return firstOfBeginning(index, first.list, factor, end, new Uint32Array(0), arena);
    const top = first.kind === 'word' ? index.topDocsOf(first.list) : undefined;
    if (top === undefined || end > top.docs.length) return undefined;
    const docs = top.docs.subarray(0, end);
    return {
      docs,
      scores: scoresOfImpacts(top.impacts, docs.length, factor),
      total: index.count(first.list),
      isStored: true,
    };
  }
  if (first.kind !== 'word' || second.kind !== 'beginning' || !expansion.isWithinBeginning) return undefined;
  const ahead = docsAheadOfBeginning(index, first.list, factor, end, arena);
  if (ahead === undefined) return undefined;
  const wanted = end - ahead.docs.length;
  const others = firstOfBeginning(index, second.list, factor, wanted, ahead.docs, arena);
  return {
    docs: concatenate(ahead.docs, others.docs),
    scores: concatenate(ahead.scores, others.scores),
    total: others.total,
    isStored: true,
  };
}

function concatenate(one: Uint32Array, other: Uint32Array): Uint32Array {
  if (other.length === 0) return one;
  const both = new Uint32Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

function scoresOfImpacts(impacts: Uint8Array, count: number, factor: number): Uint32Array {
  const scores = new Uint32Array(count);
  for (let i = 0; i < count; i += 1) scores[i] = impacts[i]! * MATCH_WEIGHTS.word * factor;
  return scores;
}

/** @returns the first docs of a beginning except `without`, which are among them; all have the same score */
function firstOfBeginning(
  index: SearchIndex,
  list: number,
  factor: number,
  count: number,
  without: Uint32Array,
  arena: Arena,
): RankedDocs {
  const found = count === 0 ? new Uint32Array(0) : index.readFirst(list, count + without.length, arena);
  const docs = without.length === 0 ? found : found.filter((doc) => !without.includes(doc)).subarray(0, count);
  const scores = new Uint32Array(docs.length).fill(BEGINNING_IMPACT * MATCH_WEIGHTS.beginning * factor);
  return { docs, scores, total: index.count(list), isStored: true };
}

/** @returns the best docs of a stem that come before those of a beginning, at most `end` */
function docsAheadOfBeginning(
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
    return { docs: top.docs.subarray(0, count), scores: scoresOfImpacts(top.impacts, count, factor) };
  }
  const { docs, impacts } = index.readList(stem, arena);
  const ahead = { docs: arena.list(docs.length), scores: arena.list(docs.length) };
  let count = 0;
  for (let i = 0; i < docs.length; i += 1) {
    if (impacts[i]! < minimumAheadImpact) continue;
    ahead.docs[count] = docs[i]!;
    ahead.scores[count] = impacts[i]! * MATCH_WEIGHTS.word * factor;
    count += 1;
  }
  return bestWindow({ docs: ahead.docs.subarray(0, count), scores: ahead.scores.subarray(0, count) }, 0, end, arena);
}

/** @returns the best docs of two rankings, at most `end`, except `without`; otherwise the rankings share no doc */
function mergeRankings(one: ScoredDocs, other: ScoredDocs, end: number, without: Uint32Array): ScoredDocs {
  const docs: number[] = [];
  const scores: number[] = [];
  let [i, j] = [0, 0];
  while (docs.length < end && (i < one.docs.length || j < other.docs.length)) {
    const [oneScore, otherScore] = [one.scores[i] ?? 0, other.scores[j] ?? 0];
    const isOne = oneScore > otherScore || (oneScore === otherScore && one.docs[i]! < other.docs[j]!);
    const doc = isOne ? one.docs[i]! : other.docs[j]!;
    if (isOne) i += 1;
    else j += 1;
    if (without.includes(doc)) continue;
    docs.push(doc);
    scores.push(isOne ? oneScore : otherScore);
  }
  return { docs: Uint32Array.from(docs), scores: Uint32Array.from(scores) };
}
