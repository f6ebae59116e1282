/**
 * Sets of terms: however many terms some conditions on one field have, all their docs are found by one pass over its
 * column, and any doc is tested by looking its term up.
 */
import { type Arena, Bitset, TERM_LEAD } from '../../../index/docset/index.js';
import { FILL_TERM, LIST, PASS } from './costs.js';
import type { Source, TermChoice } from './source.js';

const termCount = ({ values }: TermChoice): number => values.postings.starts.length - 1;

/** What the set costs. @param choices at least one, all of one field */
export function termSetCost(choices: readonly TermChoice[]): number {
  const [first] = choices;
  return choices.reduce((sum, { markCost }) => sum + markCost, first === undefined ? 0 : PASS * termCount(first));
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

/** The source with its docs marked, or listed, by a pass over the column where that costs less. */
export function orByTerms(source: Source & { readonly terms: TermChoice }): Source {
  const choices = [source.terms];
  const size = source.terms.values.postings.docs.length;
  const fillCost = fillByTermsCost(choices, size);
  const listCost = fillCost + LIST * size + source.size;
  const fill = (bits: Bitset, arena: Arena): void => fillByTerms(choices, bits, arena);
  return {
    ...source,
    ...(fillCost < source.fillCost && { fill, fillCost }),
    ...(listCost < source.listCost && {
      ascends: true,
      listCost,
      docs(arena: Arena): Uint32Array {
        const out = arena.list(source.size);
        const mark = arena.mark();
        const bits = arena.bitset();
        fill(bits, arena);
        bits.toList(source.size, out);
        arena.release(mark);
        return out;
      },
    }),
  };
}
