/**
 * Chosen links: the source of the docs that link to any target of a set, found from the chosen targets or from the remaining
 * ones, whichever are fewer. Elsewhere: docs of listed targets (link-source), choosing the targets (conditions/hop-source).
 */
import { choose } from '../../../content/choices/index.js';
import { termId } from '../../../content/model/index.js';
import * as ns from '../../../index/costs/index.js';
import { type Arena, Bitset } from '../../../index/docset/index.js';
import type { FilteredLinkIndex } from '../../../index/segment/index.js';
import { countLinks, invertAmongLinked, linkedTo, linkedToAny, linkedToOtherTargets } from './link-source.js';
import { docList } from './list-source.js';
import { fillRuns, listRuns } from './run-lists.js';
import type { Source } from './source.js';

export function linkedToChosen(index: FilteredLinkIndex, chosen: Bitset, arena: Arena): Source {
  const { links, postings, field } = index;
  const count = chosen.count();
  const structure = `docs by link target, of ${count} targets`;
  // If each doc has at most one link, the targets that are not chosen determine the docs as well.
  const isChosenFewer = field.many || choose('hop.side', count * 2 <= chosen.size ? 'chosen' : 'others') === 'chosen';
  const listedTargets = isChosenFewer ? listTargets(chosen, count, arena) : listUnchosen(chosen, count, arena);
  const [only, another] = listedTargets;
  if (isChosenFewer && only === undefined) return docList(listedTargets, structure);
  if (isChosenFewer && only !== undefined && another === undefined)
    return { ...linkedTo(links, postings, termId(only)), structure };
  if (!field.many) arena.budget.spend(listedTargets.length * ns.COPY_DOC);
  const linked = countLinks(postings, listedTargets);
  const isCheap = linked * ns.MARK_DOC + 4 * ns.PASS_BITS * arena.size <= listedTargets.length * ns.COPY_DOC;
  // Docs with one link each are marked now only if that costs at most as much as counting them.
  if (field.many || choose('hop.links', isCheap ? 'mark' : 'count') === 'mark') {
    if (isChosenFewer) return linkedToAny(postings, listedTargets, 'link target', arena, linked);
    return { ...linkedToOtherTargets(index, listedTargets, arena, linked), structure };
  }
  const size = isChosenFewer ? linked : links.targets.length - linked;
  const { starts, targets } = links;
  return {
    size,
    ascends: false,
    structure,
    testCost: ns.TEST_LINK,
    has(doc) {
      const link = starts[doc]!;
      return link < starts[doc + 1]! && chosen.has(targets[link]!);
    },
    docs: (own) => listRuns(postings, isChosenFewer ? listedTargets : listTargets(chosen, count, own), size, own),
    listCost: count * ns.VISIT_RUN + size * ns.COPY_DOC,
    fill(bits, own) {
      fillRuns(postings, listedTargets, linked, bits, own);
      if (!isChosenFewer) invertAmongLinked(bits, links, own);
    },
    fillCost:
      listedTargets.length * ns.VISIT_RUN + linked * (ns.COPY_DOC + ns.MARK_DOC) + ns.COMBINE_STORED * arena.size,
  };
}

/** @returns the targets, ascending */
const listTargets = (targets: Bitset, count: number, arena: Arena): Uint32Array =>
  targets.toList(count, arena.list(count));

/** @returns the targets that are not in the set, ascending */
function listUnchosen(targets: Bitset, count: number, arena: Arena): Uint32Array {
  const unchosen = new Bitset(targets.size, arena.list(targets.words.length), arena.routines);
  unchosen.setToAll();
  unchosen.removeAll(targets.words);
  return listTargets(unchosen, targets.size - count, arena);
}
