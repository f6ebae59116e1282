/**
 * Tallies of relationships and of lists of texts: a doc may link to several targets, and counts once for each.
 *
 * Elsewhere: the parts that all tallies share (tally), fields with one value per doc (tally-values).
 */
import { choose } from '../../content/choices/index.js';
import * as costs from '../../index/costs/index.js';
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
    arena.budget.spend(arena.size * costs.TALLY_DOC);
    return storedRuns(postings, undefined, arena.size - links.linkedCount(), arena);
  }
  // The links of the selected docs, if they have as many links as the average doc.
  const expectedLinks = (count * links.targets.length) / Math.max(1, arena.size);
  const estimates = estimateCosts(selected, expectedLinks, terms, arena.size);
  const way = choose('facet.links', cheapest(estimates));
  const cost = estimates[way];
  // Making the set of bits or the list is part of the estimate; whichever is made spends its own cost.
  arena.budget.spend(cost - (way === 'bits' ? selected.bitsCost : selected.listCost));
  const selectedBits = way === 'bits' ? selected.bits() : undefined;
  const selectedList = selectedBits === undefined ? selected.docs() : noDocs;
  // The list that is made from bits is needed for the tally only, so it comes after the mark, and is released with the counts.
  const mark = arena.mark();
  const docs = selectedBits?.toList(count, arena.list(count)) ?? selectedList;
  if (way === 'marked') {
    const { targets, linkedDocs } = linkedTargets(docs, links, arena);
    return { way, cost, mark, ...countMarked(targets, terms, 0, arena), missing: count - linkedDocs };
  }
  const counts = zeros(terms, arena);
  const linkedDocs = arena.routines.tallyLinks(docs, links.starts, links.targets, counts);
  return { way, cost, mark, terms: undefined, counts, missing: count - linkedDocs };
}

/**
 * Estimates the cost of each strategy, in nanoseconds.
 *
 * @param expectedLinks number of links of the selected docs
 * @param terms         number of targets, each with a counter
 * @param size          number of docs of the segment
 */
function estimateCosts(
  { count, bitsCost, listCost, ascends }: SelectedDocs,
  expectedLinks: number,
  terms: number,
  size: number,
): Readonly<Record<'bits' | 'list' | 'marked', number>> {
  const readLinks = count * costs.VISIT_LINKS + expectedLinks * costs.TALLY_LINK;
  const readCounters = terms * costs.READ_COUNTER;
  // The links of docs that do not ascend are far apart in memory: each read misses the processor's cache.
  const cacheMisses = ascends ? 0 : (count + expectedLinks) * costs.SIFT_COLUMN_FAR;
  const readList = listCost + cacheMisses;
  // Listing the bits reads the whole set, and writes each doc in about a nanosecond.
  const listBits = bitsCost + costs.LIST_BITS * size + count;
  return {
    bits: listBits + readLinks + readCounters,
    list: readList + readLinks + readCounters,
    marked: readList + readLinks + markCost(expectedLinks, terms),
  };
}

/** @returns the targets of all links of the docs, concatenated; and the number of docs with a link */
function linkedTargets(
  docs: Uint32Array,
  { starts, targets }: FilteredLinkIndex['links'],
  arena: Arena,
): { readonly targets: Uint32Array; readonly linkedDocs: number } {
  let length = 0;
  let linkedDocs = 0;
  for (let i = 0; i < docs.length; i += 1) {
    const count = starts[docs[i]! + 1]! - starts[docs[i]!]!;
    length += count;
    linkedDocs += Number(count > 0);
  }
  const docTargets = arena.list(length);
  let targetCount = 0;
  for (let i = 0; i < docs.length; i += 1) {
    for (let link = starts[docs[i]!]!; link < starts[docs[i]! + 1]!; link += 1)
      docTargets[targetCount++] = targets[link]!;
  }
  return { targets: docTargets, linkedDocs };
}
