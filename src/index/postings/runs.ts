/**
 * Posting lists: term index → ascending, unique doc ids.
 *
 * A list is a run, a slice of the docs in value order; nothing is decoded to read it:
 *
 *     starts   | 0 | 2 | 3 | 5 |                    one entry more than terms
 *     docs     | 4   9 | 0 | 2   7 | 1   3 … |      runs of the terms 0, 1 and 2, then the docs without a value
 *
 * Invariants: starts[i] <= starts[i + 1]; doc ids ascend within a run; frozen after opening.
 * Elsewhere: finding the term (termdict), combining lists (docset), writing them (build/columns).
 */
import { type TermId, termId } from '../../content/model/index.js';

export class RunPostings {
  /** Every doc of the segment once; for a to-many relationship once per distinct target, and none without a target. */
  readonly docs: Uint32Array;
  /** The run of term i is `docs[starts[i], starts[i + 1])`; one entry more than terms. */
  readonly starts: Uint32Array;

  constructor(docs: Uint32Array, starts: Uint32Array) {
    this.docs = docs;
    this.starts = starts;
  }

  /** @returns the number of postings of the terms `[start, end)`: a doc counts once per term. Cost: O(1). */
  count(start: TermId, end: TermId): number {
    return this.starts[end]! - this.starts[start]!;
  }

  /** Number of terms. */
  get termCount(): TermId {
    return termId(this.starts.length - 1);
  }

  /** @returns the number of docs of the term. Cost: O(1). */
  countOf(term: TermId): number {
    return this.starts[term + 1]! - this.starts[term]!;
  }

  /** @returns a view of the term's docs, ascending. Cost: O(1). */
  runOf(term: TermId): Uint32Array {
    return this.docs.subarray(this.starts[term]!, this.starts[term + 1]!);
  }

  /** Number of docs with a value; for a to-many relationship, the number of postings. */
  get populated(): number {
    return this.starts[this.starts.length - 1]!;
  }

  /** @returns a view of the docs of the terms `[start, end)`; ascending if that is one term. Cost: O(1). */
  run(start: TermId, end: TermId): Uint32Array {
    return this.docs.subarray(this.starts[start]!, this.starts[end]!);
  }

  /** @returns a view of the docs without a value, ascending */
  unpopulated(): Uint32Array {
    return this.docs.subarray(this.populated);
  }
}
