/**
 * The resources of a document: the primary ones, then those that `include` reaches, breadth first in document order.
 *
 * Each resource is shown once, at its first position, with the union of the parts that the places it was reached at show.
 * Elsewhere: the include tree (check/include), links that a resource shows (visible-links).
 */
import { type DocId, docId } from '../../content/model/index.js';
import type { Window } from '../../engine/query/index.js';
import { INCLUDE_LINK } from '../../index/costs/index.js';
import type { Budget } from '../../index/docset/index.js';
import { targetType } from '../../index/snapshot/index.js';
import { DEFAULT_WINDOW, type Shape, windowAt } from '../request/parsed-request.js';
import type { RenderedJoin, RenderedType } from './rendered-space.js';

export interface Resource {
  readonly type: RenderedType;
  readonly doc: DocId;
  /** The places of the include tree at which the resource was reached, the first one first. */
  readonly shapes: Shape[];
}

/** More docs than a segment can have, so that keys of different types differ. */
const docsMaximum = 2 ** 31;

/**
 * @param primary in document order, each once, with the root shape
 * @param budget is charged for the included links
 * @param counted resources to include last, even if no link leads to them
 * @returns the included resources. Cost: O(links followed).
 */
export function includedResources(
  primary: readonly Resource[],
  budget: Budget,
  counted: readonly Resource[] = [],
): Resource[] {
  const resourceByKey = new Map<number, Resource>();
  for (const resource of primary) resourceByKey.set(resource.type.number * docsMaximum + resource.doc, resource);
  const included: Resource[] = [];
  const queue: { resource: Resource; shape: Shape }[] = [];
  for (const resource of primary) {
    for (const shape of resource.shapes) if (shape.includes.size > 0) queue.push({ resource, shape });
  }
  // The queue grows during the loop, so resources are visited breadth first.
  for (const { resource, shape } of queue) {
    for (const field of resource.type.segment.type.relationships) {
      const next = shape.includes.get(field.name);
      const join = resource.type.joins.get(field.name);
      if (next === undefined || join === undefined) continue;
      const window = field.many ? windowAt(shape, field) : DEFAULT_WINDOW;
      budget.spend(Math.min(window.limit, join.index.links.countOf(resource.doc)) * INCLUDE_LINK);
      eachTarget(join, resource.doc, window, (type, doc) => {
        const key = type.number * docsMaximum + doc;
        let reached = resourceByKey.get(key);
        if (reached === undefined) {
          reached = { type, doc, shapes: [] };
          resourceByKey.set(key, reached);
          included.push(reached);
        }
        if (reached.shapes.includes(next)) return;
        reached.shapes.push(next);
        if (next.includes.size > 0) queue.push({ resource: reached, shape: next });
      });
    }
  }
  for (const resource of counted) {
    const key = resource.type.number * docsMaximum + resource.doc;
    if (resourceByKey.has(key)) continue;
    resourceByKey.set(key, resource);
    included.push(resource);
  }
  return included;
}

/** Calls back with each target of the doc's links in the window, in stored order. */
export function eachTarget<Type>(
  join: RenderedJoin<Type>,
  doc: DocId,
  window: Window,
  visit: (type: Type, doc: DocId) => void,
): void {
  const { links } = join.index;
  const start = links.firstOf(doc);
  const first = start + window.skip;
  const end = Math.min(start + links.countOf(doc), first + window.limit);
  for (let link = first; link < end; link += 1) {
    const target = links.targetOf(link);
    visit(targetType(join, target), docId(join.targetDocs[target]!));
  }
}
