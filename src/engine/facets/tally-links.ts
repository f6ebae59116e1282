/**
 * Tallies of relationships and of lists of texts: a doc may link to several targets, and counts once for each.
 *
 * Elsewhere: the parts that all tallies share (tally), fields with one value per doc (tally-values).
 */
import { choose } from '../../content/choices/index.js';
import * as ns from '../../index/costs/index.js';
import type { Arena } from '../../index/docset/index.js';
import type { FilteredLinkIndex } from '../../index/segment/index.js';
import type { SelectedDocs } from './facet.js';
import { cheapest, countMarked, emptyTally, markCost, noDocs, storedRuns, type Tally, zeros } from './tally.js';

/** Tallies a relationship or a field with lists of texts. Its targets are the terms; a doc links to each target at most once. */
export function tallyTargets(
  { links, postings }: Pick<FilteredLinkIndex, 'links' | 'postings'>,
  selected: SelectedDocs,
  arena: Arena,
): Tally {
  const terms = postings.termCount;
  const { count } = selected;
  if (count === 0) return emptyTally(arena);
  if (selected.isAll && choose('facet.links.stored', 'runs') === 'runs') {
    arena.budget.spend(arena.size * ns.TALLY_DOC);
    return storedRuns(postings, undefined, arena.size - links.linkedCount(), arena);
  }
  const expected = (count * links.targets.length) / Math.max(1, arena.size);
  const readingDocs = selected.listCost + (selected.ascends ? 0 : (count + expected) * ns.SIFT_COLUMN_FAR);
  const reading = count * ns.VISIT_LINKS + expected * ns.TALLY_LINK;
  const costs = {
    bits: selected.bitsCost + ns.LIST_BITS * arena.size + count + reading + terms * ns.READ_COUNTER,
    list: readingDocs + reading + terms * ns.READ_COUNTER,
    marked: readingDocs + reading + markCost(expected, terms),
  };
  const way = choose('facet.links', cheapest(costs));
  arena.budget.spend(costs[way] - (way === 'bits' ? selected.bitsCost : selected.listCost));
  const bits = way === 'bits' ? selected.bits() : undefined;
  const listedDocs = bits === undefined ? selected.docs() : noDocs;
  const mark = arena.mark();
  const docs = bits?.toList(count, arena.list(count)) ?? listedDocs;
  if (way === 'marked') {
    const { targets, linked } = linkedTargets(docs, links, arena);
    return { way, cost: costs[way], mark, ...countMarked(targets, terms, 0, arena), missing: count - linked };
  }
  const counts = zeros(terms, arena);
  const linkedDocs = arena.routines.tallyLinks(docs, links.starts, links.targets, counts);
  return { way, cost: costs[way], mark, terms: undefined, counts, missing: count - linkedDocs };
}

/** @returns the targets of all links of the docs, concatenated; and the number of docs with a link */
function linkedTargets(
  docs: Uint32Array,
  { starts, targets }: FilteredLinkIndex['links'],
  arena: Arena,
): { readonly targets: Uint32Array; readonly linked: number } {
  let length = 0;
  let linkedDocs = 0;
  for (let i = 0; i < docs.length; i += 1) {
    const count = starts[docs[i]! + 1]! - starts[docs[i]!]!;
    length += count;
    linkedDocs += Number(count > 0);
  }
  const out = arena.list(length);
  let at = 0;
  for (let i = 0; i < docs.length; i += 1) {
    for (let link = starts[docs[i]!]!; link < starts[docs[i]! + 1]!; link += 1) out[at++] = targets[link]!;
  }
  return { targets: out, linked: linkedDocs };
}
