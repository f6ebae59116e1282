/**
 * A source: the docs of one condition, located but not read yet.
 *
 * Every source knows its exact size and can test a doc in constant time (of a relationship: in the links of the doc),
 * which is what the planner orders and intersects by. Costs are nanoseconds (costs).
 * Elsewhere: sources by structure (range-source, list-source, substring-source), from conditions (conditions).
 */
import type { DocId, TermId } from '../../../content/model/index.js';
import type { OrdinalColumn } from '../../../index/columns/index.js';
import type { Arena, Bitset, Interval } from '../../../index/docset/index.js';
import type { ValueColumns } from '../../facets/index.js';

/** Those docs whose ordinals in a column are of an interval. */
export interface ColumnInterval {
  readonly column: OrdinalColumn;
  readonly ordinals: Interval;
}

/** A run of terms of one field: what two conditions on one field can be folded into. */
export interface TermRange {
  readonly values: ValueColumns;
  readonly start: TermId;
  readonly end: TermId;
}

/** A set of terms of one field, not enumerated yet. */
export interface TermChoice {
  readonly values: ValueColumns;
  /** Adds the terms to a set, which may have others already. */
  mark(terms: Bitset, arena: Arena): void;
  /** Cost of `mark`. */
  readonly markCost: number;
}

export interface Source {
  /** Exactly how many docs. */
  readonly size: number;
  /** Whether `docs()` ascends. */
  readonly ascends: boolean;
  /** Name of the structure that answers, for explanations. */
  readonly structure: string;
  /** The first docs in the export's order, where they are stored; fewer than `size`. */
  readonly first?: Uint32Array;
  has(doc: DocId): boolean;
  /** Cost of one `has`. */
  readonly testCost: number;
  /** The ordinals of a column that its docs have and no others: then many docs are tested at once. */
  readonly interval?: ColumnInterval;
  /** The docs as bits, if these are stored or were made during planning; read-only. */
  readonly readyBits?: Bitset;
  /** The docs, each once; a view where one exists, so not to be changed. Cost: at most O(size). */
  docs(arena: Arena): Uint32Array;
  /** Cost of `docs`. */
  readonly listCost: number;
  /** Makes `bits`, whatever it holds, the set of the docs. */
  fill(bits: Bitset, arena: Arena): void;
  /** Cost of `fill`. */
  readonly fillCost: number;
  /** Present if the docs are those of neighbouring terms. */
  readonly range?: TermRange;
  /** Present if the docs are those of scattered terms: then many docs are tested by a set of these terms. */
  readonly terms?: TermChoice;
}
