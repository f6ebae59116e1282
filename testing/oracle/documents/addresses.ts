/**
 * Addresses in documents: of resources, relationships, and pages of a list (contract §6).
 */
import type { Window } from '../../../src/engine/query/query-tree.js';
import type { OracleIdentifier } from '../content/dataset.js';

/** RFC 3986: everything but letters, digits and `-._~` is percent-encoded. */
export const encodeStrictly = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

export const resourceUrl = (base: string, { type, id }: OracleIdentifier): string =>
  `${base}/${type}/${encodeStrictly(id)}`;

export const relationshipUrl = (base: string, item: OracleIdentifier, relationship: string): string =>
  `${resourceUrl(base, item)}/relationships/${relationship}`;

export const relatedUrl = (base: string, item: OracleIdentifier, relationship: string): string =>
  `${resourceUrl(base, item)}/${relationship}`;

/** @returns the query with the window written into `page[limit]` and `page[skip]`: in their places, or appended */
export function pageSearch(search: string, { limit, skip }: Window): string {
  const pageParameters = new Map([
    [encodeStrictly('page[limit]'), limit],
    [encodeStrictly('page[skip]'), skip],
  ]);
  const parameters = search === '' ? [] : search.slice(1).split('&');
  const replaced = parameters.map((parameter) => {
    const [name = ''] = parameter.split('=');
    const value = pageParameters.get(name);
    pageParameters.delete(name);
    return value === undefined ? parameter : `${name}=${value}`;
  });
  return `?${[...replaced, ...[...pageParameters].map(([name, value]) => `${name}=${value}`)].join('&')}`;
}

/** The pagination links that apply; with a limit of 0 there are no pages and so no links. */
export function pageLinks(path: string, search: string, page: Window, total: number): Record<string, string> {
  const { limit, skip } = page;
  if (limit === 0) return {};
  const at = (newSkip: number): string => path + pageSearch(search, { limit, skip: newSkip });
  const lastSkip = total === 0 ? 0 : Math.floor((total - 1) / limit) * limit;
  return {
    first: at(0),
    ...(skip > 0 ? { prev: at(Math.max(0, Math.min(skip - limit, lastSkip))) } : {}),
    ...(skip + limit < total ? { next: at(skip + limit) } : {}),
    last: at(lastSkip),
  };
}
