/**
 * Sources of links: the docs that link to one target, to any of several targets, or to other targets only.
 */
import type { TermId } from '../../../content/model/index.js';
import type { LinkColumn } from '../../../index/columns/index.js';
import * as ns from '../../../index/costs/index.js';
import type { Arena, Bitset } from '../../../index/docset/index.js';
import type { RunPostings } from '../../../index/postings/index.js';
import type { FilteredLinkIndex, LinkIndex } from '../../../index/segment/index.js';
import { fillByRuns, filledByList } from './run-lists.js';
import { madeSet, storedSet } from './set-source.js';
import type { Source } from './source.js';

/** Docs that link to the target. */
export function linkedTo(links: LinkColumn, postings: RunPostings, target: TermId): Source {
  const size = postings.countOf(target);
  return {
    size,
    ascends: true,
    structure: 'docs by link target',
    testCost: ns.TEST_LINKS,
    has: (doc) => links.has(doc, target),
    ...filledByList(() => postings.runOf(target), size, 0),
  };
}

/**
 * Docs that link to any of the targets; they may link to several.
 *
 * @param links how many links the targets have
 * Cost: O(docs of the targets + docs of the segment / 32), as their number is known only when they are united.
 */
export function linkedToAny(
  postings: RunPostings,
  targets: Uint32Array,
  what: string,
  arena: Arena,
  links = linksOf(postings, targets),
): Source {
  arena.budget.spend(links * ns.MARK_LINKED_DOC + 4 * ns.PASS_BITS * arena.size);
  const bits = arena.bitset();
  fillByRuns(postings, targets, links, bits, arena);
  return madeSet(
    bits,
    bits.count(),
    `docs by ${what}, of ${targets.length} ${what === 'value' ? 'values' : 'targets'}`,
  );
}

/** Docs that link to anything. */
export function linkedToSomething({ links }: LinkIndex, arena: Arena): Source {
  arena.budget.spend(ns.COPY_LINKED * arena.size);
  return storedSet(links.linked(), 'docs with a link', arena);
}

/**
 * Docs that link to something, and to none of the targets.
 *
 * @param linked how many links the targets have
 * Cost: O(docs of the targets + docs of the segment / 32).
 */
export function linkedToOthers(
  { links, postings }: FilteredLinkIndex,
  targets: Uint32Array,
  arena: Arena,
  linked = linksOf(postings, targets),
): Source {
  arena.budget.spend(ns.COPY_LINKED * arena.size + linked * ns.MARK_LINKED_DOC + 4 * ns.PASS_BITS * arena.size);
  const bits = arena.bitset();
  fillByRuns(postings, targets, linked, bits, arena);
  takeFromLinked(bits, links, arena);
  return madeSet(bits, bits.count(), `docs by link target, but those of ${targets.length} targets`);
}

/** Makes of docs the others of those that have a link. */
export function takeFromLinked(bits: Bitset, links: LinkColumn, arena: Arena): void {
  const mark = arena.mark();
  const linked = arena.bitset();
  linked.setTo(links.linked());
  linked.takeOut(bits.words);
  bits.setTo(linked.words);
  arena.release(mark);
}

/** @returns how many links the targets have */
export function linksOf({ starts }: RunPostings, targets: Uint32Array): number {
  let links = 0;
  for (let i = 0; i < targets.length; i += 1) links += starts[targets[i]! + 1]! - starts[targets[i]!]!;
  return links;
}
