/**
 * Selects a page among all members: most members that cannot be on the page are excluded by value, the remaining ones are
 * ordered. Elsewhere: walking a stored order instead (page).
 */
import { choose, threshold } from '../../../content/choices/index.js';
import { ORDER_DOC, SIFT_COLUMN } from '../../../index/costs/index.js';
import type { Arena } from '../../../index/docset/index.js';
import type { Members } from '../run/members.js';
import type { KeyColumn } from './key-column.js';
import { orderByKeys } from './order.js';

/** The selection has this many times the needed members, so that there are probably enough. */
const selectedMargin = 2;

/** @returns the cost of selecting the first `needed` members */
export function selectCost({ count, listCost }: Members, needed: number): number {
  const ordered = Math.min(count, needed * selectedMargin);
  return listCost + (ordered < count ? count * SIFT_COLUMN : 0) + ordered * ORDER_DOC;
}

/** @returns the members `[skip, skip + wanted)` in the order of the keys; not in the arena */
export function selectWindow(
  members: Members,
  keys: readonly KeyColumn[],
  skip: number,
  wanted: number,
  arena: Arena,
): Uint32Array {
  const needed = skip + wanted;
  const docs = members.docs();
  const candidates = arena.list(docs.length);
  const count = selectForemost(docs, keys, needed, candidates, arena);
  const chosen = candidates.subarray(0, count);
  orderByKeys(chosen, skip, needed, keys, arena);
  return chosen.slice(skip, needed);
}

/** With fewer docs, all are ordered. */
const foremostMinimum = 128;

/** Additional docs that are selected beyond the expected need. */
const foremostSlack = 32;

/**
 * Writes docs into `out` that include the first `needed` of the order: all docs up to the value before which enough docs
 * are expected.
 *
 * @returns the number of docs written
 */
function selectForemost(
  docs: Uint32Array,
  [key]: readonly KeyColumn[],
  needed: number,
  out: Uint32Array,
  { routines, budget }: Arena,
): number {
  const isForemost =
    key !== undefined &&
    key.distance === undefined &&
    choose('select.foremost', docs.length > foremostMinimum ? 'foremost' : 'all') === 'foremost';
  if (isForemost) {
    const { column, postings, descending } = key;
    const { populated, starts } = postings;
    const slack = threshold('select.slack', foremostSlack);
    for (let share = (selectedMargin * needed + slack) / docs.length; share < 0.5; share *= 4) {
      const place = Math.floor(populated * share);
      if (place >= populated) break;
      const ordinal = column[postings.docs[descending ? populated - 1 - place : place]!]!;
      const interval = descending ? { low: ordinal, span: starts.length - ordinal } : { low: 1, span: ordinal };
      budget.spend(docs.length * SIFT_COLUMN);
      const count = routines.siftColumn(docs, column, interval, out);
      if (count >= needed) return count;
    }
  }
  out.set(docs);
  return docs.length;
}
