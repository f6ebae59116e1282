/**
 * The one spelling of a request: the path and query of its `links.self`, below the delivery root.
 *
 * Requests with the same spelling get the same bytes; so it is what an answer is kept under.
 *
 * Whether the links of a document will be answered when they are followed: the canonical encoding that they are written
 * in is up to three times as long as what the client sent, and a list's pagination links have a page besides.
 *
 * The measure of a list is the same for all of its pages, so that a list that was answered can be paged through.
 */

import { RequestError } from '../../content/errors/index.js';
import { encodeComponent, LIMITS } from '../../content/model/index.js';
import { type ParsedRequest, pageSearch, SEARCH_PATH, SUGGEST_PATH } from '../../jsonapi/index.js';

/** The path of `links.self` below the delivery root. */
function selfPath(request: ParsedRequest): string {
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

export const canonicalOf = (request: ParsedRequest): string => selfPath(request) + request.search;

/** No page is written longer. */
const WIDEST_PAGE = Object.freeze({ limit: LIMITS.relationshipLimitMaximum, skip: Number.MAX_SAFE_INTEGER });
/** What the longest page, and the `=` of a parameter sent without one, add to what was sent. */
const addedMaximum = 256;

const hasPages = (request: ParsedRequest): boolean =>
  request.kind === 'collection' ||
  request.kind === 'search' ||
  ((request.kind === 'related' || request.kind === 'linkage') && request.relationship.many);

/**
 * @param root   path of the delivery root
 * @param target as it was sent, in origin form
 * @param maximum bytes of a target that are read
 * @throws RequestError 414 when a link of the document would be longer than a target may be
 * Cost: nothing for a short target, O(length) otherwise.
 */
export function checkLinkLength(root: string, target: string, request: ParsedRequest, maximum: number): void {
  if (target.length * 3 + addedMaximum <= maximum) return;
  const paged = hasPages(request) ? pageSearch(request.search, WIDEST_PAGE) : '';
  const byteLength = root.length + selfPath(request).length + Math.max(request.search.length, paged.length);
  if (byteLength <= maximum) return;
  const detail = `The links of this document would have ${byteLength} bytes, because links percent-encode everything except letters, digits and -._~. At most ${maximum} are allowed. Ask for less at once.`;
  throw new RequestError([{ code: 'UriTooLong', detail }], request.complexity);
}
