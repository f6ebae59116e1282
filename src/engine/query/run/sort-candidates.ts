/**
 * Sorts candidates, the listed docs of possibly several segments, by the values of sort keys. Ties keep the list's order.
 *
 * Within one type, the rank of a value takes the place of the value. Values of several types and distances have no ranks in
 * common, so they are compared.
 */
import { choose } from '../../../content/choices/index.js';
import { InvariantError } from '../../../content/errors/index.js';
import {
  collatorOf,
  type DocId,
  haversine,
  isRelatedPath,
  latitudeUnits,
  longitudeUnits,
  originOf,
  type TermId,
  termOf,
} from '../../../content/model/index.js';
import type { OrdinalColumn } from '../../../index/columns/index.js';
import { COMPARE_VALUE, ORDER_DOC, TEST_DOC } from '../../../index/costs/index.js';
import type { SortableIndex, TypeSegment } from '../../../index/segment/index.js';
import { decimalUnits } from '../../../index/termdict/index.js';
import { followPath } from '../conditions/hops.js';
import { sortableIndex } from '../page/key-column.js';
import type { SortKey } from '../query-tree.js';

export interface Candidate {
  readonly segment: TypeSegment;
  readonly doc: DocId;
}

type SortValue = number | bigint | string | Uint8Array | undefined;

/** A row is a rank, below 2^28, multiplied by this, plus a place. It must be exact in a number. */
const rankedMaximum = 2 ** 25;

export function sortCandidates<C extends Candidate>(candidates: readonly C[], sort: readonly SortKey[]): C[] {
  const [first] = candidates;
  if (first === undefined) return [];
  const isOneType = candidates.every(({ segment }) => segment === first.segment);
  const hasRanks =
    candidates.length <= rankedMaximum &&
    sort.every(({ field, from }) => from === undefined && (isOneType || isRelatedPath(field)));
  const planned = hasRanks ? 'ranks' : 'values';
  const way = choose('order.linked', planned, hasRanks ? undefined : ['values']);
  return way === 'ranks' ? sortByRanks(candidates, sort) : sortByValues(candidates, sort, isOneType);
}

/** Sorts by one key after the other, the last one first. Each pass keeps the order of equal ranks. */
function sortByRanks<C extends Candidate>(candidates: readonly C[], sort: readonly SortKey[]): C[] {
  const { length } = candidates;
  const { segment } = candidates[0]!;
  const rows = new Float64Array(length);
  let order = Uint32Array.from(rows.keys());
  for (const { field, descending } of sort.toReversed()) {
    const readCost = isRelatedPath(field) ? COMPARE_VALUE : TEST_DOC;
    segment.arena.budget.spend(length * (readCost + Math.log2(length) * ORDER_DOC));
    const ordinalOf = ordinalReader(segment, field);
    for (let place = 0; place < length; place += 1) {
      const ordinal = ordinalOf(candidates[order[place]!]!);
      const populatedRank = descending ? unpopulatedRank - ordinal : ordinal;
      rows[place] = (ordinal === 0 ? unpopulatedRank : populatedRank) * rankedMaximum + place;
    }
    rows.sort();
    const previous = order;
    order = new Uint32Array(length);
    for (let place = 0; place < length; place += 1) {
      const row = rows[place]!;
      order[place] = previous[row - Math.floor(row / rankedMaximum) * rankedMaximum]!;
    }
  }
  return Array.from(order, (index) => candidates[index]!);
}

/** More than every ordinal. */
const unpopulatedRank = 2 ** 28 - 1;

/** @returns a reader of the ordinals of a field, or of a field behind to-one relationships; 0 without a value */
function ordinalReader(segment: TypeSegment, path: string): (candidate: Candidate) => number {
  if (!isRelatedPath(path)) {
    const column = ordinalColumn(segment, path);
    return ({ doc }) => column[doc]!;
  }
  return (candidate) => {
    const end = followPath(candidate, path);
    return end === undefined ? 0 : ordinalColumn(end.segment, end.field)[end.doc]!;
  };
}

function ordinalColumn(segment: TypeSegment, field: string): OrdinalColumn {
  const index = sortableIndex(segment, field);
  return index.kind === 'text' && index.natural !== undefined ? index.natural.column : index.column;
}

/** @param isOneType whether ranks of the natural order can be compared */
function sortByValues<C extends Candidate>(
  candidates: readonly C[],
  sort: readonly SortKey[],
  isOneType: boolean,
): C[] {
  const [first] = candidates;
  first?.segment.arena.budget.spend(candidates.length * (sort.length + Math.log2(candidates.length)) * COMPARE_VALUE);
  const { compare } = collatorOf(first === undefined ? 'und' : collationIn(first.segment));
  const rows = candidates.map((candidate) => ({
    candidate,
    // Paths lead to items of one type.
    values: sort.map((key) => sortValue(candidate, key, isOneType || isRelatedPath(key.field))),
  }));
  rows.sort((a, b) => {
    for (const [place, { descending }] of sort.entries()) {
      const order = compareValues(a.values[place], b.values[place], descending, compare);
      if (order !== 0) return order;
    }
    return 0;
  });
  return rows.map(({ candidate }) => candidate);
}

/** @returns the language tag of the order of a segment's texts */
const collationIn = ({ type, locale }: TypeSegment): string => type.locales[locale]?.code ?? type.collation;

/** @param isOneType whether ranks of the natural order can be compared; ranks of different types cannot */
function sortValue(candidate: Candidate, { field: path, from }: SortKey, isOneType: boolean): SortValue {
  const end = followPath(candidate, path);
  if (end === undefined) return undefined;
  const { segment, doc, field } = end;
  const index = sortableIndex(segment, field);
  const ordinal = index.column[doc]!;
  if (ordinal > 0 && index.kind === 'text' && index.natural !== undefined) {
    return isOneType ? index.natural.column[doc]! : Buffer.from(index.terms.at(termOf(ordinal))).toString();
  }
  if (ordinal === 0) return undefined;
  const value = storedValue(index, termOf(ordinal));
  if (from === undefined) return value;
  const location = Number(value);
  return haversine(originOf(from), latitudeUnits(location), longitudeUnits(location));
}

function storedValue(index: SortableIndex, term: TermId): SortValue {
  switch (index.kind) {
    case 'numbers':
      return index.terms.at(term);
    case 'longDecimals':
      return decimalUnits(index.terms.at(term));
    case 'text':
      return index.terms.at(term);
  }
}

/** Compares two values; unpopulated values are last in both directions. */
function compareValues(
  a: SortValue,
  b: SortValue,
  descending: boolean,
  collate: (a: string, b: string) => number,
): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  const order = typeof a === 'string' && typeof b === 'string' ? collate(a, b) : ascendingOrder(a, b);
  return descending ? -order : order;
}

function ascendingOrder(a: number | bigint | string | Uint8Array, b: number | bigint | string | Uint8Array): number {
  if (a instanceof Uint8Array || b instanceof Uint8Array) {
    if (a instanceof Uint8Array && b instanceof Uint8Array) return Buffer.compare(a, b);
    throw new InvariantError('a text was compared with a number');
  }
  return a < b ? -1 : Number(a > b);
}
