/**
 * Sums of scores by doc: what several lists give the docs they have.
 *
 * A doc's sum counts from when the doc is marked, so that nothing of the length of the segment is cleared or gone through
 * but a bit a doc.
 */
import type { Arena, Bitset } from '../../docset/index.js';
import type { Weighed } from './weighed.js';

export class Sums {
  /** By doc; in the arena. */
  readonly #sums: Uint32Array;
  readonly #marks: Bitset;
  readonly #arena: Arena;

  /** Cost: O(docs of the segment / 32). */
  constructor(arena: Arena) {
    this.#arena = arena;
    this.#marks = arena.emptyBitset();
    this.#sums = arena.list(arena.size);
  }

  /**
   * Adds score · factor + base to the sum of each doc. Sums stay below 2^32.
   *
   * @param scores one per doc
   */
  add(docs: Uint32Array, scores: Uint8Array | Uint32Array, factor = 1, base = 0): void {
    this.#arena.routines.sumMarked(docs, scores, factor, base, this.#sums, this.#marks.words);
  }

  /** The same, but of what a doc has and what it would be given the greater counts. */
  raise(docs: Uint32Array, scores: Uint8Array | Uint32Array, factor = 1, base = 0): void {
    this.#arena.routines.raiseMarked(docs, scores, factor, base, this.#sums, this.#marks.words);
  }

  /** @returns the docs that have a sum, ascending; nothing may be added any more. Cost: O(these + docs of the segment / 32). */
  weighed(): Weighed {
    const arena = this.#arena;
    const count = this.#marks.count();
    const docs = this.#marks.toList(count, arena.list(count));
    const scores = arena.list(count);
    arena.routines.gather(docs, this.#sums, scores);
    return { docs, scores };
  }
}
