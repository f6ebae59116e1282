/**
 * The first pages of a search of one word or two, from what the build made ahead: the best docs of a stem, the docs of
 * a beginning, and how many there are. No list is decoded whole where these say enough.
 */
import { choose } from '../../../content/choices/index.js';
import type { Arena } from '../../docset/index.js';
import { BEGINNING_IMPACT, type Expansion, WEIGHTS } from '../match/expand.js';
import type { SearchIndex } from '../search-index.js';
import { bestOf } from './best.js';
import { allOf, ENOUGH, type PlannedSearch } from './evaluate.js';
import { factorOf, weigh } from './weigh.js';
import type { Weighed } from './weighed.js';

/** From this impact on a doc of the word itself comes before one that only has a word that begins with it. */
const aheadOfBeginning = Math.floor((BEGINNING_IMPACT * WEIGHTS.beginning) / WEIGHTS.word) + 1;

/** Pages that end further back are taken from all that answer. */
const endMaximum = 1024;

/** Docs, the best first, and how many there are in all. */
export interface Ranked extends Weighed {
  readonly total: number;
  /** Whether no list was gone through. */
  readonly isStored: boolean;
}

/**
 * Answers a search of one word or two, whatever is in front of them, if nothing else is asked for.
 *
 * @returns the docs at the places `[0, end)`, or undefined where all that answers must be looked at
 * Cost: O(end) of one word, unless its stem has few docs; of two O(docs of the rarer, and of the other up to its last).
 */
export function rankedFirst(
  index: SearchIndex,
  { expansions, answered, isLong, demandsAll, marks }: PlannedSearch,
  end: number,
  arena: Arena,
): Ranked | undefined {
  const [one, other, another] = answered;
  if (marks !== undefined || one === undefined || another !== undefined || end > endMaximum) return undefined;
  if (demandsAll && answered.length < expansions.length) return undefined;
  if (other === undefined) return rankedOf(index, one, end, arena);
  const both = allOf(index, answered, arena);
  const best = bestOf(both, 0, end, arena);
  if (demandsAll || (!isLong && both.docs.length >= ENOUGH))
    return { ...best, total: both.docs.length, isStored: false };
  // Too few have both words: those of one follow, and no doc of both is among them again.
  const ones = rankedOf(index, one, end, arena);
  const others = rankedOf(index, other, end, arena);
  const follow = joined(ones, others, end - best.docs.length, both.docs);
  return {
    docs: together(best.docs, follow.docs),
    scores: together(best.scores, follow.scores),
    total: ones.total + others.total - both.docs.length,
    isStored: false,
  };
}

/** @returns the best docs of one word, at most `end` */
function rankedOf(index: SearchIndex, expansion: Expansion, end: number, arena: Arena): Ranked {
  const stored = storedOf(index, expansion, end, arena);
  if (stored !== undefined && choose('search.word', 'stored') === 'stored') return stored;
  const weighed = weigh(index, expansion, arena);
  return { ...bestOf(weighed, 0, end, arena), total: weighed.docs.length, isStored: false };
}

/** The same from what is stored, or undefined where that does not settle it. */
function storedOf(index: SearchIndex, expansion: Expansion, end: number, arena: Arena): Ranked | undefined {
  const [first, second, third] = expansion.matches;
  if (first === undefined || third !== undefined) return undefined;
  const factor = factorOf(index, expansion);
  if (second === undefined) {
    if (first.kind === 'beginning') return beginningOf(index, first.list, factor, end, new Uint32Array(0), arena);
    const top = first.kind === 'word' ? index.top(first.list) : undefined;
    if (top === undefined || end > top.docs.length) return undefined;
    const docs = top.docs.subarray(0, end);
    return { docs, scores: asScores(top.impacts, docs.length, factor), total: index.count(first.list), isStored: true };
  }
  if (first.kind !== 'word' || second.kind !== 'beginning' || !expansion.isWithin) return undefined;
  const ahead = docsAhead(index, first.list, factor, end, arena);
  if (ahead === undefined) return undefined;
  const wanted = end - ahead.docs.length;
  const others = beginningOf(index, second.list, factor, wanted, ahead.docs, arena);
  return {
    docs: together(ahead.docs, others.docs),
    scores: together(ahead.scores, others.scores),
    total: others.total,
    isStored: true,
  };
}

function together(one: Uint32Array, other: Uint32Array): Uint32Array {
  if (other.length === 0) return one;
  const both = new Uint32Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

function asScores(impacts: Uint8Array, count: number, factor: number): Uint32Array {
  const scores = new Uint32Array(count);
  for (let i = 0; i < count; i += 1) scores[i] = impacts[i]! * WEIGHTS.word * factor;
  return scores;
}

/** @returns the first docs of a beginning but those left out, which it has too; they are all alike */
function beginningOf(
  index: SearchIndex,
  list: number,
  factor: number,
  count: number,
  without: Uint32Array,
  arena: Arena,
): Ranked {
  const found = count === 0 ? new Uint32Array(0) : index.first(list, count + without.length, arena);
  const docs = without.length === 0 ? found : found.filter((doc) => !without.includes(doc)).subarray(0, count);
  const scores = new Uint32Array(docs.length).fill(BEGINNING_IMPACT * WEIGHTS.beginning * factor);
  return { docs, scores, total: index.count(list), isStored: true };
}

/** @returns of the docs of a stem that come before those of a beginning the best, at most `end` */
function docsAhead(index: SearchIndex, stem: number, factor: number, end: number, arena: Arena): Weighed | undefined {
  const top = index.top(stem);
  if (top !== undefined) {
    if (end > top.docs.length) return undefined;
    let count = 0;
    while (count < end && top.impacts[count]! >= aheadOfBeginning) count += 1;
    return { docs: top.docs.subarray(0, count), scores: asScores(top.impacts, count, factor) };
  }
  const { docs, impacts } = index.read(stem, arena);
  const kept = { docs: arena.list(docs.length), scores: arena.list(docs.length) };
  let count = 0;
  for (let i = 0; i < docs.length; i += 1) {
    if (impacts[i]! < aheadOfBeginning) continue;
    kept.docs[count] = docs[i]!;
    kept.scores[count] = impacts[i]! * WEIGHTS.word * factor;
    count += 1;
  }
  return bestOf({ docs: kept.docs.subarray(0, count), scores: kept.scores.subarray(0, count) }, 0, end, arena);
}

/** @returns the best of two rankings, at most `end`; what is `without` is left out, and nothing else is in both */
function joined(one: Weighed, other: Weighed, end: number, without: Uint32Array): Weighed {
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
