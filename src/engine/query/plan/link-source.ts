/**
 * Sources of links: the docs that link to one target, to any of several, or to others.
 */
import type { LinkColumn } from '../../../index/columns/index.js';
import type { Arena } from '../../../index/docset/index.js';
import type { RunPostings } from '../../../index/postings/index.js';
import type { FilteredLinkIndex } from '../../../index/segment/index.js';
import { LINKED, MARK_LINKED, PASS, TEST_LINKS } from './costs.js';
import { filledByList, madeSet } from './list-source.js';
import type { Source } from './source.js';

/** Docs that link to the target. */
export function linkedTo(links: LinkColumn, postings: RunPostings, target: number): Source {
  const size = postings.count(target, target + 1);
  return {
    size,
    ascends: true,
    structure: 'docs by link target',
    testCost: TEST_LINKS,
    has: (doc) => links.has(doc, target),
    ...filledByList(() => postings.run(target, target + 1), size, 0),
  };
}

/**
 * Docs that link to any of the targets; they may link to several.
 *
 * Cost: O(docs of the targets + docs of the segment / 32), as their number is known only when they are united.
 */
export function linkedToAny(postings: RunPostings, targets: readonly number[], what: string, arena: Arena): Source {
  spendOnTargets(postings, targets, arena);
  const bits = arena.emptyBitset();
  for (const target of targets) bits.addAll(postings.run(target, target + 1));
  return madeSet(
    bits,
    bits.count(),
    `docs by ${what}, of ${targets.length} ${what === 'value' ? 'values' : 'targets'}`,
  );
}

/**
 * Docs that link to something, and to none of the targets.
 *
 * Cost: O(docs of the targets + docs of the segment / 32).
 */
export function linkedToOthers(
  { links, postings }: FilteredLinkIndex,
  targets: readonly number[],
  arena: Arena,
): Source {
  arena.budget.spend(LINKED * arena.size);
  spendOnTargets(postings, targets, arena);
  const bits = arena.bitset();
  bits.setTo(links.linked());
  const excluded = arena.emptyBitset();
  for (const target of targets) excluded.addAll(postings.run(target, target + 1));
  bits.takeOut(excluded.words);
  return madeSet(bits, bits.count(), `docs by link target, but those of ${targets.length} targets`);
}

/** Before the docs of the targets are united. */
function spendOnTargets(postings: RunPostings, targets: readonly number[], arena: Arena): void {
  const docs = targets.reduce((sum, target) => sum + postings.count(target, target + 1), 0);
  arena.budget.spend(docs * MARK_LINKED + 4 * PASS * arena.size);
}
