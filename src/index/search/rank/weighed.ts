/**
 * Docs with scores, and what becomes of several such lists: the docs of all, or of enough of them, with their sums.
 */

import type { Arena } from '../../docset/index.js';
import { finderIn } from './finder.js';

/** In the arena. */
export interface Weighed {
  /** Ascending. */
  readonly docs: Uint32Array;
  /** One per doc, above 0. */
  readonly scores: Uint32Array;
}

/** @param short the shorter one. @returns the docs of both. Cost: O(both), or O(short · log(long / short)). */
export function common(short: Weighed, long: Weighed, arena: Arena): Weighed {
  const docs = arena.list(short.docs.length);
  const scores = arena.list(short.docs.length);
  const find = finderIn(long.docs, short.docs.length);
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

/** What a doc is given for each list it is in, beside its scores: of up to 15 lists these stay below it, each below 2^24. */
export const IN_ONE = 2 ** 28;

/**
 * Keeps in each of several lists, where they lie, the docs of as many words as it takes for enough of them in all.
 *
 * @param several with {@link IN_ONE} in the scores for each of the words that the doc answers
 * @param words   how many there are, at most 15
 * @param wanted  how many docs there shall be at least, as far as there are
 */
export function atLeast(several: readonly Weighed[], words: number, wanted: number): readonly Weighed[] {
  const counts = new Uint32Array(16);
  for (const { scores } of several) for (let i = 0; i < scores.length; i += 1) counts[scores[i]! >>> 28]! += 1;
  let least = words;
  for (let found = counts[least]!; least > 1 && found < wanted; found += counts[least]!) least -= 1;
  return least === 1 ? several : several.map((weighed) => ofWords(weighed, least * IN_ONE));
}

function ofWords({ docs, scores }: Weighed, least: number): Weighed {
  let kept = 0;
  for (let i = 0; i < docs.length; i += 1) {
    docs[kept] = docs[i]!;
    scores[kept] = scores[i]!;
    // No branch: whether a doc is kept cannot be foretold.
    kept += Number(scores[i]! >= least);
  }
  return { docs: docs.subarray(0, kept), scores: scores.subarray(0, kept) };
}
