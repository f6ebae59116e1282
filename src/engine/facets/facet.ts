/**
 * Facets and statistics: their queries and their results.
 */
import type { deliveredNumber, Location } from '../../content/model/index.js';
import type { OrdinalColumn } from '../../index/columns/index.js';
import type { Bitset } from '../../index/docset/index.js';
import type { Quantiles, RunPostings } from '../../index/postings/index.js';

export const PERIODS = ['year', 'month', 'day'] as const;
export type Period = (typeof PERIODS)[number];

/** One end of a range: the least whole number of the field's units that is not below it, and its label. */
export interface RangeEnd {
  readonly units: bigint;
  readonly label: number | string;
}

/** The values that are counted together: each value by itself, the instants of a period, or the numbers of a range. */
export type Grouping =
  | { readonly kind: 'values' }
  | { readonly kind: 'period'; readonly period: Period }
  /** Ends ascend and are unique; one range is below the first end, another from the last end on. */
  | { readonly kind: 'ranges'; readonly ends: readonly RangeEnd[] }
  /** Ranges of distances; ends in millimetres, labels in metres. */
  | { readonly kind: 'distances'; readonly from: Location; readonly ends: readonly RangeEnd[] };

export interface FacetQuery {
  /** A field's name. */
  readonly field: string;
  /** Maximum number of values in the result. */
  readonly limit: number;
  readonly grouping: Grouping;
  /** Prefix of the counted values, in UTF-8; for relationships, of the target ids. */
  readonly prefix: Uint8Array | undefined;
  /** Whether values are sorted by value; otherwise the most frequent come first. */
  readonly isByValue: boolean;
  /** Whether the conditions on this field alone are ignored when items are counted. */
  readonly ignoresOwnConditions: boolean;
}

/** A value as the response shows it. */
export type FacetValue =
  | ReturnType<typeof deliveredNumber>
  | { readonly type: string; readonly id: string }
  | { readonly from?: number | string; readonly to?: number | string };

export interface LabelledValue {
  readonly value: FacetValue;
  /** Sort key: compares values of one field, also across types. */
  readonly sortKey: number | bigint | Uint8Array;
}

export interface CountedValue extends LabelledValue {
  readonly count: number;
}

export interface FacetResult {
  readonly field: string;
  /** Up to the limit. */
  readonly values: readonly CountedValue[];
  /** Number of different values, beyond the limit too. */
  readonly total: number;
  /** Number of items without a value. */
  readonly missing: number;
}

/** Statistics of the values of one field; sums in units of 10^-precision. */
export interface Statistics {
  readonly count: number;
  readonly missing: number;
  readonly least: LabelledValue | undefined;
  readonly greatest: LabelledValue | undefined;
  /** Present for numbers. */
  readonly sum?: bigint;
}

/** A field's values, by doc and by value. */
export interface ValueColumns {
  readonly column: OrdinalColumn;
  readonly postings: RunPostings;
  readonly quantiles: Quantiles | undefined;
}

/** The docs that are counted, as a list or as bits, whichever exists or is cheaper. Costs are nanoseconds. */
export interface SelectedDocs {
  /** Exact number of docs. */
  readonly count: number;
  /** Whether these are all docs of the segment. */
  readonly isAll: boolean;
  /** Whether `docs()` ascends. */
  readonly ascends: boolean;
  /** @returns the docs, each once; the caller must not change the array */
  docs(): Uint32Array;
  /** Cost of `docs`. */
  readonly listCost: number;
  /** @returns the docs as bits; the caller must not change them */
  bits(): Bitset;
  /** Cost of `bits`: 0 if they exist. */
  readonly bitsCost: number;
}
