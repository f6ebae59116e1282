/**
 * The naive complexity of a request (contract §5): 50 for the root, 10 for each loaded relationship, 10 for each
 * possible item.
 */

import { type ContentModel, isUnique, type RelationshipField } from '../../../src/content/model/index.js';
import type { CollectionRequest, Shape } from '../../../src/jsonapi/request/parsed-request.js';
import type { ContentRequest } from './document.js';
import { defaultLimit } from './resources.js';

const ROOT = 50;
const EACH = 10;

/** The relationships that resources of these types have, by name: of one name, all that bear it. */
export function relationshipsOf(model: ContentModel, types: readonly string[]): Map<string, RelationshipField[]> {
  const found = new Map<string, RelationshipField[]>();
  for (const type of types) {
    for (const field of model.contentTypes.get(type)?.relationships ?? []) {
      found.set(field.name, [...(found.get(field.name) ?? []), field]);
    }
  }
  return found;
}

/** @returns the points of one relationship at a place of the include tree, `rel` of the formula; 0 if it is not loaded */
function relationshipCost(model: ContentModel, field: RelationshipField, shape: Shape): number {
  const limit = shape.windows.get(field.name)?.limit ?? defaultLimit(field);
  const nested = shape.includes.get(field.name);
  // A linkage longer than the default is work even where its resources are not shown.
  if (nested === undefined && !(field.many && limit > defaultLimit(field))) return 0;
  const below = nested === undefined ? 0 : relationshipsCost(model, field.to, nested);
  return EACH + (field.many ? limit : 1) * (EACH + below);
}

/** @returns the points of a resource's relationships, Σ rel. If several types have a relationship of one name, the most expensive counts. */
function relationshipsCost(model: ContentModel, types: readonly string[], shape: Shape): number {
  let cost = 0;
  for (const fields of relationshipsOf(model, types).values()) {
    cost += Math.max(...fields.map((field) => relationshipCost(model, field, shape)));
  }
  return cost;
}

/** @returns the score of `count` resources of these types, each shown as the shape says */
const scoreOf = (model: ContentModel, types: readonly string[], shape: Shape, count: number): number =>
  ROOT + count * (EACH + relationshipsCost(model, types, shape));

/** @returns the points of facets and statistics */
function countingCost({ counting }: Pick<CollectionRequest, 'counting'>): number {
  if (counting === undefined) return 0;
  const each = counting.facets.map(
    ({ field, limit }) => EACH + limit + (counting.included.has(field) ? EACH * limit : 0),
  );
  return each.reduce((sum, cost) => sum + cost, 0) + EACH * counting.statistics.length;
}

/** A parameter of the request, decoded; `list` has the distinct values of a list filter. */
interface SentParameter {
  readonly name: string;
  readonly list?: readonly string[];
}

/** The number of items of these types that filters outside of groups could select, by `_eq` and `_in` on unique fields. */
function boundOf(model: ContentModel, types: readonly string[], sent: readonly SentParameter[]): number {
  const bounds = sent.map(({ name, list = [] }) => {
    const [, field = '', operator = ''] = /^filter\[([^\]]+)\]\[(_eq|_in)\]$/.exec(name) ?? [];
    const isKey = types.every((type) => {
      const typeField = model.contentTypes.get(type)?.fieldByName.get(field);
      return field === 'id' || (typeField !== undefined && isUnique(typeField));
    });
    if (operator === '' || !isKey) return Number.POSITIVE_INFINITY;
    return types.length * (operator === '_eq' ? 1 : list.length);
  });
  return Math.min(...bounds);
}

/** The score that `x-service-query-complexity` shows. @param sent the parameters of the request */
export function expectedComplexity(
  model: ContentModel,
  request: ContentRequest,
  sent: readonly SentParameter[] = [],
): number {
  switch (request.kind) {
    case 'collection': {
      const types = [request.type.name];
      const count = Math.min(request.page.limit, boundOf(model, types, sent));
      return scoreOf(model, types, request.shape, count) + countingCost(request);
    }
    case 'item':
      return scoreOf(model, [request.type.name], request.shape, 1);
    case 'related': {
      const { many, to } = request.relationship;
      const count = many ? Math.min(request.page.limit, boundOf(model, to, sent)) : 1;
      return scoreOf(model, request.relationship.to, request.shape, count) + countingCost(request);
    }
    case 'linkage':
      return ROOT + EACH * (request.relationship.many ? request.page.limit : 1);
    default:
      return request satisfies never;
  }
}
