/**
 * Sums of scores per doc, over several posting lists.
 *
 * A sum is valid only if its doc is marked, so nothing but one bit per doc of the segment is cleared or scanned.
 */
import type { Arena, Bitset } from '../../docset/index.js';
import type { ScoredDocs } from './scored-docs.js';

export class ScoreSums {
  /** Doc → sum; in the arena. */
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

  /** Raises the sum of each doc to score · factor + base if it is less. */
  raise(docs: Uint32Array, scores: Uint8Array | Uint32Array, factor = 1, base = 0): void {
    this.#arena.routines.raiseMarked(docs, scores, factor, base, this.#sums, this.#marks.words);
  }

  /** @returns the docs with a sum, ascending; call it last. Cost: O(these + docs of the segment / 32). */
  scoredDocs(): ScoredDocs {
    const arena = this.#arena;
    const count = this.#marks.count();
    const docs = this.#marks.toList(count, arena.list(count));
    const scores = arena.list(count);
    arena.routines.gather(docs, this.#sums, scores);
    return { docs, scores };
  }
}
