/**
 * Posting lists: term index → ascending, unique doc ids.
 *
 * A list is a run in the permutation of docs by value; nothing is decoded to read it. The docs whose field is not
 * populated come behind the last run, ascending too.
 * Invariants: starts[i] <= starts[i + 1]; within a run ids ascend; frozen after open.
 * Elsewhere: finding the term (termdict), combining lists (docset), writing them (build/columns).
 */
export class RunPostings {
  /** Every doc of the segment once (of a to-many relationship: once per distinct target, and no tail). */
  readonly docs: Uint32Array;
  /** Run of term i is `docs[starts[i], starts[i + 1])`; one more entry than terms. */
  readonly starts: Uint32Array;

  constructor(docs: Uint32Array, starts: Uint32Array) {
    this.docs = docs;
    this.starts = starts;
  }

  /** @returns how many docs the terms `[start, end)` have together, counting a doc once per term. Cost: O(1). */
  count(start: number, end: number): number {
    return this.starts[end]! - this.starts[start]!;
  }

  /** How many docs are populated (of a to-many relationship: how many entries there are). */
  get populated(): number {
    return this.starts[this.starts.length - 1]!;
  }

  /** A view of the docs of the terms `[start, end)`; ascending where that is one term. Cost: O(1). */
  run(start: number, end: number): Uint32Array {
    return this.docs.subarray(this.starts[start]!, this.starts[end]!);
  }

  /** A view of the docs that are not populated, ascending. */
  unpopulated(): Uint32Array {
    return this.docs.subarray(this.populated);
  }
}
