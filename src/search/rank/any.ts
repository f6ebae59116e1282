/**
 * The docs that answer any of many words, by the evidence they have: what a long question asks for.
 *
 * Every list is added up doc by doc in one array of the segment's length: of so many words most docs have some, so that
 * comparing lists with each other would cost more than going through this array once.
 */
import type { Arena } from '../../docset/index.js';
import { WEIGHTS } from '../match/expand.js';
import type { SearchIndex } from '../search-index.js';
import type { Weighed } from './weighed.js';

/** What docs with all words have more than others: the sum of 200 words' scores, each below 2^23.2, is less. */
export const WHOLE = 2 ** 31;

/** Adding a doc of a list to the sums, and looking at one sum, in nanoseconds. */
const ADDED = 6;
const LOOKED_AT = 3;

/** Sums of scores by doc. */
export class Evidence {
  /** In the arena. */
  readonly #sums: Uint32Array;

  /** Cost: O(docs of the segment). */
  constructor(arena: Arena) {
    arena.budget.spend(arena.size * LOOKED_AT);
    this.#sums = arena.list(arena.size).fill(0);
  }

  add({ docs, scores }: Weighed): void {
    const sums = this.#sums;
    for (let i = 0; i < docs.length; i += 1) sums[docs[i]!]! += scores[i]!;
  }

  /** Adds a stem's list. Cost: O(docs of the list). */
  addList(index: SearchIndex, list: number, factor: number, arena: Arena): void {
    arena.budget.spend(index.count(list) * ADDED);
    const mark = arena.mark();
    const { docs, impacts } = index.read(list, arena);
    const sums = this.#sums;
    const weight = WEIGHTS.word * factor;
    for (let i = 0; i < docs.length; i += 1) sums[docs[i]!]! += impacts[i]! * weight;
    arena.release(mark);
  }

  /** Puts docs before all others. */
  prefer(docs: Uint32Array): void {
    for (let i = 0; i < docs.length; i += 1) this.#sums[docs[i]!]! += WHOLE;
  }

  /** @returns the docs that have any, ascending; nothing may be added any more. Cost: O(docs of the segment). */
  weighed(arena: Arena): Weighed {
    const sums = this.#sums;
    const docs = arena.list(sums.length);
    let count = 0;
    for (let doc = 0; doc < sums.length; doc += 1) {
      const sum = sums[doc]!;
      if (sum === 0) continue;
      docs[count] = doc;
      // What stands there has been read.
      sums[count] = sum;
      count += 1;
    }
    return { docs: docs.subarray(0, count), scores: sums.subarray(0, count) };
  }
}
