/**
 * What a document shows.
 *
 * First, which resources a document shows: the primary ones, then what `include` reaches, breadth first in document order.
 *
 * Each is shown once, where it was first met, with the union of what the places it was reached at show.
 */
import { type ContentModel, type DocId, docId } from '../../content/model/index.js';
import type { Window } from '../../engine/query/index.js';
import type { Pages } from '../../format/index.js';
import { INCLUDE_LINK } from '../../index/costs/index.js';
import type { Budget } from '../../index/docset/index.js';
import type { FieldIndex, RenderedLinks, TypeSegment } from '../../index/segment/index.js';
import { targetType } from '../../index/snapshot/index.js';
import { DEFAULT_WINDOW, type Shape } from '../request/parsed-request.js';

export interface Resource {
  readonly type: ShownType;
  readonly doc: DocId;
  /** The places of the include tree it was reached at, the first one first. */
  readonly shapes: Shape[];
}

export const windowAt = (shape: Shape, relationship: string): Window =>
  shape.windows.get(relationship) ?? DEFAULT_WINDOW;

/** More docs than a segment can hold: keeps the keys of different types apart. */
const docsMaximum = 2 ** 31;

/**
 * @param primary in document order, each once, with the root shape
 * @param budget is told what it takes
 * @param counted that are included though no link may lead to them, behind all others
 * @returns the included resources. Cost: O(links followed).
 */
export function includedResources(
  primary: readonly Resource[],
  budget: Budget,
  counted: readonly Resource[] = [],
): Resource[] {
  const known = new Map<number, Resource>();
  for (const resource of primary) known.set(resource.type.number * docsMaximum + resource.doc, resource);
  const included: Resource[] = [];
  const waiting: { resource: Resource; shape: Shape }[] = [];
  for (const resource of primary) {
    for (const shape of resource.shapes) if (shape.includes.size > 0) waiting.push({ resource, shape });
  }
  // The list grows while it is walked: what is met is visited after all that was met before.
  for (const { resource, shape } of waiting) {
    for (const field of resource.type.segment.type.relationships) {
      const next = shape.includes.get(field.name);
      const join = resource.type.joins.get(field.name);
      if (next === undefined || join === undefined) continue;
      const window = field.many ? windowAt(shape, field.name) : DEFAULT_WINDOW;
      budget.spend(Math.min(window.limit, join.index.links.countOf(resource.doc)) * INCLUDE_LINK);
      eachTarget(join, resource.doc, window, (type, doc) => {
        const key = type.number * docsMaximum + doc;
        let reached = known.get(key);
        if (reached === undefined) {
          reached = { type, doc, shapes: [] };
          known.set(key, reached);
          included.push(reached);
        }
        if (reached.shapes.includes(next)) return;
        reached.shapes.push(next);
        if (next.includes.size > 0) waiting.push({ resource: reached, shape: next });
      });
    }
  }
  for (const resource of counted) {
    const key = resource.type.number * docsMaximum + resource.doc;
    if (known.has(key)) continue;
    known.set(key, resource);
    included.push(resource);
  }
  return included;
}

/** Calls back with each target of the doc's links in the window, in stored order. */
export function eachTarget<Type>(
  join: ShownJoin<Type>,
  doc: DocId,
  window: Window,
  found: (type: Type, doc: DocId) => void,
): void {
  const { links } = join.index;
  const start = links.firstOf(doc);
  const first = start + window.skip;
  const end = Math.min(start + links.countOf(doc), first + window.limit);
  for (let link = first; link < end; link += 1) {
    const target = links.targetOf(link);
    found(targetType(join, target), docId(join.targetDocs[target]!));
  }
}

/*
 * Which links of a to-many relationship a resource shows: the union of the windows of the places it was reached at.
 */

export interface ShownLinks {
  /** Half-open, ascending, none empty, not touching; counted within the item's links. None: nothing is shown. */
  readonly ranges: readonly { readonly start: number; readonly end: number }[];
  /** The window behind the one that reaches furthest, where that does not reach the end. */
  readonly next: Window | undefined;
}

/** Whether one window shows every link: the usual case, decided without an object. */
export function showsAll(shapes: readonly Shape[], relationship: string, total: number): boolean {
  if (shapes.length !== 1) return false;
  const { skip, limit } = windowAt(shapes[0]!, relationship);
  return skip === 0 && limit >= total;
}

/** Cost: O(windows · log windows). */
export function shownLinks(shapes: readonly Shape[], relationship: string, total: number): ShownLinks {
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

/*
 * What documents are written from: rendered items and links by place. An open snapshot is such; so is the little that
 * another engine has fetched for one answer.
 */

export interface ShownType {
  /** Place in the model's order. */
  readonly number: number;
  readonly name: string;
  /** Arena and file are those of an open snapshot: in their memory whole items can be written at once. */
  readonly segment: Pick<TypeSegment, 'type' | 'locale' | 'size' | 'documents' | 'own' | 'search'> &
    Partial<Pick<TypeSegment, 'arena' | 'file' | 'similar'>> & {
      readonly fields: ReadonlyMap<string, FieldIndex | RenderedLinks>;
    };
  readonly joins: ReadonlyMap<string, ShownJoin>;
}

/** Where the links of one relationship lead. */
export interface ShownJoin<Type = ShownType> {
  readonly index: RenderedLinks;
  /** Target index → doc in the target's type. */
  readonly targetDocs: Uint32Array;
  /** The types in the order of the relationship's `to`. */
  readonly targetTypes: readonly Type[];
}

export interface ShownSpace {
  readonly model: ContentModel;
  readonly types: ReadonlyMap<string, ShownType>;
  /** Who reads what stays in files; absent where all is in memory. */
  readonly pages?: Pages | undefined;
}
