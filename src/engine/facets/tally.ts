/**
 * Tallies: how many of the selected docs have each term of a field, by the cheapest of several ways.
 *
 * Elsewhere: the loops (docset), which terms are shown (top), what they are called (values).
 */

import * as ns from '../../index/costs/index.js';
import type { Arena, ArenaMark } from '../../index/docset/index.js';
import type { RunPostings } from '../../index/postings/index.js';

/** How terms are counted. */
export const TALLY_WAYS = {
  none: 'nothing is selected',
  runs: 'every item is selected: how many have each value is stored',
  places: 'few values: count the set up to the end of each, beside stored sets',
  bits: 'go through the bits of the set, and count by value',
  list: 'go through the listed items, and count by value',
  marked: 'go through the listed items, count by value, and look at those values alone that some item has',
  ends: 'go through the stored order from both ends, up to the first item of the set',
  related: 'go from the items to those that they lead to, and count these by value',
  unique: 'each value is that of one item: go through the stored order up to the last value that is shown',
} as const;
export type TallyWay = keyof typeof TALLY_WAYS;

export interface Tally {
  readonly way: TallyWay;
  /** Estimated cost, in nanoseconds. */
  readonly cost: number;
  /** The terms that `counts` are of, ascending; undefined where they are of all terms in turn. */
  readonly terms: Uint32Array | undefined;
  /** In the arena. */
  readonly counts: Uint32Array;
  /** Selected docs without a value. */
  readonly missing: number;
  /** The caller releases the arena up to this mark after it has read the counts; the docs before it stay. */
  readonly mark: ArenaMark;
}

/** So many counters a cache holds. */
export const cachedCounters = 2 ** 17;

export const noDocs = new Uint32Array(0);

export const emptyTally = (arena: Arena): Tally => ({
  way: 'none',
  cost: 0,
  terms: noDocs,
  counts: noDocs,
  missing: 0,
  mark: arena.mark(),
});

export const markCost = (count: number, terms: number): number =>
  count * (ns.TALLY_DOC + (terms > cachedCounters ? ns.TALLY_DOC_FAR : ns.MARK_COUNTER)) + terms * ns.LIST_BITS;

export function cheapest<W extends string>(costs: Readonly<Record<W, number>>): W {
  const ways = Object.keys(costs).filter((way): way is W => way in costs);
  return ways.reduce((best, way) => (costs[way] < costs[best] ? way : best));
}

export function zeros(length: number, arena: Arena): Uint32Array {
  const counts = arena.list(length);
  arena.routines.fill(counts, false);
  return counts;
}

/** Of all items: how long the run of each value is. @param missing items without a value */
export function storedRuns(
  { starts }: RunPostings,
  edges: Uint32Array | undefined,
  missing: number,
  arena: Arena,
): Tally {
  const cost = (starts.length - 1) * ns.READ_COUNTER;
  arena.budget.spend(cost);
  const mark = arena.mark();
  const counts = arena.list((edges ?? starts).length - 1);
  if (edges === undefined) for (let i = 0; i < counts.length; i += 1) counts[i] = starts[i + 1]! - starts[i]!;
  else for (let i = 0; i < counts.length; i += 1) counts[i] = starts[edges[i + 1]!]! - starts[edges[i]!]!;
  return { way: 'runs', cost, terms: undefined, counts, missing, mark };
}

/**
 * @param ordinals in the arena.
 * @param terms how many there are.
 * @param first the ordinal of the first term, behind those of nothing
 */
export function countMarked(
  ordinals: Uint32Array,
  terms: number,
  first: 0 | 1,
  arena: Arena,
): { terms: Uint32Array; counts: Uint32Array; missing: number } {
  const { routines } = arena;
  const counters = arena.list(terms + first);
  const marks = zeros(Math.ceil(counters.length / 32), arena);
  routines.sumMarked(ordinals, ordinals, 0, 1, counters, marks);
  const markedOrdinals = arena.list(routines.countAnd(marks, marks));
  routines.listBits(marks, markedOrdinals);
  const counts = arena.list(markedOrdinals.length);
  routines.gather(markedOrdinals, counters, counts);
  if (first === 0) return { terms: markedOrdinals, counts, missing: 0 };
  const missing = markedOrdinals[0] === 0 ? counts[0]! : 0;
  const from = Number(missing > 0);
  for (let i = from; i < markedOrdinals.length; i += 1) markedOrdinals[i]! -= 1;
  return { terms: markedOrdinals.subarray(from), counts: counts.subarray(from), missing };
}
