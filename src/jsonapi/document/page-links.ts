/**
 * Pagination links of a list: `first`, `prev`, `next`, `last`, each absent where it does not apply.
 */
import type { Window } from '../../query/index.js';
import { pageSearch } from '../request/page-search.js';

/**
 * @param path of the list, with its base
 * @param search the request's canonical query
 * @returns members to follow another one: beginning with a comma, or empty. Cost: O(length of the query), four times.
 */
export function pageLinks(path: string, search: string, { skip, limit }: Window, total: number): string {
  if (limit === 0) return '';
  const lastSkip = total === 0 ? 0 : Math.floor((total - 1) / limit) * limit;
  const link = (name: string, to: number): string => `,"${name}":"${path}${pageSearch(search, { limit, skip: to })}"`;
  const previous = skip > 0 ? link('prev', Math.max(0, Math.min(skip - limit, lastSkip))) : '';
  const next = skip + limit < total ? link('next', skip + limit) : '';
  return `${link('first', 0)}${previous}${next}${link('last', lastSkip)}`;
}
