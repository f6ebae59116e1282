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

/** Docs of the stored order that are tested in one call. */
const chunkDocs = 1024;

/** With fewer values, a tally is as fast. */
const uniqueMinimumValues = 64;

export interface UniqueTop extends Top {
  /** Selected docs without a value. */
  readonly missing: number;
}

/** Whether each term belongs to one doc: then position p of the docs by value is the doc of term p. */
export const isUnique = ({ starts, populated }: RunPostings): boolean =>
  starts.length - 1 === populated && populated > threshold('facet.unique', uniqueMinimumValues);

/** A half-open interval of terms. */
type TermInterval = readonly [from: TermId, to: TermId];

/** @returns the expected number of docs of the stored order to read until `limit` selected ones are found */
const expectedWalk = ([from, to]: TermInterval, limit: number, { count }: SelectedDocs, size: number): number =>
  Math.min(Math.max(0, to - from), ((limit + 1) * size * 1.5) / Math.max(1, count) + chunkDocs);

/** @param interval the terms that may be shown, at least one. @returns the expected cost of `topOfUnique` */
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
 * The interval has the terms that may be shown, at least one.
 *
 * @param limit maximum number of terms
 * Cost: `uniqueCost`; more, and charged, if the selected docs are late in the stored order.
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
  // The shorter part is counted: the interval itself, or everything outside of it.
  const inside = choose('facet.total', to - from <= populated / 2 ? 'inside' : 'outside') === 'inside';
  const total = inside ? countIn(from, to) : selected.count - missing - countIn(0, from) - countIn(to, populated);
  const terms = firstSelectedPlaces(docs, from, Math.min(limit, total), bits, siftedDocs, arena);
  arena.release(mark);
  return { terms, counts: new Uint32Array(terms.length).fill(1), total, missing };
}

/** @returns the positions of the first `wanted` docs from position `from` on that are in the set; there are that many */
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
