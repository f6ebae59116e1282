/**
 * Scored docs, and their combinations: intersection, union, and the docs that match enough words.
 */
import type { Arena } from '../../docset/index.js';
import { searchIn } from './list-search.js';

/** Docs with scores, in the arena. */
export interface ScoredDocs {
  /** Ascending. */
  readonly docs: Uint32Array;
  /** One per doc, above 0. */
  readonly scores: Uint32Array;
}

/** @param short the shorter list. @returns the docs in both, with the sums of scores. Cost: O(both), or O(short · log(long / short)). */
export function intersectScored(short: ScoredDocs, long: ScoredDocs, arena: Arena): ScoredDocs {
  const docs = arena.list(short.docs.length);
  const scores = arena.list(short.docs.length);
  const find = searchIn(long.docs, short.docs.length);
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

/** @returns the docs in either list, with the greater score if a doc is in both. Cost: O(both). */
export function uniteBest(one: ScoredDocs, other: ScoredDocs, arena: Arena): ScoredDocs {
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

/** Added to a doc's score per matched word: more than the scores of up to 15 words, each below 2^24, together. */
export const PER_WORD = 2 ** 28;

/**
 * Keeps in several lists, in place, the docs that match the most words, requiring fewer words until enough docs are kept.
 *
 * @param lists scores include {@link PER_WORD} per matched word
 * @param words   number of words, at most 15
 * @param docsWanted  minimum number of docs to keep, if there are so many
 */
export function withMostWords(lists: readonly ScoredDocs[], words: number, docsWanted: number): readonly ScoredDocs[] {
  const counts = new Uint32Array(16);
  for (const { scores } of lists) for (let i = 0; i < scores.length; i += 1) counts[scores[i]! >>> 28]! += 1;
  let wordsRequired = words;
  for (
    let docCount = counts[wordsRequired]!;
    wordsRequired > 1 && docCount < docsWanted;
    docCount += counts[wordsRequired]!
  )
    wordsRequired -= 1;
  return wordsRequired === 1 ? lists : lists.map((weighed) => withScore(weighed, wordsRequired * PER_WORD));
}

function withScore({ docs, scores }: ScoredDocs, minimum: number): ScoredDocs {
  let count = 0;
  for (let i = 0; i < docs.length; i += 1) {
    docs[count] = docs[i]!;
    scores[count] = scores[i]!;
    // No branch: the processor could not predict it.
    count += Number(scores[i]! >= minimum);
  }
  return { docs: docs.subarray(0, count), scores: scores.subarray(0, count) };
}
