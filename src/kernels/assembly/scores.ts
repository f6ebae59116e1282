/**
 * Scores of listed docs: added to a 32-bit sum for each doc, or taking the maximum.
 *
 * `marks` is a bitset of docs whose sum is valid: the sum of an unmarked doc counts as 0, so sums need no clearing. A kernel marks
 * every doc of the list. A list has each doc once; the score of a doc is `scores[i] · factor + base`, modulo 2³².
 */
import { WORD_BYTES, wordAddress } from './columns';

/** Marks a doc. @param sum the address of its sum. @returns its previous sum: 0 if it was not marked */
function markSum(doc: u32, sum: usize, marks: usize): u32 {
  const address = wordAddress(marks, doc);
  const word = load<u32>(address);
  const isMarked = (word >>> doc) & 1;
  store<u32>(address, word | (1 << doc));
  // No branch: 0 - 1 is a mask of all bits, and 0 - 0 of none.
  return load<u32>(sum) & (0 - isMarked);
}

function sumScores<T>(
  docs: usize,
  docsEnd: usize,
  scores: usize,
  factor: u32,
  base: u32,
  sums: usize,
  marks: usize,
): void {
  for (; docs < docsEnd; docs += WORD_BYTES, scores += sizeof<T>()) {
    const doc = load<u32>(docs);
    const score = load<T>(scores) * factor + base;
    const sum = sums + doc * WORD_BYTES;
    store<u32>(sum, markSum(doc, sum, marks) + score);
  }
}

function raiseScores<T>(
  docs: usize,
  docsEnd: usize,
  scores: usize,
  factor: u32,
  base: u32,
  sums: usize,
  marks: usize,
): void {
  for (; docs < docsEnd; docs += WORD_BYTES, scores += sizeof<T>()) {
    const doc = load<u32>(docs);
    const score = load<T>(scores) * factor + base;
    const sum = sums + doc * WORD_BYTES;
    const previousSum = markSum(doc, sum, marks);
    store<u32>(sum, select<u32>(score, previousSum, score >= previousSum));
  }
}

/** Adds the scores to the sums; scores of 8 bits. */
export function sumScores8(
  docs: usize,
  docsEnd: usize,
  scores: usize,
  factor: u32,
  base: u32,
  sums: usize,
  marks: usize,
): void {
  sumScores<u8>(docs, docsEnd, scores, factor, base, sums, marks);
}

/** As `sumScores8`, of scores of 16 bits. */
export function sumScores16(
  docs: usize,
  docsEnd: usize,
  scores: usize,
  factor: u32,
  base: u32,
  sums: usize,
  marks: usize,
): void {
  sumScores<u16>(docs, docsEnd, scores, factor, base, sums, marks);
}

/** As `sumScores8`, of scores of 32 bits. */
export function sumScores32(
  docs: usize,
  docsEnd: usize,
  scores: usize,
  factor: u32,
  base: u32,
  sums: usize,
  marks: usize,
): void {
  sumScores<u32>(docs, docsEnd, scores, factor, base, sums, marks);
}

/** Replaces each smaller sum by the score; scores of 8 bits. */
export function raiseScores8(
  docs: usize,
  docsEnd: usize,
  scores: usize,
  factor: u32,
  base: u32,
  sums: usize,
  marks: usize,
): void {
  raiseScores<u8>(docs, docsEnd, scores, factor, base, sums, marks);
}

/** As `raiseScores8`, of scores of 16 bits. */
export function raiseScores16(
  docs: usize,
  docsEnd: usize,
  scores: usize,
  factor: u32,
  base: u32,
  sums: usize,
  marks: usize,
): void {
  raiseScores<u16>(docs, docsEnd, scores, factor, base, sums, marks);
}

/** As `raiseScores8`, of scores of 32 bits. */
export function raiseScores32(
  docs: usize,
  docsEnd: usize,
  scores: usize,
  factor: u32,
  base: u32,
  sums: usize,
  marks: usize,
): void {
  raiseScores<u32>(docs, docsEnd, scores, factor, base, sums, marks);
}
