/**
 * The one spelling of a request: the path and query of its `links.self`, below the delivery root.
 *
 * Requests with the same spelling get the same bytes; so it is what an answer is kept under.
 */
import type { ParsedRequest } from '../../api/jsonapi/index.js';
import { encodeComponent } from '../../content/model/index.js';

/** The path of `links.self` below the delivery root. */
export function selfPath(request: ParsedRequest): string {
  switch (request.kind) {
    case 'root':
      return '';
    case 'collection':
      return `/${request.type.name}`;
    case 'item':
      return `/${request.type.name}/${encodeComponent(request.id)}`;
    case 'related':
      return `/${request.type.name}/${encodeComponent(request.id)}/${request.relationship.name}`;
    case 'linkage':
      return `/${request.type.name}/${encodeComponent(request.id)}/relationships/${request.relationship.name}`;
  }
}

export const canonicalOf = (request: ParsedRequest): string => selfPath(request) + request.search;
