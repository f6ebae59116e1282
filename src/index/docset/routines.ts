/**
 * The loops that sets of docs are combined by, in two forms that give the same answers: plain, and vectorised over the
 * memory a segment lies in (vector-routines).
 *
 * Bitsets are words, doc d is bit `d mod 32` of word `⌊d / 32⌋`. Two operands are the same array or do not overlap.
 */

export { TERM_LEAD } from '../../kernels/index.js';

/** Ordinals by doc, of any width. */
export type Ordinals = Uint8Array | Uint16Array | Uint32Array;

/** Ordinals from `low` on, `span` of them; behind the last ordinal of 32 bits comes 0. */
export interface Interval {
  readonly low: number;
  readonly span: number;
}

/** @param docs each once. @param scores one per doc. @param marks a bit for each doc of the segment. Cost: O(docs). */
type Scoring = (
  docs: Uint32Array,
  scores: Ordinals,
  factor: number,
  base: number,
  sums: Uint32Array,
  marks: Uint32Array,
) => void;

export interface Routines {
  /** Each word of `out` becomes left AND right. All three of one length. Cost of these four: O(words). */
  and(out: Uint32Array, left: Uint32Array, right: Uint32Array): void;
  or(out: Uint32Array, left: Uint32Array, right: Uint32Array): void;
  xor(out: Uint32Array, left: Uint32Array, right: Uint32Array): void;
  /** Left without right. */
  andNot(out: Uint32Array, left: Uint32Array, right: Uint32Array): void;
  /** Sets every bit, or none. Cost: O(words). */
  fill(words: Uint32Array, ones: boolean): void;
  /** Both of one length. Cost: O(words). */
  copy(out: Uint32Array, words: Uint32Array): void;
  /** Ones that two arrays of one length have in common; the ones of an array, when both are the same. */
  countAnd(left: Uint32Array, right: Uint32Array): number;
  /** Adds every doc of the list, in any order, with repetitions. */
  addAll(words: Uint32Array, docs: Uint32Array): void;
  /**
   * Makes `words` the set of the docs of some runs.
   *
   * @param terms whose runs, at least one; the docs of term t stand in `docs` from `starts[t]` to `starts[t + 1]`
   * @param room a byte for each bit of `words`; what it holds is lost
   * Cost: O(words · 32 + docs of the runs).
   */
  fillRuns(words: Uint32Array, terms: Uint32Array, starts: Uint32Array, docs: Uint32Array, room: Uint32Array): void;
  /** Takes the docs in that are not in, and out that are. @param docs unique */
  toggleAll(words: Uint32Array, docs: Uint32Array): void;
  /**
   * Writes those of the docs that are in the set into `out`, in their order.
   *
   * @param out at least as long as `docs`; may be `docs` itself
   * @returns how many were written
   */
  siftBits(docs: Uint32Array, words: Uint32Array, out: Uint32Array): number;
  /** The same of the docs whose ordinal is in the interval. */
  siftColumn(docs: Uint32Array, column: Ordinals, interval: Interval, out: Uint32Array): number;
  /**
   * The same of the docs whose term is in a set of terms.
   *
   * @param terms of the set: term t, which has ordinal t + 1, is bit t + TERM_LEAD; the bits before it are not set
   */
  siftTerms(docs: Uint32Array, column: Ordinals, terms: Uint32Array, out: Uint32Array): number;
  /**
   * Makes `out` the set of the docs whose term is in a set of terms.
   *
   * @param terms as siftTerms takes them. @param out a bit for each doc of the column
   * Cost: O(docs of the column).
   */
  fillTerms(column: Ordinals, terms: Uint32Array, out: Uint32Array): void;
  /**
   * Writes the docs whose ordinal is in the interval, ascending, until at least `wanted` are found or none is left.
   *
   * @param out at least `wanted + SCAN_SLACK` long
   * @returns how many were written, at times more than wanted
   * Cost: O(docs up to the last one written), 16 bytes of the column an iteration.
   */
  scanColumn(column: Ordinals, interval: Interval, wanted: number, out: Uint32Array): number;
  /**
   * Counts the docs of a set by their ordinals: adds 1 to `counts[column[doc]]` for each.
   *
   * @param words of the set. @param counts longer than any ordinal
   * Cost: O(words + docs).
   */
  tallyBits(words: Uint32Array, column: Ordinals, counts: Uint32Array): void;
  /** The same of listed docs. */
  tallyList(docs: Uint32Array, column: Ordinals, counts: Uint32Array): void;
  /**
   * Counts the links of listed docs by their targets.
   *
   * @param starts where each doc's links begin, and one more. @param targets of each link. @param counts by target
   * @returns how many of the docs have a link. Cost: O(docs + their links).
   */
  tallyLinks(docs: Uint32Array, starts: Uint32Array, targets: Uint32Array, counts: Uint32Array): number;
  /**
   * Writes the ordinal of each doc. @param out as long as `docs`; may be `docs` itself. Cost: O(docs).
   */
  gather(docs: Uint32Array, column: Ordinals, out: Uint32Array): void;
  /**
   * Adds `score · factor + base` to the sum of each doc, and marks it: what its sum held counts only where it is marked
   * already. All in 32 bits.
   */
  sumMarked: Scoring;
  /** The same, but of the sum and what would be added the greater is kept. */
  raiseMarked: Scoring;
  /**
   * Reads as many ascending docs as `out` has room for, as VarintCursor.ascending does.
   *
   * @returns how many bytes they take
   */
  readAscending(bytes: Uint8Array, out: Uint32Array): number;
  /** Writes the docs of the set, ascending. @param out as long as there are. @returns how many */
  listBits(words: Uint32Array, out: Uint32Array): number;
}

/** How many docs more than wanted `scanColumn` may write. */
export const SCAN_SLACK = 15;
