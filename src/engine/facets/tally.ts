/**
 * Tallies: how many of the selected docs have each term of a field, by the cheapest of several ways.
 *
 * Elsewhere: the loops (docset), which terms are shown (top), what they are called (values).
 */

import { choose } from '../../content/choices/index.js';
import { orderPlace } from '../../content/model/index.js';
import { firstAtLeast } from '../../format/index.js';
import * as ns from '../../index/costs/index.js';
import type { Arena, ArenaMark, Bitset } from '../../index/docset/index.js';
import type { RunPostings } from '../../index/postings/index.js';
import type { FilteredLinkIndex } from '../../index/segment/index.js';
import type { Selected, ValueColumns } from './facet.js';

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
  /** What it was estimated to cost, in nanoseconds. */
  readonly cost: number;
  /** The terms that `counts` are of, ascending; undefined where they are of all terms in turn. */
  readonly terms: Uint32Array | undefined;
  /** In the arena. */
  readonly counts: Uint32Array;
  /** Selected docs without a value. */
  readonly missing: number;
  /** Whoever has read the counts releases the arena up to here: what is there of the docs stays. */
  readonly mark: ArenaMark;
}

/** So many counters a cache holds. */
const nearCounters = 2 ** 17;

/** Up to so many values it is looked what counting up to each would cost. */
const fewTerms = 64;

/**
 * @param edges  ascending terms, where groups of terms begin, and the end of the last; undefined: each is its own
 * @param selected docs of the segment
 * @returns a tally of the groups
 * Cost: the least of O(terms), O(groups · docs / 32) and O(selected + terms).
 */
