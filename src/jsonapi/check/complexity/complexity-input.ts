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
  /** Whole items: at most `limit`, of any of the types. */
  | {
      readonly kind: 'items';
      readonly limit: number;
      readonly types: readonly string[];
      readonly shape: Shape;
      /** Score of the facets and statistics. */
      readonly countsScore: number;
    };

/**
 * @param limit       of the requested list
 * @param countsScore of the facets and statistics
 */
export function complexityInput(endpoint: Endpoint, shape: Shape, limit: number, countsScore: number): ComplexityInput {
  switch (endpoint.kind) {
    case 'root':
      return { kind: 'root' };
    case 'collection':
      return { kind: 'items', limit, types: [endpoint.type.name], shape, countsScore };
    case 'search':
      return { kind: 'items', limit, types: endpoint.types.map(({ name }) => name), shape, countsScore };
    case 'item':
      return { kind: 'items', limit: 1, types: [endpoint.type.name], shape, countsScore };
    case 'related':
      return {
        kind: 'items',
        limit: endpoint.relationship.many ? limit : 1,
        types: endpoint.relationship.to,
        shape,
        countsScore,
      };
    case 'linkage':
      return { kind: 'linkage', limit: endpoint.relationship.many ? limit : 1 };
  }
}
