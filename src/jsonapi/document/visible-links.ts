/**
 * Visible links: the links of a to-many relationship that a resource shows, the union of the windows of all places in the
 * include tree at which it was reached.
 */
import type { Window } from '../../engine/query/index.js';
import { type Shape, type Windowed, windowAt } from '../request/parsed-request.js';

export interface VisibleLinks {
  /** Half-open ranges of the item's links: ascending, not empty, not adjacent. No range: no link is shown. */
  readonly ranges: readonly { readonly start: number; readonly end: number }[];
  /** The window after the last visible link; undefined if that is the item's last link. */
  readonly next: Window | undefined;
}

/** Whether there is one window and it shows every link: the usual case, decided without allocating. */
export function isEveryLinkVisible(shapes: readonly Shape[], relationship: Windowed, total: number): boolean {
  if (shapes.length !== 1) return false;
  const { skip, limit } = windowAt(shapes[0]!, relationship);
  return skip === 0 && limit >= total;
}

/** @param total number of the item's links. Cost: O(windows · log windows). */
export function findVisibleLinks(shapes: readonly Shape[], relationship: Windowed, total: number): VisibleLinks {
  const windows = shapes
    .map((shape) => windowAt(shape, relationship))
    .map(({ skip, limit }) => ({ start: Math.min(skip, total), end: Math.min(total, skip + limit), limit }))
    .filter(({ start, end }) => start < end)
    .sort((a, b) => a.start - b.start);
  const ranges: { start: number; end: number }[] = [];
  let furthest: { end: number; limit: number } | undefined;
  for (const { start, end, limit } of windows) {
    const last = ranges.at(-1);
    if (last === undefined || start > last.end) ranges.push({ start, end });
    else last.end = Math.max(last.end, end);
    if (furthest === undefined || end > furthest.end) furthest = { end, limit };
  }
  const next =
    furthest !== undefined && furthest.end < total ? { skip: furthest.end, limit: furthest.limit } : undefined;
  return { ranges, next };
}
