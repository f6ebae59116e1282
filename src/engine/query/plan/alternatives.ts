/**
 * Alternatives whose docs are not added to a set one alternative after the other. Those on one field are found together,
 * by the set of all their terms. A costly one is tested only on docs that are not in the set yet.
 *
 * First, what each way costs; then doing it.
 */

import { choose } from '../../../content/choices/index.js';
import { FILL_TERM, LIST_BITS, MARK_DOC, PASS_BITS, SIFT_TERM } from '../../../index/costs/index.js';
import type { Arena, Bitset } from '../../../index/docset/index.js';
import { fillByTerms, type Source, sift, type TermChoice, termSet, termSetCost } from './source.js';

/** Whether adding the source's docs to a set one by one is cheaper than making a set of them. */
export const isListed = ({ listCost, fillCost, size: count }: Source, size: number): boolean =>
  listCost + count * MARK_DOC < fillCost + PASS_BITS * size;

/** Whether it is looked at together with others: its terms are marked, or its docs are added one by one. */
export const isAdded = (source: Source, size: number): boolean => source.terms !== undefined || isListed(source, size);

/** What adding the docs of one source costs. */
export const addCost = (source: Source, size: number): number =>
  Math.min(source.listCost + source.size * MARK_DOC, source.fillCost + PASS_BITS * size);

/** Sources whose docs are added together: of one field, or one alone. */
export type Alternatives = readonly [Source, ...(readonly Source[])];

/** From what adding it costs on, it is first looked how many docs are missing; counting them costs less. */
const dearCost = 50_000;

export const isDear = (sources: Alternatives, size: number): boolean =>
  sources.reduce((sum, source) => sum + addCost(source, size), 0) > dearCost;

/** Those on one field together, in the order of the first of each. */
export function byField(sources: readonly Source[]): readonly Alternatives[] {
  const fields = new Map<unknown, [Source, ...Source[]]>();
  for (const source of sources) {
    const key = source.terms?.values.column ?? source;
    const known = fields.get(key);
    if (known === undefined) fields.set(key, [source]);
    else known.push(source);
  }
  return [...fields.values()];
}

/** The terms of sources on one field; none where they have none. */
export const choicesOf = (sources: Alternatives): readonly TermChoice[] =>
  sources.flatMap(({ terms }) => (terms === undefined ? [] : [terms]));

export type AddingWay =
  /** The docs of each are added. */
  | 'each'
  /** The terms of all are marked, and all docs looked through. */
  | 'terms'
  /** The same, and those docs that are missing. */
  | 'missingTerms'
  /** Those that are missing are tested for each. */
  | 'missing';

/** Listing the docs that are missing, beside a pass over the set. */
const missingCost = (missing: number, size: number): number =>
  (LIST_BITS + 2 * PASS_BITS) * size + missing * (1 + MARK_DOC);

/** What testing the docs that are missing for each of the sources costs. */
export const testingCost = (sources: Alternatives, missing: number, size: number): number =>
  missing * sources.reduce((sum, { testCost }) => sum + testCost, 0) + missingCost(missing, size);

/** What adding the docs of all the sources costs in each way. @param missing how many docs are not in yet */
function addingCosts(sources: Alternatives, missing: number, size: number): Readonly<Record<AddingWay, number>> {
  const choices = choicesOf(sources);
  const marking = choices.length === 0 ? Number.POSITIVE_INFINITY : termSetCost(choices);
  return {
    each: sources.reduce((sum, source) => sum + addCost(source, size), 0),
    terms: marking + (FILL_TERM + PASS_BITS) * size,
    missingTerms: marking + missing * SIFT_TERM + missingCost(missing, size),
    missing: testingCost(sources, missing, size),
  };
}

const ADDING_WAYS = ['each', 'terms', 'missingTerms', 'missing'] as const satisfies readonly AddingWay[];
/** Those of a source that has no terms. */
const TERMLESS_WAYS = ['each', 'missing'] as const satisfies readonly AddingWay[];

