/**
 * The interface of the loops that combine sets of docs. Two implementations give the same results: plain (plain-routines), and
 * vectorised over the memory of a segment (vector-routines).
 *
 * A bitset is an array of words: doc d is bit `d mod 32` of word `⌊d / 32⌋`. Two operands are the same array or do not overlap.
 */

export { TERM_LEAD } from '../../kernels/index.js';

/** Doc → ordinal, in any width. */
export type Ordinals = Uint8Array | Uint16Array | Uint32Array;

/** The ordinals `[low, low + span)`, modulo 2³². */
export interface Interval {
  readonly low: number;
  readonly span: number;
}

/** @param docs distinct docs. @param scores one per doc. @param marks one bit for each doc of the segment. Cost: O(docs). */
type Scoring = (
  docs: Uint32Array,
  scores: Ordinals,
  factor: number,
  base: number,
  sums: Uint32Array,
  marks: Uint32Array,
) => void;

export interface Routines {
  /** Sets each word of `out` to left AND right. The three arrays have the same length. Cost of `and` to `andNot`: O(words). */
  and(out: Uint32Array, left: Uint32Array, right: Uint32Array): void;
  or(out: Uint32Array, left: Uint32Array, right: Uint32Array): void;
  xor(out: Uint32Array, left: Uint32Array, right: Uint32Array): void;
  /** Sets each word of `out` to left AND NOT right. */
  andNot(out: Uint32Array, left: Uint32Array, right: Uint32Array): void;
  /** Sets or clears all bits. Cost: O(words). */
  fill(words: Uint32Array, ones: boolean): void;
  /** Copies `words` to `out`, of the same length. Cost: O(words). */
  copy(out: Uint32Array, words: Uint32Array): void;
  /** @returns the number of bits that are set in both arrays, of the same length */
  countAnd(left: Uint32Array, right: Uint32Array): number;
  /** Adds every doc of the list, which may be in any order and have repetitions. */
  addAll(words: Uint32Array, docs: Uint32Array): void;
  /**
   * Fills `words` with the set of the docs of some runs.
   *
   * @param terms the terms of the runs, at least one; the docs of term t are `docs[starts[t], starts[t + 1])`
   * @param flags scratch memory: a byte for each bit of `words`
   * Cost: O(words · 32 + docs of the runs).
   */
  fillRuns(words: Uint32Array, terms: Uint32Array, starts: Uint32Array, docs: Uint32Array, flags: Uint32Array): void;
  /** Adds the docs that are not in the set, and removes the docs that are. @param docs distinct docs */
  toggleAll(words: Uint32Array, docs: Uint32Array): void;
  /**
   * Writes the docs that are in the set, in their order.
   *
   * @param out at least as long as `docs`; may be `docs` itself
   * @returns the number of written docs
   */
  siftBits(docs: Uint32Array, words: Uint32Array, out: Uint32Array): number;
  /** Does the same as `siftBits`, for docs whose ordinal is in the interval. */
  siftColumn(docs: Uint32Array, column: Ordinals, interval: Interval, out: Uint32Array): number;
  /**
   * Does the same as `siftBits`, for docs whose term is in a set of terms.
   *
   * @param terms the set of terms: term t, which has ordinal t + 1, is bit t + TERM_LEAD; the bits before the first term are 0
   */
  siftTerms(docs: Uint32Array, column: Ordinals, terms: Uint32Array, out: Uint32Array): number;
  /**
   * Fills `out` with the set of docs whose term is in a set of terms.
   *
   * @param terms as in `siftTerms`. @param out one bit for each doc of the column
   * Cost: O(docs of the column).
   */
  fillTerms(column: Ordinals, terms: Uint32Array, out: Uint32Array): void;
  /**
   * Writes the docs whose ordinal is in the interval, ascending, until at least `docsWanted` are written or the column ends.
   *
   * @param out at least `docsWanted + SCAN_SLACK` long
   * @returns the number of written docs, at most `docsWanted + SCAN_SLACK`
   * Cost: O(docs up to the last written one); an iteration reads 16 bytes of the column.
   */
  scanColumn(column: Ordinals, interval: Interval, docsWanted: number, out: Uint32Array): number;
  /**
   * Counts the docs of a set by their ordinals: adds 1 to `counts[column[doc]]` for each.
   *
   * @param words the set. @param counts its length is above every ordinal
   * Cost: O(words + docs).
   */
  tallyBits(words: Uint32Array, column: Ordinals, counts: Uint32Array): void;
  /** Does the same as `tallyBits`, for listed docs. */
  tallyList(docs: Uint32Array, column: Ordinals, counts: Uint32Array): void;
  /**
   * Counts the links of listed docs by their targets.
   *
   * @param starts doc → index of its first link, with one more entry. @param targets link → target. @param counts by target
   * @returns the number of docs with a link. Cost: O(docs + their links).
   */
  tallyLinks(docs: Uint32Array, starts: Uint32Array, targets: Uint32Array, counts: Uint32Array): number;
  /**
   * Writes the ordinal of each doc. @param out as long as `docs`; may be `docs` itself. Cost: O(docs).
   */
  gather(docs: Uint32Array, column: Ordinals, out: Uint32Array): void;
  /**
   * Adds `score · factor + base` to the sum of each doc, modulo 2³², and marks the doc. The sum of an unmarked doc counts as 0.
   */
  sumMarked: Scoring;
  /** Does the same as `sumMarked`, but replaces the sum by `score · factor + base` if that is greater, instead of adding. */
  raiseMarked: Scoring;
  /**
   * Decodes ascending docs until `out` is full, as VarintCursor.ascending does.
   *
   * @returns the number of bytes read
   */
  readAscending(bytes: Uint8Array, out: Uint32Array): number;
  /** Writes the docs of the set, ascending. @param out room for all of them. @returns the number of docs */
  listBits(words: Uint32Array, out: Uint32Array): number;
}

/** Maximum number of docs that `scanColumn` writes in addition to `docsWanted`. */
export const SCAN_SLACK = 15;
