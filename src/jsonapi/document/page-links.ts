/**
 * Pagination links of a list: `first`, `prev`, `next`, `last`, each absent if it does not apply.
 *
 * The links differ in one number, so the bytes around it are written once and then copied.
 */
import type { Window } from '../../engine/query/index.js';
import type { ByteWriter } from './byte-writer.js';
import { CHAR } from './constants.js';
import { type Constant, constant } from './pieces.js';

const FIRST = constant(',"first":"');
const PREVIOUS = constant(',"prev":"');
const NEXT = constant(',"next":"');
const LAST = constant(',"last":"');

/**
 * Writes the links, each beginning with a comma; none if the page has limit 0.
 *
 * @param path of the list, with its base
 * @param search the request's canonical query
 * Cost: O(length of the query), and a copy of it for each further link.
 */
export function writePageLinks(out: ByteWriter, path: string, search: string, page: Window, total: number): void {
  const { skip, limit } = page;
  if (limit === 0) return;
  const lastSkip = total === 0 ? 0 : Math.floor((total - 1) / limit) * limit;
  const { before, after } = splitPageQuery(search, page);
  out.constant(FIRST);
  const start = out.length;
  out.ascii(path);
  out.ascii(before);
  const beforeLength = out.length - start;
  out.uint(0);
  const end = out.length;
  out.ascii(after);
  out.byte(CHAR.quote);
  const behindLength = out.length - end;
  const write = (name: Constant, to: number): void => {
    out.constant(name);
    out.repeat(start, beforeLength);
    out.uint(to);
    out.repeat(end, behindLength);
  };
  if (skip > 0) write(PREVIOUS, Math.max(0, Math.min(skip - limit, lastSkip)));
  if (skip + limit < total) write(NEXT, skip + limit);
  write(LAST, lastSkip);
}

const LIMIT = 'page%5Blimit%5D=';
const SKIP = 'page%5Bskip%5D=';

/**
 * @param search a parsed request's canonical `search`: `''`, or beginning with `?`
 * @returns the query with `page[limit]` and `page[skip]` replaced in place, or appended; beginning with `?`
 * Cost: O(length).
 */
export function pageSearch(search: string, page: Window): string {
  const limit = LIMIT + page.limit;
  const skip = SKIP + page.skip;
  let hasLimit = false;
  let hasSkip = false;
  let out = '';
  const add = (part: string): void => {
    out += (out === '' ? '?' : '&') + part;
  };
  for (let at = 1; at < search.length; ) {
    const ampersand = search.indexOf('&', at);
    const end = ampersand < 0 ? search.length : ampersand;
    if (search.startsWith(LIMIT, at)) {
      add(limit);
      hasLimit = true;
    } else if (search.startsWith(SKIP, at)) {
      add(skip);
      hasSkip = true;
    } else {
      add(search.slice(at, end));
    }
    at = end + 1;
  }
  if (!hasLimit) add(limit);
  if (!hasSkip) add(skip);
  return out;
}

/** The query of a pagination link, before and after the number of items to skip. */
export interface PageLinkParts {
  readonly before: string;
  readonly after: string;
}

/**
 * @param search a parsed request's canonical `search`: `''`, or beginning with `?`; if it has `page[limit]`, with this limit
 * @returns the query before and after the number of `page[skip]`; missing parameters are appended
 * Cost: O(length).
 */
export function splitPageQuery(search: string, { limit }: Pick<Window, 'limit'>): PageLinkParts {
  // Encoded values contain no `=`, so a match is a whole name, and each name occurs at most once.
  const skipAt = search.indexOf(SKIP);
  const limited = search.includes(LIMIT) ? '' : LIMIT + limit;
  if (skipAt < 0) {
    const begun = search === '' ? '?' : `${search}&`;
    return { before: limited === '' ? begun + SKIP : `${begun}${limited}&${SKIP}`, after: '' };
  }
  const numberAt = skipAt + SKIP.length;
  const ampersand = search.indexOf('&', numberAt);
  const laterParameters = ampersand < 0 ? '' : search.slice(ampersand);
  return {
    before: search.slice(0, numberAt),
    after: limited === '' ? laterParameters : `${laterParameters}&${limited}`,
  };
}
