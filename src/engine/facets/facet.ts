/**
 * Facets and statistics, as they are asked for and as they are answered.
 */
import type { Location, shownNumber } from '../../content/model/index.js';
import type { OrdinalColumn } from '../../index/columns/index.js';
import type { Bitset } from '../../index/docset/index.js';
import type { Quantiles, RunPostings } from '../../index/postings/index.js';

export const PERIODS = ['year', 'month', 'day'] as const;
export type Period = (typeof PERIODS)[number];

/** One end of a range: the least whole number of the field's units that is not below it, and how it is shown. */
export interface RangeEnd {
  readonly units: bigint;
  readonly label: number | string;
}

/** What is counted together: each value by itself, the instants of a period, or the numbers of a range. */
export type Grouping =
  | { readonly kind: 'values' }
  | { readonly kind: 'period'; readonly period: Period }
  /** Ascending, each once; below the first is a range, and from the last on another. */
  | { readonly kind: 'ranges'; readonly ends: readonly RangeEnd[] }
  /** The same of distances; ends in millimetres, shown in metres. */
  | { readonly kind: 'distances'; readonly from: Location; readonly ends: readonly RangeEnd[] };

export interface FacetQuery {
  /** A field's name. */
  readonly field: string;
  /** How many values are shown. */
  readonly limit: number;
  readonly grouping: Grouping;
  /** What the values begin with, in UTF-8; of relationships, the ids. */
  readonly prefix: Uint8Array | undefined;
  /** Whether values are shown in their own order, not the most frequent first. */
  readonly isByValue: boolean;
  /** Whether items are counted as if no condition on the field alone were there. */
  readonly ignoresOwnConditions: boolean;
}

/** As it is shown. */
export type FacetValue =
  | ReturnType<typeof shownNumber>
  | { readonly type: string; readonly id: string }
  | { readonly from?: number | string; readonly to?: number | string };

export interface LabelledValue {
  readonly value: FacetValue;
  /** What orders values of one field, also of several types. */
  readonly sortKey: number | bigint | Uint8Array;
}

export interface CountedValue extends LabelledValue {
  readonly count: number;
}

export interface FacetResult {
  readonly field: string;
  /** Up to the limit. */
  readonly values: readonly CountedValue[];
  /** How many different values there are in all. */
  readonly total: number;
  /** How many items have none. */
  readonly missing: number;
}

/** Of the values of one field; sums in units of 10^-precision. */
export interface Statistics {
  readonly count: number;
  readonly missing: number;
  readonly least: LabelledValue | undefined;
  readonly greatest: LabelledValue | undefined;
  /** Of numbers alone. */
  readonly sum?: bigint;
}

/** A field's values, by doc and by value. */
export interface ValueColumns {
  readonly column: OrdinalColumn;
  readonly postings: RunPostings;
  readonly quantiles: Quantiles | undefined;
}

/** The docs that are counted, in whatever form they are there. Costs are nanoseconds. */
export interface SelectedDocs {
  /** Exactly how many. */
  readonly count: number;
  /** Whether these are all docs of the segment. */
  readonly isAll: boolean;
  /** Whether `docs()` ascends. */
  readonly ascends: boolean;
  /** Each once; not to be changed. */
  docs(): Uint32Array;
  /** What `docs` costs. */
  readonly listCost: number;
  /** The docs as bits; not to be changed. */
  bits(): Bitset;
  /** What `bits` costs: 0 where they are there. */
  readonly bitsCost: number;
}
