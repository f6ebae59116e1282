/**
 * The docs of any of several words, by sums of what each word gives them.
 */
import { choose } from '../../../content/choices/index.js';
import { READ_SCORE_SUM, SCORE_POSTING } from '../../costs/index.js';
import type { Arena } from '../../docset/index.js';
import { type Expansion, WEIGHTS } from '../match/expand.js';
import type { SearchIndex } from '../search-index.js';
import { finderIn } from './finder.js';
import { Sums } from './sums.js';
import { byDocs, factorOf, upTo, weigh } from './weigh.js';
import { IN_ONE, type Weighed } from './weighed.js';

/** What docs with all words of a long question have more than others: the sum of 200 words' scores, each below 2^23.2, is less. */
export const WHOLE = 2 ** 31;

/**
 * The docs that answer any of many words, by the evidence they have: most docs have some of so many words, so that the
 * lists are added up and not compared with each other. Only those of the word of the fewest docs are looked for in all.
 */
export function anyOf(index: SearchIndex, answered: readonly Expansion[], arena: Arena): Weighed {
  arena.budget.spend(arena.size * READ_SCORE_SUM);
  arena.budget.require(listsCost(index, answered));
  const sums = new Sums(arena);
  const [first, ...others] = byDocs(index, answered);
  if (first === undefined) return sums.weighed();
  const room = arena.list(Math.min(arena.size, upTo(index, first)));
  let whole = room;
  addTo(sums, 0, index, first, arena, (docs) => {
    room.set(docs);
    whole = room.subarray(0, docs.length);
  });
  for (const expansion of others) {
    addTo(sums, 0, index, expansion, arena, (docs) => {
      whole = narrowedTo(docs, whole);
    });
  }
  sums.add(whole, whole, 0, WHOLE);
  return sums.weighed();
}

/** What reading all lists of the words costs: known before the first is read, so that a refusal does not wait for the last. */
const listsCost = (index: SearchIndex, answered: readonly Expansion[]): number =>
  answered.reduce(
    (sum, { matches }) => sum + matches.reduce((all, { list }) => all + index.count(list) * SCORE_POSTING, 0),
    0,
  );

/** @returns those of the docs that are among others, where they lie. @param kept ascending, as the others */
function narrowedTo(docs: Uint32Array, kept: Uint32Array): Uint32Array {
  const find = finderIn(docs, kept.length);
  let count = 0;
  let at = 0;
  for (let i = 0; i < kept.length; i += 1) {
    at = find(docs, at, kept[i]!);
    if (docs[at] !== kept[i]) continue;
    kept[count] = kept[i]!;
    count += 1;
  }
  return kept.subarray(0, count);
}

/** The docs of any of the words, each with {@link IN_ONE} for each word that it answers. */
export function countedIn(index: SearchIndex, answered: readonly Expansion[], arena: Arena): Weighed {
  const all = answered.reduce((sum, expansion) => sum + upTo(index, expansion), 0);
  arena.budget.spend(Math.min(arena.size, all) * READ_SCORE_SUM);
  arena.budget.require(listsCost(index, answered));
  const sums = new Sums(arena);
  for (const expansion of answered) addTo(sums, IN_ONE, index, expansion, arena);
  return sums.weighed();
}

/**
 * Adds what a word gives the docs that answer it.
 *
 * @param base what each of them is given besides
 * @param seen gets the docs, while they lie there
 */
function addTo(
  sums: Sums,
  base: number,
  index: SearchIndex,
  expansion: Expansion,
  arena: Arena,
  seen?: (docs: Uint32Array) => void,
): void {
  const mark = arena.mark();
  const [first, another] = expansion.matches;
  if (first?.kind === 'word' && another === undefined && choose('search.sum', 'read') === 'read') {
    arena.budget.spend(index.count(first.list) * SCORE_POSTING);
    const { docs, impacts } = index.read(first.list, arena);
    sums.add(docs, impacts, WEIGHTS.word * factorOf(index, expansion), base);
    seen?.(docs);
  } else {
    const { docs, scores } = weigh(index, expansion, arena);
    arena.budget.spend(docs.length * SCORE_POSTING);
    sums.add(docs, scores, 1, base);
    seen?.(docs);
  }
  arena.release(mark);
}
