/**
 * The parameters that each kind of endpoint accepts, and the sentences by which messages list them.
 */
import type { Endpoint } from './endpoint.js';

/** Which parameters an endpoint answers. */
export interface Accepts {
  /** `filter`, `_facet`, `_highlight` and `_match`. */
  readonly filter: boolean;
  /** `sort` and `_stats`. */
  readonly sort: boolean;
  /** `include`, `fields` and `page[<relationship>]`. */
  readonly include: boolean;
  /** `page[limit]` and `page[skip]`. */
  readonly page: boolean;
}

const NOTHING: Accepts = { filter: false, sort: false, include: false, page: false };

const LIST: Accepts = { filter: true, sort: true, include: true, page: true };

const SEARCH: Accepts = { ...LIST, sort: false };

const SINGLE: Accepts = { ...NOTHING, include: true };

const LINKAGE: Accepts = { ...NOTHING, page: true };

/** By the kind of an endpoint; behind a to-one relationship, less is answered. */
const ACCEPTED: Readonly<Record<Endpoint['kind'], Accepts>> = {
  root: NOTHING,
  collection: LIST,
  search: SEARCH,
  item: SINGLE,
  related: LIST,
  linkage: LINKAGE,
};

const ACCEPTED_TO_ONE = { related: SINGLE, linkage: NOTHING } as const;

export const acceptedBy = (endpoint: Endpoint): Accepts =>
  'relationship' in endpoint && !endpoint.relationship.many ? ACCEPTED_TO_ONE[endpoint.kind] : ACCEPTED[endpoint.kind];

const SUBJECTS: Readonly<Record<Endpoint['kind'], string>> = {
  root: 'The root',
  collection: 'A list',
  search: 'A search of all types',
  item: 'A single item',
  related: 'A list of related items',
  linkage: 'The linkage of a relationship',
};

/** @returns what the endpoint gives, as the subject of a sentence */
export function describeEndpoint(endpoint: Endpoint): string {
  if (!('relationship' in endpoint) || endpoint.relationship.many) return SUBJECTS[endpoint.kind];
  const what = endpoint.kind === 'related' ? 'related item' : 'linkage';
  return `The ${what} of the to-one relationship "${endpoint.relationship.name}"`;
}

/** @returns the sentence that ends a message about a parameter that is not answered: which ones are */
export function listParameters(accepts: Accepts, hasLocales: boolean): string {
  const known: string[] = [];
  if (accepts.filter && !accepts.sort) known.push('filter[_search]', 'filter[type][_in]');
  if (accepts.filter) known.push('filter[<field>][<operator>]');
  if (accepts.sort) known.push('sort');
  if (accepts.include) known.push('include', 'fields[<type>]');
  if (accepts.page) known.push('page[limit]', 'page[skip]');
  if (accepts.include) known.push('page[<relationship>][limit]', 'page[<relationship>][skip]');
  if (accepts.sort) known.push('_facet[<field>]', '_stats', '_highlight', '_match');
  else if (accepts.filter) known.push('_facet[type]', '_highlight', '_match');
  if (hasLocales) known.push('localeCode');
  return known.length === 0 ? 'This path takes no parameters.' : `The parameters here are: ${known.join(', ')}.`;
}
