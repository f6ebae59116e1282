/**
 * Tallies: the number of selected docs for each term of a field. This file has the parts that all strategies share.
 *
 * Elsewhere: the strategies (tally-values, tally-links, related, unique), the loops (index/docset), the terms to show (top),
 * their labels (values).
 */
import * as ns from '../../index/costs/index.js';
import type { Arena, ArenaMark } from '../../index/docset/index.js';
import type { RunPostings } from '../../index/postings/index.js';

/** The strategies of counting, with their descriptions in explanations. */
export const TALLY_WAYS = {
  none: 'no item is selected',
  runs: 'every item is selected: read the stored number of items of each value',
  places: 'few values: count the selected items up to the end of each value, with the help of stored sets',
  bits: 'read the selected items from a set of bits, and count by value',
  list: 'read the selected items from a list, and count by value',
  marked: 'read the selected items from a list, count by value, and read only the counters of values that occur',
  ends: 'read the stored order from both ends, up to the first selected item',
  related: 'follow the links of the selected items, and count the related items by value',
  stored: 'every item is selected: read the tally that an earlier request counted',
  unique: 'each value belongs to one item: read the stored order up to the last value that is shown',
} as const;
export type TallyWay = keyof typeof TALLY_WAYS;

export interface Tally {
  readonly way: TallyWay;
  /** Estimated cost, in nanoseconds. */
  readonly cost: number;
  /** The terms that `counts` belong to, ascending; undefined: all terms, in their order. */
  readonly terms: Uint32Array | undefined;
  /** In the arena. */
  readonly counts: Uint32Array;
  /** Selected docs without a value. */
  readonly missing: number;
  /** The caller releases the arena up to this mark after it has read the counts; the docs before it stay. */
  readonly mark: ArenaMark;
}

/** Number of counters that fit into the processor's cache. */
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

/** @param costs strategy → cost. @returns the strategy with the least cost; of equal costs the first */
export function cheapest<Strategy extends string>(costs: Readonly<Record<Strategy, number>>): Strategy {
  const strategies = Object.keys(costs).filter((key): key is Strategy => key in costs);
  return strategies.reduce((best, strategy) => (costs[strategy] < costs[best] ? strategy : best));
}

export function zeros(length: number, arena: Arena): Uint32Array {
  const counts = arena.list(length);
  arena.routines.fill(counts, false);
  return counts;
}

/** Tallies all docs of the segment: the length of each run is stored. @param missing docs without a value */
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
  if (edges === undefined) {
    for (let term = 0; term < counts.length; term += 1) counts[term] = starts[term + 1]! - starts[term]!;
  } else {
    for (let group = 0; group < counts.length; group += 1) {
      counts[group] = starts[edges[group + 1]!]! - starts[edges[group]!]!;
    }
  }
  return { way: 'runs', cost, terms: undefined, counts, missing, mark };
}

/**
 * Counts ordinals; only the counters of ordinals that occur are read, which is cheaper if most terms do not occur.
 *
 * @param ordinals one per doc, or per link; in the arena
 * @param terms    number of terms of the field
 * @param first    ordinal of the first term: 1 if 0 means unpopulated
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
