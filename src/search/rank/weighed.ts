/**
 * Docs with scores, and what becomes of several such lists: the docs of all, or of enough of them, with their sums.
 */

import type { Arena } from '../../docset/index.js';
import { firstAtLeast } from '../../format/index.js';

/** In the arena. */
export interface Weighed {
  /** Ascending. */
  readonly docs: Uint32Array;
  /** One per doc, above 0. */
  readonly scores: Uint32Array;
}

/** So many times longer, a list is searched rather than walked. */
const muchLonger = 16;

/** @param short the shorter one. @returns the docs of both. Cost: O(both), or O(short · log(long / short)). */
export function common(short: Weighed, long: Weighed, arena: Arena): Weighed {
  const docs = arena.list(short.docs.length);
  const scores = arena.list(short.docs.length);
  const find = long.docs.length > muchLonger * short.docs.length ? leapTo : stepTo;
  let count = 0;
  let at = 0;
  for (let i = 0; i < short.docs.length; i += 1) {
    const doc = short.docs[i]!;
    at = find(long.docs, at, doc);
    if (at === long.docs.length) break;
    if (long.docs[at] !== doc) continue;
    docs[count] = doc;
    scores[count] = short.scores[i]! + long.scores[at]!;
    count += 1;
  }
  return { docs: docs.subarray(0, count), scores: scores.subarray(0, count) };
}

/** @returns the docs of any of the two, with the better score where a doc is in both. Cost: O(both). */
export function either(one: Weighed, other: Weighed, arena: Arena): Weighed {
  const docs = arena.list(one.docs.length + other.docs.length);
  const scores = arena.list(docs.length);
  let [i, j, count] = [0, 0, 0];
  while (i < one.docs.length && j < other.docs.length) {
    const [left, right] = [one.docs[i]!, other.docs[j]!];
    docs[count] = Math.min(left, right);
    scores[count] = Math.max(left <= right ? one.scores[i]! : 0, right <= left ? other.scores[j]! : 0);
    if (left <= right) i += 1;
    if (right <= left) j += 1;
    count += 1;
  }
  const [rest, from] = i < one.docs.length ? [one, i] : [other, j];
  docs.set(rest.docs.subarray(from), count);
  scores.set(rest.scores.subarray(from), count);
  count += rest.docs.length - from;
  return { docs: docs.subarray(0, count), scores: scores.subarray(0, count) };
}

/** @returns the first place from `at` on whose doc is not less */
function stepTo(docs: Uint32Array, at: number, doc: number): number {
  while (at < docs.length && docs[at]! < doc) at += 1;
  return at;
}

/** The same by leaps that double. */
function leapTo(docs: Uint32Array, from: number, doc: number): number {
  let low = from;
  let step = 1;
  while (low + step <= docs.length && docs[low + step - 1]! < doc) {
    low += step;
    step *= 2;
  }
  return firstAtLeast(docs, doc, low, Math.min(docs.length, low + step - 1));
}

/** Scores stay below this, which counts the lists a doc is in. */
const inOne = 2 ** 32;

/** What one word gives a doc is less: rarity below 2^12, impact below 2^8, weight up to 2^4. */
const scoreLimit = 2 ** 24;

/** Adding a doc of a list to the sums, and looking at them, in nanoseconds. */
const SUMMED = 12;

/**
 * @param wanted how many docs there shall be at least, as far as there are
 * @returns      the docs of as many of the lists as so many docs are in; those of more lists come first, among these those of greater scores
 * Cost: O(docs of all lists + docs of the segment / 32).
 */
export function most(lists: readonly Weighed[], wanted: number, arena: Arena): Weighed {
  const { size } = arena;
  arena.budget.spend(lists.reduce((sum, { docs }) => sum + docs.length, 0) * SUMMED);
  const room = arena.list(2 * size);
  // What they hold is left from another query: a doc's sum counts from when its bit is set.
  const sums = new Float64Array(room.buffer, room.byteOffset, size);
  const bits = arena.emptyBitset();
  let count = 0;
  for (const { docs, scores } of lists) {
    for (let i = 0; i < docs.length; i += 1) {
      const doc = docs[i]!;
      const isMet = bits.has(doc);
      sums[doc] = (isMet ? sums[doc]! : 0) + inOne + scores[i]!;
      if (isMet) continue;
      bits.add(doc);
      count += 1;
    }
  }
  const docs = bits.toList(count, arena.list(count));
  const scores = arena.list(count);
  const least = leastLists(docs, sums, lists.length, wanted);
  // A list more is worth more than any sum of scores; of very many, these are rounded to make room.
  const ahead = Math.floor(inOne / (lists.length + 1));
  const step = Math.ceil((lists.length * scoreLimit) / ahead);
  let kept = 0;
  for (let i = 0; i < count; i += 1) {
    const sum = sums[docs[i]!]!;
    const inLists = Math.floor(sum / inOne);
    if (inLists < least) continue;
    docs[kept] = docs[i]!;
    scores[kept] = Math.floor((sum % inOne) / step) + inLists * ahead;
    kept += 1;
  }
  return { docs: docs.subarray(0, kept), scores: scores.subarray(0, kept) };
}

/** @returns how many lists at most so many docs are in */
function leastLists(docs: Uint32Array, sums: Float64Array, lists: number, wanted: number): number {
  const counts = new Uint32Array(lists + 1);
  for (let i = 0; i < docs.length; i += 1) counts[Math.floor(sums[docs[i]!]! / inOne)]! += 1;
  let least = lists;
  for (let found = counts[least]!; least > 1 && found < wanted; found += counts[least]!) least -= 1;
  return least;
}
