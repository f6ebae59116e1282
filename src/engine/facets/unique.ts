/**
 * Facets of fields whose every value is that of one item, such as a title or a number of an order: nothing is counted by
 * value. How many values there are is how many of the selected docs have one, and all are as frequent: those that are
 * shown are the first ones of the stored order.
 */
import type { Arena, Bitset } from '../../index/docset/index.js';
import type { RunPostings } from '../../index/postings/index.js';
import type { Selected } from './facet.js';
import type { Top } from './top.js';

/** Looking whether a doc of the stored order is in a set, in nanoseconds. */
const LOOKED_UP = 2;
const atOnce = 1024;
/** With fewer values, counting them is as quick. */
const fewValues = 64;

export interface UniqueTop extends Top {
  /** Selected docs without a value. */
  readonly missing: number;
}

/** Whether each term is that of one doc: place p of the docs by value is the doc of term p. */
export const isUnique = ({ starts, populated }: RunPostings): boolean =>
  starts.length - 1 === populated && populated > fewValues;

/** Half-open, of terms. */
type Stretch = readonly [from: number, to: number];

/** Docs of the stored order that are likely to be looked at until so many are found. */
const walked = ([from, to]: Stretch, limit: number, { count }: Selected, size: number): number =>
  Math.min(Math.max(0, to - from), ((limit + 1) * size * 1.5) / Math.max(1, count) + atOnce);

/** @param stretch the terms that may be shown, of which there are. @returns what `topOfUnique` is likely to cost */
export function uniqueCost(postings: RunPostings, stretch: Stretch, limit: number, selected: Selected): number {
  const size = postings.docs.length;
  if (selected.all) return limit;
  const { populated } = postings;
  const [from, to] = stretch;
  const counted = Math.min(to - from, populated - (to - from)) * LOOKED_UP;
  const unpopulated = (size - populated) * LOOKED_UP;
  return selected.bitsCost + counted + unpopulated + walked(stretch, limit, selected, size) * LOOKED_UP;
}

/**
 * @param stretch the terms that may be shown, of which there are
 * @param limit how many are shown
 * Cost: `uniqueCost`; more where the selected docs stand far behind in the stored order, and then it is charged.
 */
export function topOfUnique(
  postings: RunPostings,
  [from, to]: Stretch,
  limit: number,
  selected: Selected,
  arena: Arena,
): UniqueTop {
  const { docs, populated } = postings;
  if (selected.all) {
    const terms = Uint32Array.from({ length: Math.min(limit, to - from) }, (_, place) => from + place);
    return { terms, counts: new Uint32Array(terms.length).fill(1), total: to - from, missing: docs.length - populated };
  }
  const bits = selected.bits();
  const mark = arena.mark();
  const held = arena.list(atOnce);
  const countIn = (start: number, end: number): number => {
    let count = 0;
    for (let at = start; at < end; at += atOnce) {
      const some = docs.subarray(at, Math.min(end, at + atOnce));
      arena.budget.spend(some.length * LOOKED_UP);
      count += arena.routines.siftBits(some, bits.words, held);
    }
    return count;
  };
  const missing = countIn(populated, docs.length);
  // Of the shorter part the docs are looked at.
  const inside = to - from <= populated / 2;
  const total = inside ? countIn(from, to) : selected.count - missing - countIn(0, from) - countIn(to, populated);
  const terms = firstOf(docs, from, Math.min(limit, total), bits, held, arena);
  arena.release(mark);
  return { terms, counts: new Uint32Array(terms.length).fill(1), total, missing };
}

/** @returns the places of the first so many docs from a place on that are in the set, which there are */
function firstOf(
  docs: Uint32Array,
  from: number,
  wanted: number,
  { words }: Bitset,
  held: Uint32Array,
  { budget, routines }: Arena,
): Uint32Array {
  const places = new Uint32Array(wanted);
  let found = 0;
  for (let at = from; found < wanted; at += atOnce) {
    const some = docs.subarray(at, at + atOnce);
    budget.spend(some.length * LOOKED_UP);
    const count = Math.min(wanted - found, routines.siftBits(some, words, held));
    for (let i = 0, place = 0; i < count; place += 1) {
      if (some[place] !== held[i]) continue;
      places[found] = at + place;
      found += 1;
      i += 1;
    }
  }
  return places;
}
