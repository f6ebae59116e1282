/**
 * A source: the docs of one condition, located but not read yet.
 *
 * Every source has an exact size and can test a doc in constant time (for a relationship: in the number of the doc's links);
 * the planner orders and intersects sources by these. Costs are nanoseconds (index/costs).
 * Elsewhere: sources by structure (range-source, list-source, substring-source), sources of conditions (conditions/).
 */
import type { DocId, TermId } from '../../../content/model/index.js';
import type { OrdinalColumn } from '../../../index/columns/index.js';
import type { Arena, Bitset, Interval } from '../../../index/docset/index.js';
import type { ValueColumns } from '../../facets/index.js';

/** The docs whose ordinal in a column is in an interval. */
export interface ColumnInterval {
  readonly column: OrdinalColumn;
  readonly ordinals: Interval;
}

/** A run of terms of one field. Two conditions on one field can be merged into one run. */
export interface TermRange {
  readonly values: ValueColumns;
  readonly start: TermId;
  readonly end: TermId;
}

/** A set of terms of one field that is not enumerated yet. */
export interface TermChoice {
  readonly values: ValueColumns;
  /** Adds the terms to a set, which may already have other terms. */
  mark(terms: Bitset, arena: Arena): void;
  /** Cost of `mark`. */
  readonly markCost: number;
}

export interface Source {
  /** Exact number of docs. */
  readonly size: number;
  /** Whether `docs()` ascends. */
  readonly ascends: boolean;
  /** Name of the structure that answers, for explanations. */
  readonly structure: string;
  /** The first docs in export order, if they are stored; fewer than `size`. */
  readonly first?: Uint32Array;
  has(doc: DocId): boolean;
  /** Cost of one `has`. */
  readonly testCost: number;
  /** The ordinals of a column that exactly its docs have; with it, many docs are tested in one call. */
  readonly interval?: ColumnInterval;
  /** The docs as bits, if these are stored or were computed during planning; read-only. */
  readonly readyBits?: Bitset;
  /** @returns the docs, each once; possibly a view, so the caller must not change it. Cost: at most O(size). */
  docs(arena: Arena): Uint32Array;
  /** Cost of `docs`. */
  readonly listCost: number;
  /** Overwrites `bits` with the docs. */
  fill(bits: Bitset, arena: Arena): void;
  /** Cost of `fill`. */
  readonly fillCost: number;
  /** Present if the docs are the docs of neighbouring terms. */
  readonly range?: TermRange;
  /** Present if the docs are the docs of scattered terms; then many docs are tested by a set of these terms. */
  readonly terms?: TermChoice;
}
