/**
 * Pages: the window `[skip, skip + limit)` of the members in an order, by the cheaper of two ways:
 *
 * - walk an order that is stored and test each doc, until the window is full (walk);
 * - take the members and select the window among them.
 *
 * Walking reads about `(skip + limit) · docs / members` docs, selecting all members.
 */
import { type Arena, ascending, orderWindow, SCAN_SLACK } from '../../docset/index.js';
import type { PageWay, Trace } from '../explain/trace.js';
import { LIST, ORDER, SCAN, SIFT_COLUMN } from '../plan/costs.js';
import type { Window } from '../tree.js';
import type { Members } from './members.js';
import { type KeyColumn, orderByKeys } from './order.js';
import { skippingCost, walk } from './walk.js';

/**
 * @param keys may be empty: the export's order
 * @param trace is told which way is taken
 * @returns the docs of the window, in order; not in the arena
 */
export function pageOf(
  members: Members,
  keys: readonly KeyColumn[],
  { skip, limit }: Window,
  arena: Arena,
  trace?: Trace,
): Uint32Array {
  const wanted = Math.max(0, Math.min(limit, members.count - skip));
  if (wanted === 0) {
    trace?.page({ way: 'none', walk: 0, take: 0 });
    return new Uint32Array(0);
  }
  const [key] = keys;
  if (key === undefined) return inExportOrder(members, skip, wanted, arena, trace);
  const walking = members.readyCost + skippingCost(members, key, skip, arena.size) + walkCost(members, wanted, arena);
  const take = selectCost(members, skip + wanted);
  const walks = members.all || walking < take;
  trace?.page({ way: walks ? 'walkKey' : 'select', walk: walking, take });
  trace?.step('page');
  return walks ? walk(members, keys, skip, wanted, arena).docs : selectWindow(members, keys, skip, wanted, arena);
}

/** Reading a block and putting its members in order, beside testing them. */
const blockCost = 1;

const walkCost = (members: Members, wanted: number, { size }: Arena): number =>
  ((wanted * size) / members.count) * (members.testCost + blockCost);

/** How many times the wanted members are taken, so that there are enough of them. */
const margin = 2;

/** What selecting the first `needed` members costs. */
function selectCost({ count, listCost }: Members, needed: number): number {
  const ordered = Math.min(count, needed * margin);
  return listCost + (ordered < count ? count * SIFT_COLUMN : 0) + ordered * ORDER;
}

type ExportOrderWay = Exclude<PageWay, 'none' | 'walkKey' | 'candidates' | 'best' | 'stored'>;

/** @param needed up to the end of the window */
function wayInExportOrder(members: Members, needed: number, size: number, trace: Trace | undefined): ExportOrderWay {
  const decide = (way: ExportOrderWay, walk = 0, take = 0): ExportOrderWay => {
    trace?.page({ way, walk, take });
    trace?.step('page');
    return way;
  };
  const { count, interval, first } = members;
  if (members.all) return decide('places');
  if (first !== undefined && needed <= first.length) return decide('first');
  if (members.ascends && members.listCost === 0) return decide('slice');
  const walked = (needed * size) / count;
  const scan = interval === undefined ? Number.POSITIVE_INFINITY : walked * SCAN + needed;
  const test = members.readyCost + walked * (members.testCost + blockCost);
  const select = members.listCost + count * ORDER;
  const mark = members.bitsCost + LIST * size * (needed / count);
  const [walk, take] = [Math.min(scan, test), Math.min(select, mark)];
  if (walk < take) return decide(scan <= test ? 'scan' : 'walkDocs', walk, take);
  if (select < mark) return decide('select', walk, take);
  return decide(members.bitsCost === 0 ? 'bits' : 'markBits', walk, take);
}

function inExportOrder(
  members: Members,
  skip: number,
  wanted: number,
  arena: Arena,
  trace: Trace | undefined,
): Uint32Array {
  const needed = skip + wanted;
  const out = new Uint32Array(wanted);
  const way = wayInExportOrder(members, needed, arena.size, trace);
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
        const held = arena.list(needed + SCAN_SLACK);
        arena.routines.scanColumn(members.interval.column, members.interval.ordinals, needed, held);
        out.set(held.subarray(skip, needed));
      }
      break;
    case 'walkDocs':
      testInTurn(members, skip, out, arena);
      break;
    case 'bits':
    case 'markBits':
      members.bits().window(skip, wanted, out);
      break;
    case 'select': {
      const held = arena.list(members.count);
      held.set(members.docs());
      orderWindow(held, skip, needed, ascending);
      out.set(held.subarray(skip, needed));
    }
  }
  return out;
}

const turn = 512;

/** Tests the docs in the export's order until `out` is full. */
function testInTurn(members: Members, skip: number, out: Uint32Array, arena: Arena): void {
  const docs = arena.list(turn);
  const held = arena.list(turn);
  let toSkip = skip;
  let written = 0;
  for (let at = 0; at < arena.size && written < out.length; at += turn) {
    const length = Math.min(turn, arena.size - at);
    for (let place = 0; place < length; place += 1) docs[place] = at + place;
    const count = members.sift(docs.subarray(0, length), held);
    const from = Math.min(count, toSkip);
    const taken = Math.min(count - from, out.length - written);
    out.set(held.subarray(from, from + taken), written);
    written += taken;
    toSkip -= from;
  }
}

function selectWindow(
  members: Members,
  keys: readonly KeyColumn[],
  skip: number,
  wanted: number,
  arena: Arena,
): Uint32Array {
  const needed = skip + wanted;
  const docs = members.docs();
  const held = arena.list(docs.length);
  const count = foremost(docs, keys, needed, held, arena);
  const chosen = held.subarray(0, count);
  orderByKeys(chosen, skip, needed, keys, arena);
  return chosen.slice(skip, needed);
}

/** Beneath this many docs all are put in order. */
const foremostMinimum = 128;

/**
 * Writes docs into `out`, at least the first `needed` of the order among them: those whose value is not behind the one
 * that stands where so many should have been passed.
 *
 * @returns how many were written
 */
function foremost(
  docs: Uint32Array,
  [key]: readonly KeyColumn[],
  needed: number,
  out: Uint32Array,
  { routines }: Arena,
): number {
  if (key !== undefined && docs.length > foremostMinimum) {
    const { column, postings, descending } = key;
    const { populated, starts } = postings;
    for (let share = (margin * needed + 32) / docs.length; share < 0.5; share *= 4) {
      const place = Math.floor(populated * share);
      if (place >= populated) break;
      const ordinal = column[postings.docs[descending ? populated - 1 - place : place]!]!;
      const interval = descending ? { low: ordinal, span: starts.length - ordinal } : { low: 1, span: ordinal };
      const count = routines.siftColumn(docs, column, interval, out);
      if (count >= needed) return count;
    }
  }
  out.set(docs);
  return docs.length;
}
