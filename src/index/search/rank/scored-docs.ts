/**
 * Scored docs, and their combinations: intersection, union, and the docs that match enough words.
 */
import type { Arena } from '../../docset/index.js';
import { chooseSearch } from './list-search.js';

/** Docs with scores, in the arena. */
export interface ScoredDocs {
  /** Ascending. */
  readonly docs: Uint32Array;
  /** One per doc, above 0. */
  readonly scores: Uint32Array;
}

/** @param shorter the shorter list. @returns the docs in both, with the sums of scores. Cost: O(both), or O(short · log(long / short)). */
export function intersectScored(shorter: ScoredDocs, longer: ScoredDocs, arena: Arena): ScoredDocs {
  const docs = arena.list(shorter.docs.length);
  const scores = arena.list(shorter.docs.length);
  const findDoc = chooseSearch(longer.docs, shorter.docs.length);
  let count = 0;
  let longerIndex = 0;
  for (let i = 0; i < shorter.docs.length; i += 1) {
    const doc = shorter.docs[i]!;
    longerIndex = findDoc(longer.docs, longerIndex, doc);
    if (longerIndex === longer.docs.length) break;
    if (longer.docs[longerIndex] !== doc) continue;
    docs[count] = doc;
    scores[count] = shorter.scores[i]! + longer.scores[longerIndex]!;
    count += 1;
  }
  return { docs: docs.subarray(0, count), scores: scores.subarray(0, count) };
}

/** @returns the docs in either list, with the greater score if a doc is in both. Cost: O(both). */
export function uniteBest(left: ScoredDocs, right: ScoredDocs, arena: Arena): ScoredDocs {
  const docs = arena.list(left.docs.length + right.docs.length);
  const scores = arena.list(docs.length);
  let leftIndex = 0;
  let rightIndex = 0;
  let count = 0;
  while (leftIndex < left.docs.length && rightIndex < right.docs.length) {
    const leftDoc = left.docs[leftIndex]!;
    const rightDoc = right.docs[rightIndex]!;
    const isInLeft = leftDoc <= rightDoc;
    const isInRight = rightDoc <= leftDoc;
    docs[count] = Math.min(leftDoc, rightDoc);
    scores[count] = Math.max(isInLeft ? left.scores[leftIndex]! : 0, isInRight ? right.scores[rightIndex]! : 0);
    if (isInLeft) leftIndex += 1;
    if (isInRight) rightIndex += 1;
    count += 1;
  }
  const isLeftRemaining = leftIndex < left.docs.length;
  const remainder = isLeftRemaining ? left : right;
  const remainderStart = isLeftRemaining ? leftIndex : rightIndex;
  docs.set(remainder.docs.subarray(remainderStart), count);
  scores.set(remainder.scores.subarray(remainderStart), count);
  count += remainder.docs.length - remainderStart;
  return { docs: docs.subarray(0, count), scores: scores.subarray(0, count) };
}

/** Added to a doc's score per matched word: more than the scores of up to 15 words, each below 2^24, together. */
export const PER_WORD = 2 ** 28;

/**
 * Keeps in several lists, in place, the docs that match the most words, requiring fewer words until enough docs are kept.
 *
 * @param lists      scores include {@link PER_WORD} per matched word
 * @param words      number of words, at most 15
 * @param docsWanted minimum number of docs to keep, if at least this many match
 */
export function keepMostWords(lists: readonly ScoredDocs[], words: number, docsWanted: number): readonly ScoredDocs[] {
  const counts = new Uint32Array(16);
  for (const { scores } of lists) for (let i = 0; i < scores.length; i += 1) counts[scores[i]! >>> 28]! += 1;
  let wordsRequired = words;
  let docCount = counts[wordsRequired]!;
  while (wordsRequired > 1 && docCount < docsWanted) {
    wordsRequired -= 1;
    docCount += counts[wordsRequired]!;
  }
  return wordsRequired === 1 ? lists : lists.map((scored) => keepScored(scored, wordsRequired * PER_WORD));
}

function keepScored({ docs, scores }: ScoredDocs, minimum: number): ScoredDocs {
  let count = 0;
  for (let i = 0; i < docs.length; i += 1) {
    docs[count] = docs[i]!;
    scores[count] = scores[i]!;
    // No branch: the processor could not predict it.
    count += Number(scores[i]! >= minimum);
  }
  return { docs: docs.subarray(0, count), scores: scores.subarray(0, count) };
}
