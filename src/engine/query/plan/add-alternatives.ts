/**
 * Adds the docs of the alternatives of an OR to a set, each field by its cheapest strategy.
 *
 * Elsewhere: the strategies and their costs (alternatives).
 */
import { choose } from '../../../content/choices/index.js';
import { PASS_BITS } from '../../../index/costs/index.js';
import type { Arena, Bitset } from '../../../index/docset/index.js';
import { siftBy } from '../sources/sift.js';
import type { Source } from '../sources/source.js';
import { fillByTerms, termSet } from '../sources/term-set.js';
import {
  ADDING_WAYS,
  type AddingWay,
  addCost,
  addingCosts,
  cheapestWay,
  type FieldAlternatives,
  groupByField,
  isCostly,
  isListed,
  TERMLESS_WAYS,
  termChoicesOf,
  testingCost,
} from './alternatives.js';

/** @param bits receives the docs of all sources, in addition to the docs it has */
export function addAlternatives(sources: readonly Source[], bits: Bitset, arena: Arena): void {
  const { size } = arena;
  const fields = groupByField(sources);
  const costlyFields = fields.filter(
    (field) => choose('or.field', isCostly(field, size) ? 'weigh' : 'add') === 'weigh',
  );
  for (const field of fields) if (!costlyFields.includes(field)) addField(field, 'each', 0, bits, arena);
  if (costlyFields.length === 0) return;
  const countMissing = (): number => {
    arena.budget.spend(PASS_BITS * size);
    return size - bits.count();
  };
  let missing = countMissing();
  const costs = new Map(costlyFields.map((field) => [field, cheapestWay(field, missing, size).cost]));
  const tested: Source[] = [];
  for (const field of costlyFields.toSorted((a, b) => (costs.get(a) ?? 0) - (costs.get(b) ?? 0))) {
    const possible = termChoicesOf(field).length === 0 ? TERMLESS_WAYS : ADDING_WAYS;
    const way = choose('or.way', cheapestWay(field, missing, size).way, possible);
    if (way === 'missing') {
      tested.push(...field);
      continue;
    }
    if (way !== 'each') arena.budget.spend(addingCosts(field, missing, size)[way]);
    addField(field, way, missing, bits, arena);
    missing = countMissing();
  }
  const [first, ...otherTested] = tested;
  if (first === undefined || missing === 0) return;
  arena.budget.spend(testingCost([first, ...otherTested], missing, size));
  addField([first, ...otherTested], 'missing', missing, bits, arena);
}

function addField(sources: FieldAlternatives, way: AddingWay, missing: number, bits: Bitset, arena: Arena): void {
  if (way === 'each') {
    for (const source of sources) addSource(source, bits, arena);
    return;
  }
  const mark = arena.mark();
  if (way === 'terms') {
    const addedBits = arena.bitset();
    fillByTerms(termChoicesOf(sources), addedBits, arena);
    bits.or(addedBits);
  } else {
    const missingBits = arena.bitset();
    missingBits.setToAll();
    missingBits.removeAll(bits.words);
    const docs = missingBits.toList(missing, arena.list(missing));
    bits.addAll(docs.subarray(0, way === 'missing' ? siftAny(sources, docs) : siftTerms(sources, docs, arena)));
  }
  arena.release(mark);
}

function addSource(source: Source, bits: Bitset, arena: Arena): void {
  arena.budget.spend(addCost(source, arena.size));
  const mark = arena.mark();
  if (choose('or.source', isListed(source, arena.size) ? 'list' : 'fill') === 'list') bits.addAll(source.docs(arena));
  else {
    const addedBits = arena.bitset();
    source.fill(addedBits, arena);
    bits.or(addedBits);
  }
  arena.release(mark);
}

/** Keeps the docs that any source has, in place. @returns their number */
function siftAny(sources: FieldAlternatives, docs: Uint32Array): number {
  const byTest = sources.toSorted((a, b) => a.testCost - b.testCost);
  return siftBy((doc) => byTest.some((source) => source.has(doc)), docs, docs);
}

/** As `siftAny`, by the terms of all sources. */
function siftTerms(sources: FieldAlternatives, docs: Uint32Array, arena: Arena): number {
  const choices = termChoicesOf(sources);
  const [first] = choices;
  if (first === undefined) return 0;
  return arena.routines.siftTerms(docs, first.values.column, termSet(choices, arena), docs);
}
