/**
 * Checks that the links of a document are short enough to be requested.
 *
 * Links use the canonical encoding, which is up to three times as long as the target that the client sent; pagination
 * links of a list also have a page. The bound of a list is the same for all of its pages, so that a client can page
 * through every list that was answered.
 */
import { RequestError } from '../../content/errors/index.js';
import { LIMITS } from '../../content/model/index.js';
import { type ParsedRequest, pageSearch } from '../../jsonapi/index.js';
import { selfPath } from './canonical.js';

/** The page with the longest text. */
const WIDEST_PAGE = Object.freeze({ limit: LIMITS.relationshipLimitMaximum, skip: Number.MAX_SAFE_INTEGER });
/** Bytes that the widest page, and a `=` after a parameter without one, add at most to the target that was sent. */
const addedMaximum = 256;

const hasPages = (request: ParsedRequest): boolean =>
  request.kind === 'collection' ||
  request.kind === 'search' ||
  ((request.kind === 'related' || request.kind === 'linkage') && request.relationship.many);

/**
 * @param root    path of the delivery root
 * @param target  as the client sent it, in origin form
 * @param maximum bytes of a target that are accepted
 * @throws RequestError 414 if a link of the document would be longer than a target may be
 * Cost: O(1) for a short target, O(length) otherwise.
 */
export function checkLinkLength(root: string, target: string, request: ParsedRequest, maximum: number): void {
  if (target.length * 3 + addedMaximum <= maximum) return;
  const pagedSearch = hasPages(request) ? pageSearch(request.search, WIDEST_PAGE) : '';
  const byteLength = root.length + selfPath(request).length + Math.max(request.search.length, pagedSearch.length);
  if (byteLength <= maximum) return;
  const detail = `The links of this document would have ${byteLength} bytes, because links percent-encode everything except letters, digits and -._~. At most ${maximum} are allowed. Ask for less at once.`;
  throw new RequestError([{ code: 'UriTooLong', detail }], request.complexity);
}
