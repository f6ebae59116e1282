/**
 * The links of a to-many relationship that a resource shows: the union of the windows of all paths that include the resource.
 */
import type { Window } from '../../engine/query/index.js';
import type { Shape } from '../request/parsed-request.js';
import { windowAt } from './resources.js';

export interface VisibleLinks {
  /** Half-open, ascending, none empty, not touching; counted within the item's links. None: nothing is shown. */
  readonly ranges: readonly { readonly start: number; readonly end: number }[];
  /** The window behind the one that reaches furthest, where that does not reach the end. */
  readonly next: Window | undefined;
}

/** Whether one window shows every link: the usual case, decided without an object. */
export function isEveryLinkVisible(shapes: readonly Shape[], relationship: string, total: number): boolean {
  if (shapes.length !== 1) return false;
  const { skip, limit } = windowAt(shapes[0]!, relationship);
  return skip === 0 && limit >= total;
}

/** Cost: O(windows · log windows). */
export function findVisibleLinks(shapes: readonly Shape[], relationship: string, total: number): VisibleLinks {
  const shown = shapes
    .map((shape) => windowAt(shape, relationship))
    .map(({ skip, limit }) => ({ start: Math.min(skip, total), end: Math.min(total, skip + limit), limit }))
    .filter(({ start, end }) => start < end)
    .sort((a, b) => a.start - b.start);
  const ranges: { start: number; end: number }[] = [];
  let furthest: { end: number; limit: number } | undefined;
  for (const { start, end, limit } of shown) {
    const last = ranges.at(-1);
    if (last === undefined || start > last.end) ranges.push({ start, end });
    else last.end = Math.max(last.end, end);
    if (furthest === undefined || end > furthest.end) furthest = { end, limit };
  }
  const next =
    furthest !== undefined && furthest.end < total ? { skip: furthest.end, limit: furthest.limit } : undefined;
  return { ranges, next };
}
