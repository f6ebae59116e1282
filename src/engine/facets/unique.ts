/**
 * Facets of fields in which every value belongs to one item, such as a title or an order number.
 *
 * No counting by value is needed: each value has the count 1, so the shown values are the first ones of the stored order, and
 * the number of values is the number of selected docs that have one.
 */
import { choose, threshold } from '../../content/choices/index.js';
import type { TermId } from '../../content/model/index.js';
import { SIFT_BITS_FAR } from '../../index/costs/index.js';
import type { Arena, Bitset } from '../../index/docset/index.js';
import type { RunPostings } from '../../index/postings/index.js';
import type { SelectedDocs } from './facet.js';
import { counterIn } from './set-counter.js';
import type { Top } from './top.js';

/** Of so many docs of the stored order it is looked at once whether they are in a set. */
const chunkDocs = 1024;

/** With fewer values, counting them is as quick. */
const uniqueMinimumValues = 64;

export interface UniqueTop extends Top {
  /** Selected docs without a value. */
  readonly missing: number;
}

/** Whether each term is that of one doc: place p of the docs by value is the doc of term p. */
export const isUnique = ({ starts, populated }: RunPostings): boolean =>
  starts.length - 1 === populated && populated > threshold('facet.unique', uniqueMinimumValues);

/** Half-open, of terms. */
type TermInterval = readonly [from: TermId, to: TermId];

/** Docs of the stored order that are likely to be looked at until so many are found. */
const expectedWalk = ([from, to]: TermInterval, limit: number, { count }: SelectedDocs, size: number): number =>
  Math.min(Math.max(0, to - from), ((limit + 1) * size * 1.5) / Math.max(1, count) + chunkDocs);

/** @param interval the terms that may be shown, of which there are. @returns what `topOfUnique` is likely to cost */
export function uniqueCost(
  postings: RunPostings,
  interval: TermInterval,
  limit: number,
  selected: SelectedDocs,
): number {
  const size = postings.docs.length;
  if (selected.isAll) return limit;
  const { populated } = postings;
  const [from, to] = interval;
  const counted = Math.min(to - from, populated - (to - from)) * SIFT_BITS_FAR;
  const unpopulated = (size - populated) * SIFT_BITS_FAR;
  return selected.bitsCost + counted + unpopulated + expectedWalk(interval, limit, selected, size) * SIFT_BITS_FAR;
}

/**
 * @param stretch the terms that may be shown, of which there are
 * @param limit how many are shown
 * Cost: `uniqueCost`; more where the selected docs stand far behind in the stored order, and then it is charged.
 */
export function topOfUnique(
  postings: RunPostings,
  [from, to]: TermInterval,
  limit: number,
  selected: SelectedDocs,
  arena: Arena,
): UniqueTop {
  const { docs, populated } = postings;
  if (selected.isAll) {
    const terms = Uint32Array.from({ length: Math.min(limit, to - from) }, (_, place) => from + place);
    return { terms, counts: new Uint32Array(terms.length).fill(1), total: to - from, missing: docs.length - populated };
  }
  const bits = selected.bits();
  const mark = arena.mark();
  const siftedDocs = arena.list(chunkDocs);
  const countIn = counterIn(docs, bits, siftedDocs, arena);
  const missing = countIn(populated, docs.length);
  // Of the shorter part the docs are looked at.
  const inside = choose('facet.total', to - from <= populated / 2 ? 'inside' : 'outside') === 'inside';
  const total = inside ? countIn(from, to) : selected.count - missing - countIn(0, from) - countIn(to, populated);
  const terms = firstSelectedPlaces(docs, from, Math.min(limit, total), bits, siftedDocs, arena);
  arena.release(mark);
  return { terms, counts: new Uint32Array(terms.length).fill(1), total, missing };
}

/** @returns the places of the first so many docs from a place on that are in the set, which there are */
function firstSelectedPlaces(
  docs: Uint32Array,
  from: number,
  wanted: number,
  { words }: Bitset,
  siftedDocs: Uint32Array,
  { budget, routines }: Arena,
): Uint32Array {
  const places = new Uint32Array(wanted);
  let written = 0;
  for (let at = from; written < wanted; at += chunkDocs) {
    const chunk = docs.subarray(at, at + chunkDocs);
    budget.spend(chunk.length * SIFT_BITS_FAR);
    const count = Math.min(wanted - written, routines.siftBits(chunk, words, siftedDocs));
    for (let i = 0, place = 0; i < count; place += 1) {
      if (chunk[place] !== siftedDocs[i]) continue;
      places[written] = at + place;
      written += 1;
      i += 1;
    }
  }
  return places;
}