export function tallyValues(
  values: ValueColumns,
  edges: Uint32Array | undefined,
  selected: Selected,
  arena: Arena,
): Tally {
  const { column, postings } = values;
  const terms = postings.termCount;
  const { count } = selected;
  if (count === 0) return nothing(arena);
  if (selected.all && choose('facet.stored', 'runs') === 'runs')
    return storedRuns(postings, edges, postings.docs.length - postings.populated, arena);
  const costs = waysCost(values, edges, selected, arena.size);
  const hasPlaces = costs.places < Number.POSITIVE_INFINITY;
  const way = choose('facet.values', cheapest(costs), hasPlaces ? undefined : WITHOUT_PLACES);
  const cost = costs[way];
  // What making the selection costs is charged where it is made.
  arena.budget.spend(cost - (way === 'places' || way === 'bits' ? selected.bitsCost : selected.listCost));
  // In the arena before the mark: the selection keeps what it has once made.
  const bits = way === 'places' || way === 'bits' ? selected.bits() : undefined;
  const docs = bits === undefined ? selected.docs() : none;
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

type CountingWay = Exclude<TallyWay, 'none' | 'runs' | 'ends' | 'related' | 'unique'>;

/** @param selected some docs, and not all */
function waysCost(
  values: ValueColumns,
  edges: Uint32Array | undefined,
  selected: Selected,
  size: number,
): Record<CountingWay, number> {
  const { count } = selected;
  const terms = values.postings.termCount;
  const counters = terms * ns.READ_COUNTER;
  const counting = count * (terms > nearCounters ? ns.TALLY_DOC_FAR : ns.TALLY_DOC);
  const grouping = edges === undefined ? 0 : terms * ns.ADD_TO_GROUP;
  const groupingListed = edges === undefined ? 0 : Math.min(count, terms) * ns.ADD_TO_GROUP_LISTED;
  const coming = selected.listCost + (selected.ascends ? 0 : count * ns.SIFT_COLUMN_FAR);
  return {
    places: placesCost(values, edges, selected, size),
    bits: selected.bitsCost + ns.TALLY_BITS * size + counting + counters + grouping,
    list: coming + counting + counters + grouping,
    marked: coming + markCost(count, terms) + groupingListed,
  };
}

/** What `tallyValues` of single terms costs. */
export function tallyCost(values: ValueColumns, selected: Selected, { size }: Arena): number {
  if (selected.all) return values.postings.termCount * ns.READ_COUNTER;
  const costs = waysCost(values, undefined, selected, size);
  return costs[cheapest(costs)];
}

/** The same of a relationship, or of lists of texts: its targets are the terms, and a doc may link to several, each once. */
export function tallyTargets(
  { links, postings }: Pick<FilteredLinkIndex, 'links' | 'postings'>,
  selected: Selected,
  arena: Arena,
): Tally {
  const terms = postings.termCount;
  const { count } = selected;
  if (count === 0) return nothing(arena);
  if (selected.all && choose('facet.links.stored', 'runs') === 'runs') {
    arena.budget.spend(arena.size * ns.TALLY_DOC);
    return storedRuns(postings, undefined, arena.size - links.linkedCount(), arena);
  }
  const expected = (count * links.targets.length) / Math.max(1, arena.size);
  const coming = selected.listCost + (selected.ascends ? 0 : (count + expected) * ns.SIFT_COLUMN_FAR);
  const reading = count * ns.VISIT_LINKS + expected * ns.TALLY_LINK;
  const costs = {
    bits: selected.bitsCost + ns.LIST_BITS * arena.size + count + reading + terms * ns.READ_COUNTER,
    list: coming + reading + terms * ns.READ_COUNTER,
    marked: coming + reading + markCost(expected, terms),
  };
  const way = choose('facet.links', cheapest(costs));
  arena.budget.spend(costs[way] - (way === 'bits' ? selected.bitsCost : selected.listCost));
  const bits = way === 'bits' ? selected.bits() : undefined;
  const listed = bits === undefined ? selected.docs() : none;
  const mark = arena.mark();
  const docs = bits?.toList(count, arena.list(count)) ?? listed;
  if (way === 'marked') {
    const { targets, linked } = targetsOf(docs, links, arena);
    return { way, cost: costs[way], mark, ...countMarked(targets, terms, 0, arena), missing: count - linked };
  }
  const counts = zeros(terms, arena);
  const linked = arena.routines.tallyLinks(docs, links.starts, links.targets, counts);
  return { way, cost: costs[way], mark, terms: undefined, counts, missing: count - linked };
}

const none = new Uint32Array(0);

const nothing = (arena: Arena): Tally => ({
  way: 'none',
  cost: 0,
  terms: none,
  counts: none,
  missing: 0,
  mark: arena.mark(),
});

const markCost = (count: number, terms: number): number =>
  count * (ns.TALLY_DOC + (terms > nearCounters ? ns.TALLY_DOC_FAR : ns.MARK_COUNTER)) + terms * ns.LIST_BITS;

function cheapest<W extends string>(costs: Readonly<Record<W, number>>): W {
  const ways = Object.keys(costs).filter((way): way is W => way in costs);
  return ways.reduce((best, way) => (costs[way] < costs[best] ? way : best));
}

export function zeros(length: number, arena: Arena): Uint32Array {
  const counts = arena.list(length);
  arena.routines.fill(counts, false);
  return counts;
}

/** Of all items: how long the run of each value is. @param missing items without a value */
function storedRuns({ starts }: RunPostings, edges: Uint32Array | undefined, missing: number, arena: Arena): Tally {
  const cost = (starts.length - 1) * ns.READ_COUNTER;
  arena.budget.spend(cost);
  const mark = arena.mark();
  const counts = arena.list((edges ?? starts).length - 1);
  if (edges === undefined) for (let i = 0; i < counts.length; i += 1) counts[i] = starts[i + 1]! - starts[i]!;
  else for (let i = 0; i < counts.length; i += 1) counts[i] = starts[edges[i + 1]!]! - starts[edges[i]!]!;
  return { way: 'runs', cost, terms: undefined, counts, missing, mark };
}

function placesCost(
  { postings, quantiles }: ValueColumns,
  edges: Uint32Array | undefined,
  { bitsCost }: Selected,
  size: number,
): number {
  const groups = (edges ?? postings.starts).length - 1;
  if (quantiles === undefined || groups > fewTerms) return Number.POSITIVE_INFINITY;
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
  const before = (place: number): number => quantiles?.countBefore(bits, orderPlace(place)) ?? 0;
  let last = before(postings.starts[edges?.[0] ?? 0]!);
  for (let i = 0; i < groups; i += 1) {
    const next = before(postings.starts[edges === undefined ? i + 1 : edges[i + 1]!]!);
    counts[i] = next - last;
    last = next;
  }
  return { counts, missing: count - (edges === undefined ? last : before(postings.populated)) };
}

/** @param ordinals in the arena. @param terms how many there are. @param first the ordinal of the first term, behind those of nothing */
function countMarked(
  ordinals: Uint32Array,
  terms: number,
  first: 0 | 1,
  arena: Arena,
): { terms: Uint32Array; counts: Uint32Array; missing: number } {
  const { routines } = arena;
  const counters = arena.list(terms + first);
  const marks = zeros(Math.ceil(counters.length / 32), arena);
  routines.sumMarked(ordinals, ordinals, 0, 1, counters, marks);
  const found = arena.list(routines.countAnd(marks, marks));
  routines.listBits(marks, found);
  const counts = arena.list(found.length);
  routines.gather(found, counters, counts);
  if (first === 0) return { terms: found, counts, missing: 0 };
  const missing = found[0] === 0 ? counts[0]! : 0;
  const from = Number(missing > 0);
  for (let i = from; i < found.length; i += 1) found[i]! -= 1;
  return { terms: found.subarray(from), counts: counts.subarray(from), missing };
}

/** Adds the counts of the terms of each group. */
function grouped(tally: Tally, edges: Uint32Array | undefined, arena: Arena): Tally {
  if (edges === undefined) return tally;
  const { terms, counts } = tally;
  const sums = zeros(edges.length - 1, arena);
  let at = terms === undefined ? edges[0]! : firstAtLeast(terms, edges[0]!);
  for (let group = 0; group < sums.length; group += 1) {
    const end = edges[group + 1]!;
    let sum = 0;
    if (terms === undefined) for (; at < end; at += 1) sum += counts[at]!;
    else for (; at < terms.length && terms[at]! < end; at += 1) sum += counts[at]!;
    sums[group] = sum;
  }
  return { ...tally, terms: undefined, counts: sums };
}

function targetsOf(
  docs: Uint32Array,
  { starts, targets }: FilteredLinkIndex['links'],
  arena: Arena,
): { readonly targets: Uint32Array; readonly linked: number } {
  let length = 0;
  let linked = 0;
  for (let i = 0; i < docs.length; i += 1) {
    const count = starts[docs[i]! + 1]! - starts[docs[i]!]!;
    length += count;
    linked += Number(count > 0);
  }
  const out = arena.list(length);
  let at = 0;
  for (let i = 0; i < docs.length; i += 1) {
    for (let link = starts[docs[i]!]!; link < starts[docs[i]! + 1]!; link += 1) out[at++] = targets[link]!;
  }
  return { targets: out, linked };
}

/** @returns what counts those of the docs of a range that are in the set. @param held room for as many as are looked at at once */
export const counterIn =
  (docs: Uint32Array, { words }: Bitset, held: Uint32Array, { budget, routines }: Arena) =>
  (from: number, to: number): number => {
    let count = 0;
    for (let at = from; at < to; at += held.length) {
      const some = docs.subarray(at, Math.min(to, at + held.length));
      budget.spend(some.length * ns.SIFT_BITS_FAR);
      count += routines.siftBits(some, words, held);
    }
    return count;
  };
