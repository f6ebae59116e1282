/**
 * A source: where the docs of one condition stand, before any of them is touched.
 *
 * Every source knows its exact size and can test a doc in constant time (of a relationship: in the links of the doc),
 * which is what the planner orders and intersects by. Costs are nanoseconds (costs).
 * Elsewhere: sources by structure (range-source, list-source, substring-source), from conditions (conditions).
 */
import { choose } from '../../../content/choices/index.js';
import { type DocId, docId, type TermId } from '../../../content/model/index.js';
import type { OrdinalColumn } from '../../../index/columns/index.js';
import { FILL_TERM, LIST_BITS, PASS_BITS, SIFT_BITS, SIFT_TERM } from '../../../index/costs/index.js';
import { type Arena, Bitset, type Interval, TERM_LEAD } from '../../../index/docset/index.js';
import type { ValueColumns } from '../../facets/index.js';

/** Those docs whose ordinals in a column are of an interval. */
export interface ColumnInterval {
  readonly column: OrdinalColumn;
  readonly ordinals: Interval;
}

/** A run of terms of one field: what two conditions on one field can be folded into. */
export interface TermRange {
  readonly values: ValueColumns;
  readonly start: TermId;
  readonly end: TermId;
}

/** Some terms of one field, not found one by one yet. */
export interface TermChoice {
  readonly values: ValueColumns;
  /** Adds the terms to a set, which may have others already. */
  mark(terms: Bitset, arena: Arena): void;
  /** What `mark` costs. */
  readonly markCost: number;
}

export interface Source {
  /** Exactly how many docs. */
  readonly size: number;
  /** Whether `docs()` ascends. */
  readonly ascends: boolean;
  /** Which structure answers, for people. */
  readonly structure: string;
  /** The first docs in the export's order, where they are stored; fewer than `size`. */
  readonly first?: Uint32Array;
  has(doc: DocId): boolean;
  /** What one `has` costs. */
  readonly testCost: number;
  /** The ordinals of a column that its docs have and no others: then many docs are tested at once. */
  readonly interval?: ColumnInterval;
  /** The docs as bits, where these are stored or were made in planning; not to be changed. */
  readonly made?: Bitset;
  /** The docs, each once; a view where one exists, so not to be changed. Cost: at most O(size). */
  docs(arena: Arena): Uint32Array;
  /** What `docs` costs. */
  readonly listCost: number;
  /** Makes `bits`, whatever it holds, the set of the docs. */
  fill(bits: Bitset, arena: Arena): void;
  /** What `fill` costs. */
  readonly fillCost: number;
  /** Where the docs are those of neighbouring terms. */
  readonly range?: TermRange;
  /** Where they are those of terms that are no neighbours: then many docs are tested by a set of these. */
  readonly terms?: TermChoice;
}

/*
 * Sets of terms: however many terms some conditions on one field have, all their docs are found by one pass over its
 * column, and any doc is tested by looking its term up.
 */

const termCount = ({ values }: TermChoice): number => values.postings.termCount;

/** What the set costs. @param choices at least one, all of one field */
export function termSetCost(choices: readonly TermChoice[]): number {
  const [first] = choices;
  return choices.reduce((sum, { markCost }) => sum + markCost, first === undefined ? 0 : PASS_BITS * termCount(first));
}

/** @returns the terms of all choices, as `Routines.siftTerms` takes them; in the arena */
export function termSet(choices: readonly TermChoice[], arena: Arena): Uint32Array {
  const [first] = choices;
  const count = first === undefined ? 0 : termCount(first);
  const lead = TERM_LEAD / 32;
  const words = arena.list(lead + Math.ceil(count / 32));
  words[0] = 0;
  const terms = new Bitset(count, words.subarray(lead), arena.routines);
  terms.clear();
  for (const { mark } of choices) mark(terms, arena);
  return words;
}

/** What `fillByTerms` costs. @param choices at least one, all of one field */
export const fillByTermsCost = (choices: readonly TermChoice[], size: number): number =>
  termSetCost(choices) + FILL_TERM * size;

/** Makes `bits`, whatever it holds, the set of the docs that have a term of any of the choices. */
export function fillByTerms(choices: readonly TermChoice[], { words }: Bitset, arena: Arena): void {
  const [first] = choices;
  if (first === undefined) return;
  const mark = arena.mark();
  arena.routines.fillTerms(first.values.column, termSet(choices, arena), words);
  arena.release(mark);
}

