/**
 * Tallies of the locale field: a doc counts once for each locale in which it has values of its own.
 *
 * Elsewhere: the parts that all tallies share (tally), lists of texts (tally-links), the sets (index/segment/locale-index).
 */
import { choose } from '../../content/choices/index.js';
import * as ns from '../../index/costs/index.js';
import type { Arena } from '../../index/docset/index.js';
import type { LocaleIndex } from '../../index/segment/index.js';
import type { SelectedDocs } from './facet.js';
import { cheapest, emptyTally, type Tally } from './tally.js';

/** Tallies the selected docs by locale. Cost: O(locales · docs / 32), or O(locales · selected) if fewer docs are selected. */
export function tallyLocales(index: LocaleIndex, selected: SelectedDocs, arena: Arena): Tally {
  const { count } = selected;
  if (count === 0) return emptyTally(arena);
  payForDerivation(index, arena);
  const terms = index.codes.length;
  const costs = {
    bits: selected.bitsCost + (terms + 1) * ns.COMBINE_STORED * arena.size,
    list: selected.listCost + (terms + 1) * count * ns.SIFT_BITS_FAR,
  };
  const way = choose('facet.locales', cheapest(costs));
  // The selection charges the cost of creating its list or bits itself.
  arena.budget.spend(costs[way] - (way === 'bits' ? selected.bitsCost : selected.listCost));
  const countIn = way === 'bits' ? countBits(selected) : countListed(selected, arena);
  const mark = arena.mark();
  const counts = arena.list(terms);
  for (let term = 0; term < terms; term += 1) counts[term] = countIn(index.docsOf(term));
  return { way, cost: costs[way], terms: undefined, counts, missing: count - countIn(index.docsOfAny()), mark };
}

/** Charges the derivation of the sets, which only snapshots of older versions need, and only once. */
export function payForDerivation(index: LocaleIndex, arena: Arena): void {
  if (index.isDerivationDue) arena.budget.spend((index.codes.length + 1) * ns.TALLY_DOC * arena.size);
}

/** @returns a function that counts the selected docs in a set */
function countBits(selected: SelectedDocs): (words: Uint32Array) => number {
  const bits = selected.bits();
  return (words) => bits.countCommon(words);
}

/** As `countBits`, doc by doc. */
function countListed(selected: SelectedDocs, arena: Arena): (words: Uint32Array) => number {
  const docs = selected.docs();
  const sifted = arena.list(docs.length);
  return (words) => arena.routines.siftBits(docs, words, sifted);
}
