/**
 * Sources of links: the docs that link to one target, to any of several targets, or to other targets only.
 */
import type { TermId } from '../../../content/model/index.js';
import type { LinkColumn } from '../../../index/columns/index.js';
import * as ns from '../../../index/costs/index.js';
import type { Arena, Bitset } from '../../../index/docset/index.js';
import type { RunPostings } from '../../../index/postings/index.js';
import type { FilteredLinkIndex, LinkIndex } from '../../../index/segment/index.js';
import { fillFromList, fillRuns } from './run-lists.js';
import { setSource, storedSetSource } from './set-source.js';
import type { Source } from './source.js';

/** @returns the docs that link to the target */
export function linkedTo(links: LinkColumn, postings: RunPostings, target: TermId): Source {
  const size = postings.countOf(target);
  return {
    size,
    ascends: true,
    structure: 'docs by link target',
    testCost: ns.TEST_LINKS,
    has: (doc) => links.has(doc, target),
    ...fillFromList(() => postings.runOf(target), size, 0),
  };
}

/**
 * Returns the docs that link to any of the targets; a doc may link to several.
 *
 * @param links number of links of the targets
 * Cost: O(docs of the targets + docs of the segment / 32), because only their union has an exact size.
 */
export function linkedToAny(
  postings: RunPostings,
  targets: Uint32Array,
  keyName: string,
  arena: Arena,
  links = countLinks(postings, targets),
): Source {
  arena.budget.spend(links * ns.MARK_LINKED_DOC + 4 * ns.PASS_BITS * arena.size);
  const bits = arena.bitset();
  fillRuns(postings, targets, links, bits, arena);
  return setSource(
    bits,
    bits.count(),
    `docs by ${keyName}, of ${targets.length} ${keyName === 'value' ? 'values' : 'targets'}`,
  );
}

/** @returns the docs with a link */
export function linkedToAnything({ links }: LinkIndex, arena: Arena): Source {
  arena.budget.spend(ns.COPY_LINKED * arena.size);
  return storedSetSource(links.linked(), 'docs with a link', arena);
}

/**
 * Returns the docs that have a link, but no link to any of the targets.
 *
 * @param linked number of links of the targets
 * Cost: O(docs of the targets + docs of the segment / 32).
 */
export function linkedToOtherTargets(
  { links, postings }: FilteredLinkIndex,
  targets: Uint32Array,
  arena: Arena,
  linked = countLinks(postings, targets),
): Source {
  arena.budget.spend(ns.COPY_LINKED * arena.size + linked * ns.MARK_LINKED_DOC + 4 * ns.PASS_BITS * arena.size);
  const bits = arena.bitset();
  fillRuns(postings, targets, linked, bits, arena);
  invertAmongLinked(bits, links, arena);
  return setSource(bits, bits.count(), `docs by link target, but those of ${targets.length} targets`);
}

/** Replaces the docs in `bits` by all other docs that have a link. */
export function invertAmongLinked(bits: Bitset, links: LinkColumn, arena: Arena): void {
  const mark = arena.mark();
  const linked = arena.bitset();
  linked.setTo(links.linked());
  linked.removeAll(bits.words);
  bits.setTo(linked.words);
  arena.release(mark);
}

/** @returns the number of links of the targets */
export function countLinks({ starts }: RunPostings, targets: Uint32Array): number {
  let links = 0;
  for (let i = 0; i < targets.length; i += 1) links += starts[targets[i]! + 1]! - starts[targets[i]!]!;
  return links;
}