/** `docs` of a source whose docs are marked, and all that it says of both. @param size its docs. @param all those of the segment */
export function listedByFill(fill: Source['fill'], fillCost: number, size: number, all: number) {
  return {
    fill,
    fillCost,
    ascends: true,
    listCost: fillCost + LIST_BITS * all + size,
    docs(arena: Arena): Uint32Array {
      const out = arena.list(size);
      const mark = arena.mark();
      const bits = arena.bitset();
      fill(bits, arena);
      bits.toList(size, out);
      arena.release(mark);
      return out;
    },
  };
}

/** The source with its docs marked, or listed, by a pass over the column where that costs less. */
export function orByTerms(source: Source & { readonly terms: TermChoice }): Source {
  const choices = [source.terms];
  const size = source.terms.values.postings.docs.length;
  const fillCost = fillByTermsCost(choices, size);
  const byFill = listedByFill((bits, arena) => fillByTerms(choices, bits, arena), fillCost, source.size, size);
  const { fill, ascends, listCost, docs } = byFill;
  const isFilled = choose('terms.fill', fillCost < source.fillCost ? 'pass' : 'own') === 'pass';
  const isListed = choose('terms.list', listCost < source.listCost ? 'pass' : 'own') === 'pass';
  return {
    ...source,
    ...(isFilled && { fill, fillCost }),
    ...(isListed && { ascends, listCost, docs }),
  };
}

/*
 * Testing many docs for one source: one by one, or by a set that is made first where that pays.
 */

/** Writes those of the docs that pass into `out`, in their order, and returns how many. `out` may be `docs` itself. */
export type Sift = (docs: Uint32Array, out: Uint32Array) => number;

/** Tests by a set that is made for them. */
export interface SetTest {
  /** What making the set costs. */
  readonly readyCost: number;
  /** What testing a doc costs then. */
  readonly testCost: number;
  /** Makes the set, in the arena. */
  ready(arena: Arena): Sift;
}

/** @returns undefined where a test needs no set. @param size docs of the segment */
export function setTest(source: Source, size: number): SetTest | undefined {
  const { made, interval, terms, fillCost } = source;
  if (made !== undefined || interval !== undefined) return undefined;
  const termsCost = terms === undefined ? Number.POSITIVE_INFINITY : termSetCost([terms]);
  if (terms !== undefined && choose('sift.set', termsCost < fillCost ? 'terms' : 'bits') === 'terms') {
    return {
      readyCost: termsCost,
      testCost: SIFT_TERM,
      ready(arena) {
        const words = termSet([terms], arena);
        return (docs, out) => arena.routines.siftTerms(docs, terms.values.column, words, out);
      },
    };
  }
  return {
    readyCost: fillCost + PASS_BITS * size,
    testCost: SIFT_BITS,
    ready(arena) {
      const bits = arena.bitset();
      source.fill(bits, arena);
      return (docs, out) => arena.routines.siftBits(docs, bits.words, out);
    },
  };
}

/** What testing so many docs at once costs. */
export function siftCost(source: Source, count: number, size: number): number {
  const set = setTest(source, size);
  const each = count * source.testCost;
  return set === undefined ? each : Math.min(each, set.readyCost + count * set.testCost);
}

/**
 * Writes those of the docs that pass the test into `out`, in their order.
 *
 * @param out at least as long as `docs`; may be `docs` itself
 * @returns how many passed
 */
export function sift(has: (doc: DocId) => boolean, docs: Uint32Array, out: Uint32Array): number {
  let kept = 0;
  for (let i = 0; i < docs.length; i += 1) {
    const doc = docs[i]!;
    if (!has(docId(doc))) continue;
    out[kept] = doc;
    kept += 1;
  }
  return kept;
}

/** The same with the source's test, one by one. */
export function siftEach({ routines }: Arena, source: Source, docs: Uint32Array, out: Uint32Array): number {
  const { interval, made } = source;
  if (made !== undefined) return routines.siftBits(docs, made.words, out);
  if (interval === undefined) return sift((doc) => source.has(doc), docs, out);
  return routines.siftColumn(docs, interval.column, interval.ordinals, out);
}

/** The same of all docs at once, by a set where that pays. Cost: siftCost. */
export function siftSource(arena: Arena, source: Source, docs: Uint32Array, out: Uint32Array): number {
  const set = setTest(source, arena.size);
  if (set === undefined) return siftEach(arena, source, docs, out);
  const isEach = docs.length * source.testCost <= set.readyCost + docs.length * set.testCost;
  if (choose('sift.source', isEach ? 'each' : 'set') === 'each') return siftEach(arena, source, docs, out);
  const mark = arena.mark();
  const kept = set.ready(arena)(docs, out);
  arena.release(mark);
  return kept;
}
