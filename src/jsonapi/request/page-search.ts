/**
 * The query of a pagination link: a request's own, with another page.
 */
import type { Window } from '../../query/index.js';

const LIMIT = 'page%5Blimit%5D=';
const SKIP = 'page%5Bskip%5D=';

/**
 * @param search a parsed request's canonical `search`: `''`, or beginning with `?`
 * @returns the same with `page[limit]` and `page[skip]` replaced where they stand, or appended; beginning with `?`
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
