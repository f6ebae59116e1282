/**
 * The canonical form of a request: path and query of its `links.self`, below the delivery root.
 *
 * Requests with the same canonical form get the same bytes, so it is the key of the response cache.
 */
import { encodeComponent } from '../../content/model/index.js';
import { type ParsedRequest, SEARCH_PATH, SUGGEST_PATH } from '../../jsonapi/index.js';

/** @returns the path of `links.self` below the delivery root */
export function selfPath(request: ParsedRequest): string {
  switch (request.kind) {
    case 'root':
      return '';
    case 'collection':
      return `/${request.type.name}`;
    case 'search':
      return `/${SEARCH_PATH}`;
    case 'suggest':
      return `/${SUGGEST_PATH}`;
    case 'item':
      return `/${request.type.name}/${encodeComponent(request.id)}`;
    case 'related':
      return `/${request.type.name}/${encodeComponent(request.id)}/${request.relationship.name}`;
    case 'linkage':
      return `/${request.type.name}/${encodeComponent(request.id)}/relationships/${request.relationship.name}`;
  }
}

export const formatCanonical = (request: ParsedRequest): string => selfPath(request) + request.search;
