/**
 * Sources: where the docs of one condition stand, before any of them is touched.
 *
 * Every source knows its exact size and can test a doc in constant time (of a relationship: in the links of the doc),
 * which is what the planner orders and intersects by.
 */
import type { LinkColumn, OrdinalColumn } from '../column/index.js';
import { Bitset } from '../docset/index.js';
import type { Quantiles, RunPostings } from '../postings/index.js';
import type { TextIndex } from '../segment/index.js';

/** A run of terms of one field: what two conditions on one field can be folded into. */
export interface TermRange {
  readonly values: ValueColumns;
  readonly start: number;
  readonly end: number;
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
  /** What one `has` costs, beside one that reads a column. */
  readonly testCost: number;
  has(doc: number): boolean;
  /** Tests many docs at once, where that is cheaper than one by one: as `sift`, with `has` for the test. */
  sift?(docs: Uint32Array, count: number, out: Uint32Array): number;
  /** What `docs()` costs a doc, beside reading a view. */
  readonly listCost: number;
  /** The docs, each once; a view where one exists, so not to be changed. Cost: at most O(size). */
  docs(): Uint32Array;
  /** Makes `bits`, which is empty, the set of the docs. */
  fill(bits: Bitset): void;
  /** What `fill` costs, in doc tests. */
  readonly fillCost: number;
  /** Where the docs are those of neighbouring terms. */
  readonly range?: TermRange;
}

export interface ValueColumns {
  readonly column: OrdinalColumn;
  readonly postings: RunPostings;
  readonly quantiles: Quantiles | undefined;
}

/** What filling a set by quantiles costs a doc: a few words are combined, a few docs toggled. */
const quantileCost = 1 / 48;
/** What adding one doc to a set costs. */
const addCost = 0.5;

function fillRun({ postings, quantiles }: ValueColumns, bits: Bitset, start: number, end: number): void {
  if (end <= start) return;
  const size = postings.count(start, end);
  if (quantiles === undefined || size * addCost < postings.docs.length * quantileCost)
    bits.addAll(postings.run(start, end));
  else quantiles.fill(bits, postings.starts[start]!, postings.starts[end]!);
}

const fillCostOf = ({ postings, quantiles }: ValueColumns, size: number): number =>
  quantiles === undefined ? size * addCost : Math.min(size * addCost, postings.docs.length * quantileCost);

/** Docs whose value is one of the terms `[start, end)`. */
export function termRange(values: ValueColumns, start: number, end: number): Source {
  const { column, postings } = values;
  const size = end > start ? postings.count(start, end) : 0;
  return {
    size,
    ascends: end - start <= 1,
    structure: 'run of docs by value',
    testCost: 1,
    listCost: 0,
    // Term t has ordinal t + 1, so an unpopulated doc (0) is in no range.
    has: (doc) => column[doc]! > start && column[doc]! <= end,
    sift: (docs, count, out) => siftColumn(column, start, end, docs, count, out),
    docs: () => (end > start ? postings.run(start, end) : new Uint32Array(0)),
    fill: (bits) => fillRun(values, bits, start, end),
    fillCost: fillCostOf(values, size),
    range: { values, start, end },
  };
}

/** One tight loop over a column: what an AND spends its time in. */
function siftColumn(
  column: OrdinalColumn,
  start: number,
  end: number,
  docs: Uint32Array,
  count: number,
  out: Uint32Array,
): number {
  let kept = 0;
  for (let i = 0; i < count; i += 1) {
    const doc = docs[i]!;
    const ordinal = column[doc]!;
    out[kept] = doc;
    // No branch: whether a doc passes cannot be foretold.
    kept += Number(ordinal > start) & Number(ordinal <= end);
  }
  return kept;
}

/**
 * Writes those of the docs that pass the test into `out`, in their order.
 *
 * @param count how many of `docs` to look at
 * @param out at least `count` long; may be `docs` itself
 * @returns how many passed
 */
export function sift(has: (doc: number) => boolean, docs: Uint32Array, count: number, out: Uint32Array): number {
  let kept = 0;
  for (let i = 0; i < count; i += 1) {
    const doc = docs[i]!;
    if (!has(doc)) continue;
    out[kept] = doc;
    kept += 1;
  }
  return kept;
}

