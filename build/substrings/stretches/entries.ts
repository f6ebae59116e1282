/**
 * How the tree of a stretch is written: entries, one for all suffixes that begin with a string.
 *
 *     entry  := varint(suffixes · 4 + kind), terms unless they are as many, docs where terms have several, body
 *     body   := of a list the terms, as gaps: the first from the stretch's first one, each other less 1
 *               of a node how many branches it has, and for each its code and an entry
 *
 * Counts are varints. What a list is of, and what a node, is for the stretch's rule to say; in both, counts are exact.
 */
import { VarintCursor } from '../../../src/format/index.js';

export const LIST_OF_EACH = 0;
export const LIST = 1;
export const NODE = 2;
export const KINDS = 4;

/** What the numbers in front of an entry's body take at most. */
export const HEAD_BYTES = 24;

/** Reads entries; an object that is used again. */
export class EntryCursor extends VarintCursor {
  readonly #isRepeating: boolean;
  isNode = false;
  suffixes = 0;
  terms = 0;
  docs = 0;

  /** @param isRepeating whether terms have several docs */
  constructor(isRepeating: boolean) {
    super();
    this.#isRepeating = isRepeating;
  }

  /** Reads what stands in front of a body. */
  head(bytes: Uint8Array): void {
    const first = this.varint(bytes);
    const kind = first % KINDS;
    this.isNode = kind === NODE;
    this.suffixes = (first - kind) / KINDS;
    this.terms = kind === LIST_OF_EACH ? this.suffixes : this.varint(bytes);
    this.docs = this.#isRepeating ? this.varint(bytes) : this.terms;
  }

  /** Passes over the body of the entry whose head was read last. */
  skip(bytes: Uint8Array): void {
    if (!this.isNode) {
      for (let rest = this.terms; rest > 0; this.at += 1) if (bytes[this.at]! < 0x80) rest -= 1;
      return;
    }
    for (let rest = this.varint(bytes); rest > 0; rest -= 1) {
      this.at += 1;
      this.head(bytes);
      this.skip(bytes);
    }
  }
}

/** Terms that gather, to be made a bucket of. */
export class GatheredTerms {
  numbers = new Int32Array(2 ** 12);
  count = 0;

  reserve(more: number): void {
    if (this.count + more <= this.numbers.length) return;
    const larger = new Int32Array(Math.max(this.count + more, this.numbers.length * 2));
    larger.set(this.numbers);
    this.numbers = larger;
  }

  /** Adds all terms below the entry whose head was read last, list by list, and moves behind it. */
  add(cursor: EntryCursor, bytes: Uint8Array, first: number): void {
    if (cursor.isNode) {
      for (let rest = cursor.varint(bytes); rest > 0; rest -= 1) {
        cursor.at += 1;
        cursor.head(bytes);
        this.add(cursor, bytes, first);
      }
      return;
    }
    this.reserve(cursor.terms);
    const { numbers } = this;
    let { at } = cursor;
    let { count } = this;
    let term = first - 1;
    for (let rest = cursor.terms; rest > 0; rest -= 1) {
      let byte = bytes[at]!;
      at += 1;
      let gap = byte & 0x7f;
      for (let shift = 7; byte >= 0x80; shift += 7) {
        byte = bytes[at]!;
        at += 1;
        gap |= (byte & 0x7f) << shift;
      }
      term += gap + 1;
      numbers[count] = term;
      count += 1;
    }
    this.count = count;
    cursor.at = at;
  }
}
