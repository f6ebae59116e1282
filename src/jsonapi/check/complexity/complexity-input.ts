/**
 * The parts of a request that determine its complexity score. Elsewhere: the score (complexity), advice (too-complex).
 */
import type { Endpoint } from '../../request/endpoint.js';
import type { Shape } from '../../request/parsed-request.js';

/** The parts of a request that its complexity score depends on. */
export type ComplexityInput =
  /** The list of content types: 0. */
  | { readonly kind: 'root' }
  /** Resource identifiers only: 50 + 10 · limit. */
  | { readonly kind: 'linkage'; readonly limit: number }
  /** Whole items, of any of the types. */
  | {
      readonly kind: 'items';
      /** The number of items that the request could return: the limit of the page, or fewer. */
      readonly limit: number;
      /** The limit of the page, 1 if the answer has no list. */
      readonly pageLimit: number;
      readonly types: readonly string[];
      readonly shape: Shape;
      /** Score of the facets and statistics. */
      readonly countsScore: number;
    };

/**
 * @param pageLimit   of the requested list
 * @param bound       number of items that the filter could select; infinite if it has no bound
 * @param countsScore of the facets and statistics
 */
export function complexityInput(
  endpoint: Endpoint,
  shape: Shape,
  pageLimit: number,
  bound: number,
  countsScore: number,
): ComplexityInput {
  const limit = Math.min(pageLimit, bound);
  switch (endpoint.kind) {
    case 'root':
      return { kind: 'root' };
    case 'collection':
      return { kind: 'items', limit, pageLimit, types: [endpoint.type.name], shape, countsScore };
    case 'search':
      return { kind: 'items', limit, pageLimit, types: endpoint.types.map(({ name }) => name), shape, countsScore };
    case 'item':
      return { kind: 'items', limit: 1, pageLimit: 1, types: [endpoint.type.name], shape, countsScore };
    case 'related':
      return {
        kind: 'items',
        limit: endpoint.relationship.many ? limit : 1,
        pageLimit: endpoint.relationship.many ? pageLimit : 1,
        types: endpoint.relationship.to,
        shape,
        countsScore,
      };
    case 'linkage':
      return { kind: 'linkage', limit: endpoint.relationship.many ? pageLimit : 1 };
  }
}
