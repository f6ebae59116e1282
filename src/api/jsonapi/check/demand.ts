/**
 * What a request asks for, as far as its score needs to know.
 */
import type { Endpoint } from '../request/endpoint.js';
import type { Shape } from '../request/parsed-request.js';
import type { Demand } from './complexity.js';

/** @param limit of the list. @param beside the score of what is counted beside the items */
export function demandOf(endpoint: Endpoint, shape: Shape, limit: number, beside: number): Demand {
  switch (endpoint.kind) {
    case 'root':
      return { kind: 'root' };
    case 'collection':
      return { kind: 'items', limit, types: [endpoint.type.name], shape, beside };
    case 'item':
      return { kind: 'items', limit: 1, types: [endpoint.type.name], shape, beside };
    case 'related':
      return {
        kind: 'items',
        limit: endpoint.relationship.many ? limit : 1,
        types: endpoint.relationship.to,
        shape,
        beside,
      };
    case 'linkage':
      return { kind: 'linkage', limit: endpoint.relationship.many ? limit : 1 };
  }
}
