/**
 * The executor's face: a checked query in, the exact total and one page of docs out. Another engine can stand here.
 */

import { InvariantError } from '../../../content/errors/index.js';
import {
  collatorOf,
  type DocId,
  haversine,
  latitudeUnits,
  longitudeUnits,
  originOf,
  type TermId,
  termOf,
} from '../../../content/model/index.js';
import { COMPARE_VALUE, TEST_DOC } from '../../../index/costs/index.js';
import type { SortableIndex, TypeSegment } from '../../../index/segment/index.js';
import { decimalUnits } from '../../../index/termdict/index.js';
import type { FacetQuery } from '../../facets/index.js';
import type { Trace } from '../explain/trace.js';
import { endOf } from '../plan/hop-source.js';
import { membersCost, planHas, testCost } from '../plan/plan.js';
import type { Filter, ListQuery, SortKey } from '../query-tree.js';
import { type Counted, count, countAmong, planOwn, selectedFor, selectPlanned } from './counting.js';
import { sortableIndex } from './order.js';
import { keyColumns, pageOf } from './page.js';

export interface Found {
  /** Exactly how many docs the filter selects. */
  readonly total: number;
  /** The page's docs, in order. */
  readonly docs: Uint32Array;
  /** Where something is to be counted. */
  readonly counted?: Counted;
}

/**
 * @param trace is told what is decided, and why
 * @throws InvariantError when filter or sort were not checked against the segment's model
 */
export function execute(segment: TypeSegment, { filter, sort, page, counting }: ListQuery, trace?: Trace): Found {
  const { arena } = segment;
  const mark = arena.mark();
  try {
    trace?.step('plan');
    const plans = planOwn(segment, filter, counting?.facets ?? [], trace);
    trace?.planned(segment, plans.whole);
    arena.budget.require(membersCost(plans.whole, arena.size));
    trace?.step('execute');
    const { members, without } = selectPlanned(plans, arena, trace);
    trace?.step('order');
    const docs = pageOf(members, keyColumns(segment, sort), page, arena, trace);
    trace?.found(members.count, docs.length);
    const found = { total: members.count, docs };
    if (counting === undefined) return found;
    return { ...found, counted: count(segment, counting, selectedFor(members, without), trace) };
  } finally {
    arena.release(mark);
  }
}

/*
 * Queries among a given list of docs, possibly of several types: what a to-many relationship links to.
 *
 * The list keeps its order unless sorted; ties of a sort keep it too.
 */

export interface Candidate {
  readonly segment: TypeSegment;
  readonly doc: DocId;
}

export interface FoundAmong<C extends Candidate> {
  readonly total: number;
  readonly page: readonly C[];
  /** Where something is to be counted. */
  readonly counted?: Counted;
}

/**
 * @param candidates in their stored order
 * @param trace is told what is decided
 * Cost: O(candidates), and O(candidates · log candidates) comparisons when sorted.
 */
export function executeAmong<C extends Candidate>(
  candidates: readonly C[],
  { filter, sort, page: { skip, limit }, counting }: ListQuery,
  trace?: Trace,
): FoundAmong<C> {
  trace?.step('execute');
  const missed = filter === undefined ? undefined : missedBy(candidates, filter, counting?.facets ?? [], trace);
  const kept = missed === undefined ? candidates : candidates.filter((one) => missed.get(one)?.length === 0);
  trace?.step('order');
  trace?.page({ way: 'candidates', walk: 0, take: 0 });
  const ordered = sort.length === 0 ? kept : sorted(kept, sort);
  trace?.step('page');
  const page = ordered.slice(skip, skip + limit);
  trace?.found(kept.length, page.length);
  if (counting === undefined) return { total: kept.length, page };
  const keptFor = (facet: FacetQuery | undefined): readonly C[] =>
    missed === undefined || facet?.ignoresOwn !== true
      ? kept
      : candidates.filter((one) => missed.get(one)?.every((field) => field === facet.field) === true);
  return { total: kept.length, page, counted: countAmong(counting, keptFor, trace) };
}

/**
 * The same where the candidates are neither chosen nor ordered nor counted.
 *
 * @param page those of the page. @param total of all candidates
 */
export function pageAmong<C extends Candidate>(page: readonly C[], total: number, trace?: Trace): FoundAmong<C> {
  trace?.step('execute');
  trace?.step('order');
  trace?.page({ way: 'candidates', walk: 0, take: 0 });
  trace?.step('page');
  trace?.found(total, page.length);
  return { total, page };
}

/**
 * Type by type, as each has a plan.
 *
 * @returns of each candidate the fields whose facets ignore a condition on them that it fails; absent where it fails
 *          what no facet ignores
 */
function missedBy<C extends Candidate>(
  candidates: readonly C[],
  filter: Filter,
  facets: readonly FacetQuery[],
  trace: Trace | undefined,
): ReadonlyMap<C, readonly string[]> {
  const missed = new Map<C, readonly string[]>();
  for (const segment of new Set(candidates.map((candidate) => candidate.segment))) {
    const { arena } = segment;
    const mark = arena.mark();
    try {
      const { base, own, whole } = planOwn(segment, filter, facets, trace);
      trace?.planned(segment, whole, candidates.length);
      const these = candidates.filter((candidate) => candidate.segment === segment);
      arena.budget.spend(these.length * Math.max(TEST_DOC, testCost(whole)));
      for (const one of these) {
        if (!planHas(base, one.doc)) continue;
        missed.set(
          one,
          own.filter(({ plan }) => !planHas(plan, one.doc)).map(({ field }) => field),
        );
      }
    } finally {
      arena.release(mark);
    }
  }
  return missed;
}

type SortValue = number | bigint | string | Uint8Array | undefined;

function sorted<C extends Candidate>(candidates: readonly C[], sort: readonly SortKey[]): C[] {
  const [first] = candidates;
  first?.segment.arena.budget.spend(candidates.length * (sort.length + Math.log2(candidates.length)) * COMPARE_VALUE);
  const isOneType = candidates.every(({ segment }) => segment === first?.segment);
  const { compare } = collatorOf(first === undefined ? 'und' : collationIn(first.segment));
  const rows = candidates.map((candidate) => ({
    candidate,
    // Paths lead to items of one type.
    values: sort.map((key) => sortValue(candidate, key, isOneType || key.field.includes('.'))),
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

/** The language tag by which a segment's texts are ordered. */
const collationIn = ({ type, locale }: TypeSegment): string => type.locales[locale]?.code ?? type.collation;

/** @param isOneType whether ranks of the natural order may be compared; those of several types tell nothing of each other */
function sortValue(candidate: Candidate, { field: path, from }: SortKey, isOneType: boolean): SortValue {
  const end = endOf(candidate, path);
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
  const held = Number(value);
  return haversine(originOf(from), latitudeUnits(held), longitudeUnits(held));
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

/** Unpopulated last in both directions. */
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
