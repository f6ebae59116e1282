/**
 * Tallies of fields with one value per doc: the cheapest of several strategies to count the selected docs of each term.
 *
 * Elsewhere: the parts that all tallies share (tally), relationships and lists of texts (tally-links).
 */
import { choose } from '../../content/choices/index.js';
import { orderPlace } from '../../content/model/index.js';
import { firstAtLeast } from '../../format/index.js';
import * as ns from '../../index/costs/index.js';
import type { Arena, Bitset } from '../../index/docset/index.js';
import type { SelectedDocs, ValueColumns } from './facet.js';
import {
  cachedCounters,
  cheapest,
  countMarked,
  emptyTally,
  markCost,
  noDocs,
  storedRuns,
  type Tally,
  type TallyWay,
  zeros,
} from './tally.js';

/** Up to this many groups, the cost of counting up to each one is computed. */
const placesMaximumGroups = 64;

/**
 * @param edges    first term of each group, ascending, and the end of the last group; undefined: each term is a group
 * @param selected docs of the segment
 * @returns a tally of the groups
 * Cost: the minimum of O(terms), O(groups · docs / 32) and O(selected + terms).
 */
export function tallyValues(
  values: ValueColumns,
  edges: Uint32Array | undefined,
  selected: SelectedDocs,
  arena: Arena,
): Tally {
  const { column, postings } = values;
  const terms = postings.termCount;
  const { count } = selected;
  if (count === 0) return emptyTally(arena);
  if (selected.isAll && choose('facet.stored', 'runs') === 'runs')
    return storedRuns(postings, edges, postings.docs.length - postings.populated, arena);
  const costs = costByWay(values, edges, selected, arena.size);
  const hasPlaces = costs.places < Number.POSITIVE_INFINITY;
  const way = choose('facet.values', cheapest(costs), hasPlaces ? undefined : WITHOUT_PLACES);
  const cost = costs[way];
  // The selection charges the cost of creating its list or bits itself.
  arena.budget.spend(cost - (way === 'places' || way === 'bits' ? selected.bitsCost : selected.listCost));
  // Allocated before the mark: the selection caches its list and its bits.
  const bits = way === 'places' || way === 'bits' ? selected.bits() : undefined;
  const docs = bits === undefined ? selected.docs() : noDocs;
  const mark = arena.mark();
  if (way === 'places' && bits !== undefined) {
    return { way, cost, terms: undefined, mark, ...countPlaces(values, edges, bits, count, arena) };
  }
  if (way === 'marked') {
    const ordinals = arena.list(count);
    arena.routines.gather(docs, column, ordinals);
    return grouped({ way, cost, mark, ...countMarked(ordinals, terms, 1, arena) }, edges, arena);
  }
  const counts = zeros(terms + 1, arena);
  if (bits !== undefined) arena.routines.tallyBits(bits.words, column, counts);
  else arena.routines.tallyList(docs, column, counts);
  return grouped({ way, cost, mark, terms: undefined, counts: counts.subarray(1), missing: counts[0]! }, edges, arena);
}

const WITHOUT_PLACES = ['bits', 'list', 'marked'] as const;

type CountingWay = Exclude<TallyWay, 'none' | 'runs' | 'ends' | 'related' | 'stored' | 'unique'>;

/** @param selected at least one doc, but not all. @returns strategy → its estimated cost */
function costByWay(
  values: ValueColumns,
  edges: Uint32Array | undefined,
  selected: SelectedDocs,
  size: number,
): Record<CountingWay, number> {
  const { count } = selected;
  const terms = values.postings.termCount;
  const counters = terms * ns.READ_COUNTER;
  const counting = count * (terms > cachedCounters ? ns.TALLY_DOC_FAR : ns.TALLY_DOC);
  const grouping = edges === undefined ? 0 : terms * ns.ADD_TO_GROUP;
  const groupingListed = edges === undefined ? 0 : Math.min(count, terms) * ns.ADD_TO_GROUP_LISTED;
  const readingDocs = selected.listCost + (selected.ascends ? 0 : count * ns.SIFT_COLUMN_FAR);
  return {
    places: placesCost(values, edges, selected, size),
    bits: selected.bitsCost + ns.TALLY_BITS * size + counting + counters + grouping,
    list: readingDocs + counting + counters + grouping,
    marked: readingDocs + markCost(count, terms) + groupingListed,
  };
}

/** @returns the estimated cost of `tallyValues` without groups */
export function tallyCost(values: ValueColumns, selected: SelectedDocs, { size }: Arena): number {
  if (selected.isAll) return values.postings.termCount * ns.READ_COUNTER;
  const costs = costByWay(values, undefined, selected, size);
  return costs[cheapest(costs)];
}

function placesCost(
  { postings, quantiles }: ValueColumns,
  edges: Uint32Array | undefined,
  { bitsCost }: SelectedDocs,
  size: number,
): number {
  const groups = (edges ?? postings.starts).length - 1;
  if (quantiles === undefined || groups > placesMaximumGroups) return Number.POSITIVE_INFINITY;
  let cost = bitsCost;
  for (let i = 0; i <= groups; i += 1) {
    const place = postings.starts[edges === undefined ? i : edges[i]!]!;
    cost += ns.COMBINE_STORED * size + (quantiles.toggleCount(orderPlace(place), orderPlace(place)) / 2) * ns.SIFT_BITS;
  }
  return cost;
}

function countPlaces(
  { postings, quantiles }: ValueColumns,
  edges: Uint32Array | undefined,
  bits: Bitset,
  count: number,
  arena: Arena,
): Pick<Tally, 'counts' | 'missing'> {
  const groups = (edges ?? postings.starts).length - 1;
  const counts = arena.list(groups);
  const countBefore = (place: number): number => quantiles?.countBefore(bits, orderPlace(place)) ?? 0;
  let last = countBefore(postings.starts[edges?.[0] ?? 0]!);
  for (let i = 0; i < groups; i += 1) {
    const next = countBefore(postings.starts[edges === undefined ? i + 1 : edges[i + 1]!]!);
    counts[i] = next - last;
    last = next;
  }
  return { counts, missing: count - (edges === undefined ? last : countBefore(postings.populated)) };
}

/** Replaces the counts of terms by the counts of groups. */
function grouped(tally: Tally, edges: Uint32Array | undefined, arena: Arena): Tally {
  if (edges === undefined) return tally;
  const { terms, counts } = tally;
  const sums = zeros(edges.length - 1, arena);
  let next = terms === undefined ? edges[0]! : firstAtLeast(terms, edges[0]!);
  for (let group = 0; group < sums.length; group += 1) {
    const endTerm = edges[group + 1]!;
    const end = terms === undefined ? endTerm : firstAtLeast(terms, endTerm, next);
    let sum = 0;
    for (; next < end; next += 1) sum += counts[next]!;
    sums[group] = sum;
  }
  return { ...tally, terms: undefined, counts: sums };
}