/**
 * @param missing how many docs are not in yet
 * @returns the cheapest way to add the docs of all the sources, and what it costs
 */
export function cheapestWay(sources: Alternatives, missing: number, size: number): { way: AddingWay; cost: number } {
  const costs = addingCosts(sources, missing, size);
  const way = ADDING_WAYS.reduce((best, other) => (costs[other] < costs[best] ? other : best));
  return { way, cost: costs[way] };
}

/*
 * Adds the docs of alternatives to what others have, each field in its cheapest way (plan/alternatives).
 */

/** @param bits get the docs of all the sources, too */
export function addAlternatives(sources: readonly Source[], bits: Bitset, arena: Arena): void {
  const { size } = arena;
  const fields = byField(sources);
  const dear = fields.filter((field) => choose('or.field', isDear(field, size) ? 'weigh' : 'add') === 'weigh');
  for (const field of fields) if (!dear.includes(field)) add(field, 'each', 0, bits, arena);
  if (dear.length === 0) return;
  const left = (): number => {
    arena.budget.spend(PASS_BITS * size);
    return size - bits.count();
  };
  let missing = left();
  const costs = new Map(dear.map((field) => [field, cheapestWay(field, missing, size).cost]));
  const tested: Source[] = [];
  for (const field of dear.toSorted((a, b) => (costs.get(a) ?? 0) - (costs.get(b) ?? 0))) {
    const possible = choicesOf(field).length === 0 ? TERMLESS_WAYS : ADDING_WAYS;
    const way = choose('or.way', cheapestWay(field, missing, size).way, possible);
    if (way === 'missing') {
      tested.push(...field);
      continue;
    }
    if (way !== 'each') arena.budget.spend(addingCosts(field, missing, size)[way]);
    add(field, way, missing, bits, arena);
    missing = left();
  }
  const [first, ...others] = tested;
  if (first === undefined || missing === 0) return;
  arena.budget.spend(testingCost([first, ...others], missing, size));
  add([first, ...others], 'missing', missing, bits, arena);
}

function add(sources: Alternatives, way: AddingWay, missing: number, bits: Bitset, arena: Arena): void {
  if (way === 'each') {
    for (const source of sources) addOne(source, bits, arena);
    return;
  }
  const mark = arena.mark();
  if (way === 'terms') {
    const other = arena.bitset();
    fillByTerms(choicesOf(sources), other, arena);
    bits.or(other);
  } else {
    const rest = arena.bitset();
    rest.setToAll();
    rest.takeOut(bits.words);
    const docs = rest.toList(missing, arena.list(missing));
    bits.addAll(docs.subarray(0, way === 'missing' ? siftAny(sources, docs) : siftTerms(sources, docs, arena)));
  }
  arena.release(mark);
}

function addOne(source: Source, bits: Bitset, arena: Arena): void {
  arena.budget.spend(addCost(source, arena.size));
  const mark = arena.mark();
  if (choose('or.source', isListed(source, arena.size) ? 'list' : 'fill') === 'list') bits.addAll(source.docs(arena));
  else {
    const other = arena.bitset();
    source.fill(other, arena);
    bits.or(other);
  }
  arena.release(mark);
}

/** Keeps the docs that any of the sources has, in place. @returns how many */
function siftAny(sources: Alternatives, docs: Uint32Array): number {
  const byTest = sources.toSorted((a, b) => a.testCost - b.testCost);
  return sift((doc) => byTest.some((source) => source.has(doc)), docs, docs);
}

/** The same by the terms of all the sources. */
function siftTerms(sources: Alternatives, docs: Uint32Array, arena: Arena): number {
  const choices = choicesOf(sources);
  const [first] = choices;
  if (first === undefined) return 0;
  return arena.routines.siftTerms(docs, first.values.column, termSet(choices, arena), docs);
}
