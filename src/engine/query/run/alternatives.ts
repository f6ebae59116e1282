/**
 * Adds the docs of alternatives to what others have, each field in its cheapest way (plan/alternatives).
 */
import type { Arena, Bitset } from '../../../index/docset/index.js';
import {
  type AddingWay,
  type Alternatives,
  addCost,
  byField,
  cheapestWay,
  choicesOf,
  isDear,
  isListed,
  testingCost,
} from '../plan/alternatives.js';
import { PASS } from '../plan/costs.js';
import { sift } from '../plan/sift.js';
import type { Source } from '../plan/source.js';
import { fillByTerms, termSet } from '../plan/term-sets.js';

/** @param bits get the docs of all the sources, too */
export function addAlternatives(sources: readonly Source[], bits: Bitset, arena: Arena): void {
  const { size } = arena;
  const fields = byField(sources);
  const dear = fields.filter((field) => isDear(field, size));
  for (const field of fields) if (!dear.includes(field)) add(field, 'each', 0, bits, arena);
  if (dear.length === 0) return;
  const left = (): number => {
    arena.budget.spend(PASS * size);
    return size - bits.count();
  };
  let missing = left();
  const costs = new Map(dear.map((field) => [field, cheapestWay(field, missing, size).cost]));
  const tested: Source[] = [];
  for (const field of dear.toSorted((a, b) => (costs.get(a) ?? 0) - (costs.get(b) ?? 0))) {
    const { way, cost } = cheapestWay(field, missing, size);
    if (way === 'missing') {
      tested.push(...field);
      continue;
    }
    if (way !== 'each') arena.budget.spend(cost);
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
  if (isListed(source, arena.size)) bits.addAll(source.docs(arena));
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
