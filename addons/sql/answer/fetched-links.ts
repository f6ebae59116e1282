/**
 * The link column of one relationship for one answer: totals of all links, targets of the fetched ones only.
 *
 * An item may have millions of links; links that were not fetched take no memory.
 */

import { InvariantError } from '../../../src/content/errors/index.js';
import type { DocId, TermId } from '../../../src/content/model/index.js';
import type { DocLinks } from '../../../src/index/columns/index.js';
import type { FetchedLink, FetchedLinks } from './fetched-items.js';

export class FetchedLinkColumn implements DocLinks {
  /** Sums of totals may exceed 32 bits. */
  readonly #starts: Float64Array;
  /** Link → target, for fetched links. */
  readonly #targets = new Map<number, TermId>();

  /**
   * @param byDoc    fetched links of each item; undefined for an item without links
   * @param numberOf returns the term id of a target
   * Cost: O(items + fetched links).
   */
  constructor(byDoc: readonly (FetchedLinks | undefined)[], numberOf: (link: FetchedLink) => TermId) {
    this.#starts = new Float64Array(byDoc.length + 1);
    for (const [doc, links] of byDoc.entries()) {
      const start = this.#starts[doc]!;
      this.#starts[doc + 1] = start + (links?.total ?? 0);
      for (const [place, link] of links?.byPlace ?? []) this.#targets.set(start + place, numberOf(link));
    }
  }

  firstOf(doc: DocId): number {
    return this.#starts[doc]!;
  }

  countOf(doc: DocId): number {
    return this.#starts[doc + 1]! - this.#starts[doc]!;
  }

  /** @throws InvariantError if the link was not fetched */
  targetOf(link: number): TermId {
    const target = this.#targets.get(link);
    if (target === undefined) throw new InvariantError(`link ${link} was not fetched`);
    return target;
  }

  /** Nothing to fetch ahead: all links are in memory. */
  prefetchStarts(): number {
    return 0;
  }

  prefetchTargets(): number {
    return 0;
  }
}
