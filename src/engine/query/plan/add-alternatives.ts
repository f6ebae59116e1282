/**
 * Adds the docs of the alternatives of an OR to a set, each field in its cheapest way.
 *
 * Elsewhere: the ways and their costs (alternatives).
 */
import { choose } from '../../../content/choices/index.js';
import { PASS_BITS } from '../../../index/costs/index.js';
import type { Arena, Bitset } from '../../../index/docset/index.js';
import { sift } from '../sources/sift.js';
import type { Source } from '../sources/source.js';
import { fillByTerms, termSet } from '../sources/term-set.js';
import {
  ADDING_WAYS,
  type AddingWay,
  type Alternatives,
  addCost,
  addingCosts,
  byField,
  cheapestWay,
  choicesOf,
  isDear,
  isListed,
  TERMLESS_WAYS,
  testingCost,
} from './alternatives.js';

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
