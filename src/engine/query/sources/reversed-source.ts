/**
 * Sources of endings (`_endsWith`): the docs whose value is in an interval of the reversed order, in which values with equal
 * endings are neighbours.
 */
import { choose } from '../../../content/choices/index.js';
import { type OrderPlace, orderPlace } from '../../../content/model/index.js';
import * as ns from '../../../index/costs/index.js';
import { type Arena, Bitset } from '../../../index/docset/index.js';
import type { EndingTextIndex } from '../../../index/segment/index.js';
import { fillFromList, listRuns } from './run-lists.js';
import type { Source } from './source.js';
import { withTermPass } from './term-set.js';

/**
 * Returns the docs whose value is at the positions `[start, end)` of the reversed order. If these are most docs, their set
 * is computed by removing the other docs.
 */
export function reversedRange(index: EndingTextIndex, start: OrderPlace, end: OrderPlace): Source {
  const { column, postings, reversed } = index;
  const to = Math.max(start, end);
  const ending = endingAt(index, start, orderPlace(to));
  const excludedEndings = [
    endingAt(index, orderPlace(0), start),
    endingAt(index, orderPlace(to), orderPlace(reversed.order.length)),
  ];
  const otherCount = postings.docs.length - ending.size;
  const listFill = fillFromList(ending.docs, ending.size, ending.cost);
  const exclusionCost = excludedEndings.reduce(
    (sum, { cost }) => sum + cost,
    otherCount * ns.MARK_DOC + 4 * ns.PASS_BITS * postings.docs.length,
  );
  return withTermPass({
    terms: {
      values: index,
      mark: (terms) => terms.addAll(reversed.order.subarray(start, to)),
      markCost: (to - start) * ns.MARK_DOC,
    },
    size: ending.size,
    ascends: end - start <= 1,
    structure: 'range of the reversed order',
    testCost: ns.VISIT_RUN_FAR,
    has(doc) {
      const ordinal = column[doc]!;
      if (ordinal === 0) return false;
      const place = reversed.rank[ordinal - 1]!;
      return place >= start && place < end;
    },
    ...listFill,
    ...(choose('ending.fill', exclusionCost < listFill.fillCost ? 'others' : 'list') === 'others' && {
      fill(bits: Bitset, arena: Arena): void {
        const mark = arena.mark();
        const excluded = arena.emptyBitset();
        for (const { docs } of excludedEndings) excluded.addAll(docs(arena));
        excluded.addAll(postings.unpopulated());
        bits.setToAll();
        bits.removeAll(excluded.words);
        arena.release(mark);
      },
      fillCost: exclusionCost,
    }),
  });
}

/** The docs of an interval of the reversed order, and the cost of listing them. */
interface Ending {
  readonly size: number;
  readonly cost: number;
  readonly docs: (arena: Arena) => Uint32Array;
}

/** Many values are first sorted into term order, so that their docs are read sequentially. */
function endingAt({ postings, reversed, reversedStarts }: EndingTextIndex, start: OrderPlace, end: OrderPlace): Ending {
  const size = reversedStarts[end]! - reversedStarts[start]!;
  const termCount = postings.termCount;
  const inReversedOrderCost = (end - start) * ns.VISIT_RUN_FAR;
  const inTermOrderCost = (ns.PASS_BITS + ns.LIST_BITS) * termCount + (end - start) * (ns.MARK_DOC + 1 + ns.VISIT_RUN);
  return {
    size,
    cost: Math.min(inReversedOrderCost, inTermOrderCost) + size * ns.COPY_DOC,
    docs(arena) {
      const terms = reversed.order.subarray(start, end);
      const isInTermOrder =
        choose('ending.order', inTermOrderCost < inReversedOrderCost ? 'terms' : 'reversed') === 'terms';
      return listRuns(postings, isInTermOrder ? inTermOrder(terms, termCount, arena) : terms, size, arena);
    },
  };
}

/** @param terms unique. @returns the same terms, ascending, in the arena */
function inTermOrder(terms: Uint32Array, termCount: number, arena: Arena): Uint32Array {
  const bits = new Bitset(termCount, arena.list(Math.ceil(termCount / 32)), arena.routines);
  bits.clear();
  bits.addAll(terms);
  return bits.toList(terms.length, arena.list(terms.length));
}
