/**
 * What a word gives the docs that answer it.
 */
import { POSTING } from '../../costs/index.js';
import type { Arena } from '../../docset/index.js';
import { BEGINNING_IMPACT, type Expansion, type Match, WEIGHTS } from '../match/expand.js';
import type { SearchIndex } from '../search-index.js';
import { Sums } from './sums.js';
import { either, type Weighed } from './weighed.js';

/** Rarity in steps of this part of a natural logarithm. */
const raritySteps = 128;

/** @param count docs that have the word, of `size`. @returns a whole number from 1 on, below 2^12 */
export const rarity = (count: number, size: number): number =>
  Math.max(1, Math.round(Math.log(1 + (size - count + 0.5) / (count + 0.5)) * raritySteps));

/** @returns for how many docs a word counts: those of its own stem, or of all its matches, where others stand in for it */
export function countOf(index: SearchIndex, { matches }: Expansion): number {
  const [first] = matches;
  if (first?.kind === 'word' && matches.every(({ kind }) => kind !== 'typo' && kind !== 'doubling'))
    return index.count(first.list);
  return Math.min(
    index.docCount,
    matches.reduce((sum, { list }) => sum + index.count(list), 0),
  );
}

/** What an impact counts for a word, before the kind of match. */
export const factorOf = (index: SearchIndex, expansion: Expansion): number =>
  rarity(countOf(index, expansion), index.docCount) * expansion.word.times;

/** At most how many docs answer a word. */
export const upTo = (index: SearchIndex, { matches }: Expansion): number =>
  matches.reduce((sum, { list }) => sum + index.count(list), 0);

/** @returns the words, those of few docs first */
export const byDocs = (index: SearchIndex, answered: readonly Expansion[]): Expansion[] =>
  answered.toSorted((a, b) => upTo(index, a) - upTo(index, b));

/** From so many lists on those of a word are put together in a bitset, and before they are compared with another's. */
export const listsMany = 4;

/** @returns the docs that answer one word, and what it gives each of them */
export function weigh(index: SearchIndex, expansion: Expansion, arena: Arena): Weighed {
  const factor = factorOf(index, expansion);
  const { matches } = expansion;
  const [first, ...others] = matches;
  if (first !== undefined && matches.length < listsMany) {
    const weighed = weighList(index, first, factor, arena);
    return others.reduce((all, match) => either(all, weighList(index, match, factor, arena), arena), weighed);
  }
  const best = new Sums(arena);
  for (const { list, kind } of matches) {
    const mark = arena.mark();
    arena.budget.spend(index.count(list) * POSTING);
    const { docs, impacts } = index.read(list, arena);
    const weight = WEIGHTS[kind] * factor;
    if (kind === 'beginning') best.raise(docs, docs, 0, BEGINNING_IMPACT * weight);
    else best.raise(docs, impacts, weight);
    arena.release(mark);
  }
  return best.weighed();
}

function weighList(index: SearchIndex, { list, kind }: Match, factor: number, arena: Arena): Weighed {
  arena.budget.spend(index.count(list) * POSTING);
  const { docs, impacts } = index.read(list, arena);
  const scores = arena.list(docs.length);
  const weight = WEIGHTS[kind] * factor;
  if (kind === 'beginning') scores.fill(BEGINNING_IMPACT * weight);
  else for (let i = 0; i < docs.length; i += 1) scores[i] = impacts[i]! * weight;
  return { docs, scores };
}
