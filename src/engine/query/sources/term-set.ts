/**
 * Sets of terms: the docs that have any of many terms of a field are found in one pass over its column, and a doc is tested
 * by looking up its term in the set.
 */
import { choose } from '../../../content/choices/index.js';
import { FILL_TERM, LIST_BITS, PASS_BITS } from '../../../index/costs/index.js';
import { type Arena, Bitset, TERM_LEAD } from '../../../index/docset/index.js';
import type { Source, TermChoice } from './source.js';

const termCount = ({ values }: TermChoice): number => values.postings.termCount;

/** @param choices at least one, all of one field. @returns the cost of computing the set */
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

/** @param choices at least one, all of one field. @returns the cost of `fillByTerms` */
export const fillByTermsCost = (choices: readonly TermChoice[], size: number): number =>
  termSetCost(choices) + FILL_TERM * size;

/** Overwrites a set with the docs that have a term of any of the choices. */
export function fillByTerms(choices: readonly TermChoice[], { words }: Bitset, arena: Arena): void {
  const [first] = choices;
  if (first === undefined) return;
  const mark = arena.mark();
  arena.routines.fillTerms(first.values.column, termSet(choices, arena), words);
  arena.release(mark);
}

/**
 * Returns the members of a source that lists its docs by computing their bits first.
 *
 * @param size        number of docs of the source
 * @param segmentSize number of docs of the segment
 */
export function listFromFill(fill: Source['fill'], fillCost: number, size: number, segmentSize: number) {
  return {
    fill,
    fillCost,
    ascends: true,
    listCost: fillCost + LIST_BITS * segmentSize + size,
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

/** @returns the source; its docs are marked or listed by a pass over the column if that is cheaper */
export function withTermPass(source: Source & { readonly terms: TermChoice }): Source {
  const choices = [source.terms];
  const size = source.terms.values.postings.docs.length;
  const fillCost = fillByTermsCost(choices, size);
  const byFill = listFromFill((bits, arena) => fillByTerms(choices, bits, arena), fillCost, source.size, size);
  const { fill, ascends, listCost, docs } = byFill;
  const isFilled = choose('terms.fill', fillCost < source.fillCost ? 'pass' : 'own') === 'pass';
  const isListed = choose('terms.list', listCost < source.listCost ? 'pass' : 'own') === 'pass';
  return {
    ...source,
    ...(isFilled && { fill, fillCost }),
    ...(isListed && { ascends, listCost, docs }),
  };
}
