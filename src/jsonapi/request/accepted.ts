/**
 * The parameters that each kind of endpoint accepts, and the sentences by which messages list them.
 */
import type { Endpoint } from './endpoint.js';

/** The parameters that an endpoint accepts. */
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

const ACCEPTS_NOTHING: Accepts = { filter: false, sort: false, include: false, page: false };

const LIST_ACCEPTS: Accepts = { filter: true, sort: true, include: true, page: true };

const SEARCH_ACCEPTS: Accepts = { ...LIST_ACCEPTS, sort: false };

const ITEM_ACCEPTS: Accepts = { ...ACCEPTS_NOTHING, include: true };

const LINKAGE_ACCEPTS: Accepts = { ...ACCEPTS_NOTHING, page: true };

/** By the kind of the endpoint; a to-one relationship accepts fewer parameters (`TO_ONE_ACCEPTS`). */
const ACCEPTS_BY_KIND: Readonly<Record<Endpoint['kind'], Accepts>> = {
  root: ACCEPTS_NOTHING,
  collection: LIST_ACCEPTS,
  search: SEARCH_ACCEPTS,
  item: ITEM_ACCEPTS,
  related: LIST_ACCEPTS,
  linkage: LINKAGE_ACCEPTS,
};

const TO_ONE_ACCEPTS = { related: ITEM_ACCEPTS, linkage: ACCEPTS_NOTHING } as const;

export const acceptedBy = (endpoint: Endpoint): Accepts =>
  'relationship' in endpoint && !endpoint.relationship.many
    ? TO_ONE_ACCEPTS[endpoint.kind]
    : ACCEPTS_BY_KIND[endpoint.kind];

const SUBJECTS: Readonly<Record<Endpoint['kind'], string>> = {
  root: 'The root',
  collection: 'A list',
  search: 'A search of all types',
  item: 'A single item',
  related: 'A list of related items',
  linkage: 'The linkage of a relationship',
};

/** @returns the endpoint as the subject of a sentence */
export function describeEndpoint(endpoint: Endpoint): string {
  if (!('relationship' in endpoint) || endpoint.relationship.many) return SUBJECTS[endpoint.kind];
  const noun = endpoint.kind === 'related' ? 'related item' : 'linkage';
  return `The ${noun} of the to-one relationship "${endpoint.relationship.name}"`;
}

/** @returns the last sentence of a message about a parameter that is not accepted: the accepted ones */
export function listParameters(accepts: Accepts, hasLocales: boolean): string {
  const names: string[] = [];
  if (accepts.filter && !accepts.sort) names.push('filter[_search]', 'filter[type][_in]');
  if (accepts.filter) names.push('filter[<field>][<operator>]');
  if (accepts.sort) names.push('sort');
  if (accepts.include) names.push('include', 'fields[<type>]');
  if (accepts.page) names.push('page[limit]', 'page[skip]');
  if (accepts.include) names.push('page[<relationship>][limit]', 'page[<relationship>][skip]');
  if (accepts.sort) names.push('_facet[<field>]', '_stats', '_highlight', '_match');
  else if (accepts.filter) names.push('_facet[type]', '_highlight', '_match');
  if (hasLocales) names.push('localeCode');
  return names.length === 0 ? 'This path takes no parameters.' : `The parameters here are: ${names.join(', ')}.`;
}
