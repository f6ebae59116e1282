/**
 * Key columns: the structures by which one sort key orders docs, for stored orders, distances and fields of related items.
 *
 * Elsewhere: ordering (order), fields of related items (hop-order).
 */
import { InvariantError } from '../../../content/errors/index.js';
import {
  haversine,
  type Location,
  latitudeUnits,
  longitudeUnits,
  type Origin,
  originOf,
  type TermId,
  type TermOrdinal,
  termOf,
} from '../../../content/model/index.js';
import { fieldIndex, type SortableIndex, type TypeSegment } from '../../../index/segment/index.js';
import type { NumberTerms } from '../../../index/termdict/index.js';
import type { ValueColumns } from '../../facets/index.js';
import type { SortKey } from '../query-tree.js';

export interface KeyColumn extends ValueColumns {
  readonly descending: boolean;
  /** Present if the key orders by distance. */
  readonly distance?: DistanceOrder;
  /** Present for a field of related items; its column is filled on demand, for given docs. */
  readonly hop?: RelatedOrder;
}

/** The order of a field of related items (hop-order). */
export interface RelatedOrder {
  /** Writes the values of these docs into the column. */
  fill(docs: Uint32Array): void;
  /** Cost of `fill`, per doc. */
  readonly fillCost: number;
  /** @returns the docs with the value, in any order; valid until the next call */
  docsOf(term: TermId): Uint32Array;
  /** @returns the docs without a value, in any order; valid until the next call */
  docsWithoutValue(): Uint32Array;
}

/** Distances of the locations of a field from one origin. */
export interface DistanceOrder {
  readonly from: Origin;
  readonly terms: NumberTerms;
  /** @param ordinal of a location. @returns the haversine, negated if descending: the smallest comes first */
  of(ordinal: TermOrdinal): number;
}

function distanceOrder(terms: NumberTerms, place: Location, descending: boolean): DistanceOrder {
  const from = originOf(place);
  const sign = descending ? -1 : 1;
  return {
    from,
    terms,
    of(ordinal) {
      const location = terms.at(termOf(ordinal));
      return sign * haversine(from, latitudeUnits(location), longitudeUnits(location));
    },
  };
}

/** @throws InvariantError if the field was not checked against the segment's model */
export function sortableIndex(segment: TypeSegment, field: string): SortableIndex {
  const index = fieldIndex(segment, field);
  if (index === undefined || index.kind === 'links' || index.kind === 'textLists' || index.kind === 'locales')
    throw new InvariantError(`no index to sort by ${field}`);
  return index;
}

/** The column of a key on a field of the segment itself, not of a related item. */
export function keyColumn(segment: TypeSegment, { field, descending, from }: SortKey): KeyColumn {
  const index = sortableIndex(segment, field);
  if (index.kind === 'text' && index.natural !== undefined) {
    return { ...index.natural, quantiles: undefined, descending };
  }
  const { column, postings, quantiles } = index;
  if (from === undefined) return { column, postings, quantiles, descending };
  if (index.kind !== 'numbers') throw new InvariantError(`${field} is not a location: it has no distances`);
  return { column, postings, quantiles, descending, distance: distanceOrder(index.terms, from, descending) };
}