/** Docs that are populated with another value than the terms `[start, end)`. */
export function otherTerms(values: ValueColumns, start: number, end: number): Source {
  const { column, postings } = values;
  const terms = postings.starts.length - 1;
  if (start === end) return termRange(values, 0, terms);
  const size = postings.populated - postings.count(start, end);
  return {
    size,
    ascends: false,
    structure: 'two runs of docs by value',
    testCost: 1,
    listCost: 1,
    has: (doc) => column[doc]! !== 0 && (column[doc]! <= start || column[doc]! > end),
    docs: () => concatenate([postings.run(0, start), postings.run(end, terms)]),
    fill(bits) {
      fillRun(values, bits, 0, terms);
      bits.toggleAll(postings.run(start, end));
    },
    fillCost: fillCostOf(values, postings.populated) + postings.count(start, end) * addCost,
  };
}

/** Docs whose field is not populated. */
export function unpopulated({ column, postings }: ValueColumns): Source {
  return {
    size: postings.docs.length - postings.populated,
    ascends: true,
    structure: 'tail of docs by value',
    testCost: 1,
    listCost: 0,
    has: (doc) => column[doc]! === 0,
    docs: () => postings.unpopulated(),
    fill: (bits) => bits.addAll(postings.unpopulated()),
    fillCost: (postings.docs.length - postings.populated) * addCost,
  };
}

/** Docs whose value stands at the places `[start, end)` of the reversed order. */
export function reversedRange(
  { column, postings, reversed, reversedStarts }: TextIndex,
  start: number,
  end: number,
): Source {
  return {
    size: end > start ? reversedStarts[end]! - reversedStarts[start]! : 0,
    ascends: end - start <= 1,
    structure: 'range of the reversed order',
    testCost: 2,
    listCost: 3,
    has(doc) {
      const ordinal = column[doc]!;
      if (ordinal === 0) return false;
      const place = reversed.rank[ordinal - 1]!;
      return place >= start && place < end;
    },
    docs: () => runsOf(postings, reversed.order.subarray(start, end)),
    fill: (bits) => bits.addAll(runsOf(postings, reversed.order.subarray(start, end))),
    fillCost: 2 * (end > start ? reversedStarts[end]! - reversedStarts[start]! : 0),
  };
}

/** Docs whose value is one of the listed terms. @param terms ascending, unique */
export function termList({ column, postings }: ValueColumns, terms: Uint32Array, structure: string): Source {
  let size = 0;
  for (const term of terms) size += postings.count(term, term + 1);
  let wanted: Bitset | undefined;
  return {
    size,
    ascends: terms.length <= 1,
    structure,
    testCost: 2,
    listCost: 3,
    has(doc) {
      const ordinal = column[doc]!;
      if (ordinal === 0) return false;
      wanted ??= Bitset.of(postings.starts.length - 1, terms);
      return wanted.has(ordinal - 1);
    },
    docs: () => runsOf(postings, terms),
    fill: (bits) => bits.addAll(runsOf(postings, terms)),
    fillCost: 2 * size,
  };
}

/** Docs that link to the target. */
export function linkedTo(links: LinkColumn, postings: RunPostings, target: number): Source {
  return {
    size: postings.count(target, target + 1),
    ascends: true,
    structure: 'docs by link target',
    testCost: 2,
    listCost: 0,
    has: (doc) => links.has(doc, target),
    docs: () => postings.run(target, target + 1),
    fill: (bits) => bits.addAll(postings.run(target, target + 1)),
    fillCost: postings.count(target, target + 1) * addCost,
  };
}

/** @param docs ascending, unique */
export function docList(docs: Uint32Array, structure: string): Source {
  return {
    size: docs.length,
    ascends: true,
    structure,
    testCost: 8,
    listCost: 0,
    has: (doc) => holds(docs, doc),
    docs: () => docs,
    fill: (bits) => bits.addAll(docs),
    fillCost: docs.length * addCost,
  };
}

function holds(docs: Uint32Array, doc: number): boolean {
  let low = 0;
  let high = docs.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (docs[middle]! < doc) low = middle + 1;
    else high = middle;
  }
  return docs[low] === doc;
}

/** The docs of the terms, term by term. Cost: O(docs). */
export function runsOf({ docs, starts }: RunPostings, terms: Uint32Array): Uint32Array {
  let size = 0;
  for (const term of terms) size += starts[term + 1]! - starts[term]!;
  const out = new Uint32Array(size);
  let at = 0;
  for (const term of terms) {
    const end = starts[term + 1]!;
    for (let place = starts[term]!; place < end; place += 1) out[at++] = docs[place]!;
  }
  return out;
}

function concatenate(lists: readonly Uint32Array[]): Uint32Array {
  const out = new Uint32Array(lists.reduce((sum, list) => sum + list.length, 0));
  let at = 0;
  for (const list of lists) {
    out.set(list, at);
    at += list.length;
  }
  return out;
}
