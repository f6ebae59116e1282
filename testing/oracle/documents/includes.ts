/**
 * The resources of a document: the primary ones, and those that `include` reaches from them.
 *
 * A resource that is reached at several positions of the include tree is shown once, at the first position, with the
 * union of their linkage, so every included resource is linked.
 */

import type { RelationshipField } from '../../../src/content/model/index.js';
import type { Window } from '../../../src/engine/query/query-tree.js';
import type { Shape } from '../../../src/jsonapi/request/parsed-request.js';
import {
  linksOf,
  type OracleIdentifier,
  type OracleItem,
  type OracleSpace,
  targetOf,
  typeOf,
} from '../content/dataset.js';
import { defaultLimit, shownLinks } from './resources.js';

/** A resource of the document and the places it was reached at, first one first. */
export interface Reached {
  readonly item: OracleItem;
  readonly shapes: Shape[];
}

/** The window of a to-many relationship at one place of the include tree. */
export const windowAt = (shape: Shape, relationship: RelationshipField): Window =>
  shape.windows.get(relationship.name) ?? { skip: 0, limit: defaultLimit(relationship) };

/** The targets that one place of the include tree leads to from an item: those its linkage shows there. */
function targetsAt(item: OracleItem, relationship: RelationshipField, place: Shape): readonly OracleIdentifier[] {
  const links = linksOf(item, relationship.name);
  return relationship.many ? shownLinks(links, [windowAt(place, relationship)]) : links;
}

/**
 * Every resource of the document, the primary ones first, then breadth first: in the order in which a reader who
 * goes from resource to resource, and in each from relationship to relationship, first meets them.
 *
 * Cost: one visit for each resource and place, with a look-up through all items for each link.
 */
export function reach(space: OracleSpace, primary: readonly OracleItem[], shape: Shape): readonly Reached[] {
  const reached = new Map<string, Reached>();
  const waiting: [OracleItem, Shape][] = primary.map((item) => [item, shape]);
  // The list grows during the loop: a new resource is visited after all earlier ones.
  for (const [item, place] of waiting) {
    const key = `${item.type}/${item.id}`;
    const known = reached.get(key) ?? { item, shapes: [] };
    reached.set(key, known);
    if (known.shapes.includes(place)) continue;
    known.shapes.push(place);
    // Document order: as a resource shows its relationships, which is the model's order, not that of `include`.
    for (const relationship of typeOf(space, item.type).relationships) {
      const next = place.includes.get(relationship.name);
      if (next === undefined) continue;
      for (const link of targetsAt(item, relationship, place)) waiting.push([targetOf(space, link), next]);
    }
  }
  return [...reached.values()];
}
