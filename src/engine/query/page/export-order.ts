/**
 * Pages in export order, by the cheapest of several strategies: from the stored first docs, a list, a column or bits.
 */
import { choose } from '../../../content/choices/index.js';
import { LIST_BITS, ORDER_DOC, SCAN_COLUMN } from '../../../index/costs/index.js';
import { type Arena, orderWindow, SCAN_SLACK } from '../../../index/docset/index.js';
import type { PageWay, Trace } from '../explain/trace.js';
import type { Members } from '../run/members.js';

type ExportOrderStrategy = Exclude<PageWay, 'none' | 'walkKey' | 'nearest' | 'candidates' | 'best' | 'stored'>;

/** @param needed number of members up to the end of the window */
function chooseExportOrder(
  members: Members,
  needed: number,
  size: number,
  trace: Trace | undefined,
): ExportOrderStrategy {
  const { count, interval, first, bitsCost } = members;
  const hasFirst = first !== undefined && needed <= first.length;
  const possible: readonly (ExportOrderStrategy | undefined)[] = [
    members.isAll ? 'places' : undefined,
    hasFirst ? 'first' : undefined,
    members.ascends ? 'slice' : undefined,
    interval === undefined ? undefined : 'scan',
    'walkDocs',
    'select',
    bitsCost === 0 ? 'bits' : 'markBits',
  ];
  const decide = (planned: ExportOrderStrategy, walk = 0, take = 0): ExportOrderStrategy => {
    const way = choose('page.export', planned, possible);
    trace?.page({ way, walk, take });
    trace?.step('page');
    return way;
  };
  if (members.isAll) return decide('places');
  if (hasFirst) return decide('first');
  if (members.ascends && members.listCost === 0) return decide('slice');
  // Costs of walking the docs in export order, by reading the column or by testing each doc.
  const walkedDocs = (needed * size) / count;
  const scanCost = interval === undefined ? Number.POSITIVE_INFINITY : walkedDocs * SCAN_COLUMN + needed;
  const testingCost = members.setupCost + walkedDocs * (members.testCost + 1);
  const walkCost = Math.min(scanCost, testingCost);
  // Costs of taking all members, from their list or from their bits.
  const selectCost = members.listCost + count * ORDER_DOC;
  const markCost = members.bitsCost + LIST_BITS * size * (needed / count);
  const takeCost = Math.min(selectCost, markCost);
  if (walkCost < takeCost) return decide(scanCost <= testingCost ? 'scan' : 'walkDocs', walkCost, takeCost);
  if (selectCost < markCost) return decide('select', walkCost, takeCost);
  return decide(bitsCost === 0 ? 'bits' : 'markBits', walkCost, takeCost);
}

/** @returns the members `[skip, skip + wanted)`; the caller checks that there are that many */
export function inExportOrder(
  members: Members,
  skip: number,
  wanted: number,
  arena: Arena,
  trace: Trace | undefined,
): Uint32Array {
  const needed = skip + wanted;
  const out = new Uint32Array(wanted);
  const way = chooseExportOrder(members, needed, arena.size, trace);
  switch (way) {
    case 'places':
      for (let place = 0; place < wanted; place += 1) out[place] = skip + place;
      break;
    case 'first':
      out.set((members.first ?? members.docs()).subarray(skip, needed));
      break;
    case 'slice':
      out.set(members.docs().subarray(skip, needed));
      break;
    case 'scan':
      if (members.interval !== undefined) {
        arena.budget.spend(Math.min(arena.size, (needed * arena.size) / members.count) * SCAN_COLUMN + needed);
        const listed = arena.list(needed + SCAN_SLACK);
        arena.routines.scanColumn(members.interval.column, members.interval.ordinals, needed, listed);
        out.set(listed.subarray(skip, needed));
      }
      break;
    case 'walkDocs':
      testInExportOrder(members, skip, out, arena);
      break;
    case 'bits':
    case 'markBits':
      arena.budget.spend(LIST_BITS * arena.size * (needed / members.count));
      members.bits().writeWindow(skip, wanted, out);
      break;
    case 'select': {
      arena.budget.spend(members.count * ORDER_DOC);
      const listed = arena.list(members.count);
      listed.set(members.docs());
      orderWindow(listed, skip, needed);
      out.set(listed.subarray(skip, needed));
    }
  }
  return out;
}

/** Docs that are tested before the loop checks whether the page is full. */
const chunkDocs = 512;

/** Tests the docs in export order until `out` is full. */
function testInExportOrder(members: Members, skip: number, out: Uint32Array, arena: Arena): void {
  const docs = arena.list(chunkDocs);
  const sifted = arena.list(chunkDocs);
  let toSkip = skip;
  let written = 0;
  for (let at = 0; at < arena.size && written < out.length; at += chunkDocs) {
    const length = Math.min(chunkDocs, arena.size - at);
    arena.budget.spend(length);
    for (let place = 0; place < length; place += 1) docs[place] = at + place;
    const count = members.sift(docs.subarray(0, length), sifted);
    const from = Math.min(count, toSkip);
    const copiedCount = Math.min(count - from, out.length - written);
    out.set(sifted.subarray(from, from + copiedCount), written);
    written += copiedCount;
    toSkip -= from;
  }
}
