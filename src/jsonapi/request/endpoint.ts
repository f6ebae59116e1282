/**
 * What the path of a request addresses, and what may be asked of it.
 */
import { didYouMean, excerpt, InvariantError, list } from '../../content/errors/index.js';
import {
  type ContentModel,
  type ContentType,
  ID_RULE,
  isItemId,
  isRelationship,
  type RelationshipField,
} from '../../content/model/index.js';
import type { Problems } from './parameter.js';
import { decode } from './parameter-names.js';

export type Endpoint =
  /** The list of content types. */
  | { readonly kind: 'root' }
  | { readonly kind: 'collection'; readonly type: ContentType }
  /** All types with searched fields, or some of them. */
  | { readonly kind: 'search'; readonly types: readonly ContentType[] }
  | { readonly kind: 'item'; readonly type: ContentType; readonly id: string }
  | {
      readonly kind: 'related' | 'linkage';
      readonly type: ContentType;
      readonly id: string;
      readonly relationship: RelationshipField;
    };

/** What is typed so far is completed, from all types with searched fields. */
export interface SuggestEndpoint {
  readonly kind: 'suggest';
  readonly types: readonly ContentType[];
}

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
const OF_ONE = { related: SINGLE, linkage: NOTHING } as const;

export const acceptedBy = (endpoint: Endpoint): Accepts =>
  'relationship' in endpoint && !endpoint.relationship.many ? OF_ONE[endpoint.kind] : ACCEPTED[endpoint.kind];

const SUBJECTS: Readonly<Record<Endpoint['kind'], string>> = {
  root: 'The root',
  collection: 'A list',
  search: 'A search of all types',
  item: 'A single item',
  related: 'A list of related items',
  linkage: 'The linkage of a relationship',
};

/** @returns what the endpoint gives, as the subject of a sentence */
export function describe(endpoint: Endpoint): string {
  if (!('relationship' in endpoint) || endpoint.relationship.many) return SUBJECTS[endpoint.kind];
  const what = endpoint.kind === 'related' ? 'related item' : 'linkage';
  return `The ${what} of the to-one relationship "${endpoint.relationship.name}"`;
}

/** @returns the sentence that ends a message about a parameter that is not answered: which ones are */
export function parametersOf(accepts: Accepts, hasLocales: boolean): string {
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

/** @returns the content types a relationship may lead to, at least one */
export function targetsOf(model: ContentModel, relationship: RelationshipField): readonly ContentType[] {
  return relationship.to.map((name) => {
    const type = model.contentTypes.get(name);
    if (type === undefined) throw new InvariantError(`the model has no "${name}", where "${relationship.name}" leads`);
    return type;
  });
}

/** @param model as one locale has it. @returns the endpoint with that locale's types */
export function endpointIn(model: ContentModel, endpoint: Endpoint): Endpoint {
  if (endpoint.kind === 'root') return endpoint;
  const inModel = (type: ContentType): ContentType => model.contentTypes.get(type.name) ?? type;
  if (endpoint.kind === 'search') return { ...endpoint, types: endpoint.types.map(inModel) };
  return { ...endpoint, type: inModel(endpoint.type) };
}

/** Whether two relationships lead to the same types, in the same order: where many types share a name, most do. */
export const leadAlike = (a: RelationshipField, b: RelationshipField): boolean =>
  a.to === b.to || (a.to.length === b.to.length && a.to.every((name, i) => name === b.to[i]));

/** @returns the content types of the primary data: one, or those of a relationship to several; none at the root */
export function primaryTypes(model: ContentModel, endpoint: Endpoint): readonly ContentType[] {
  switch (endpoint.kind) {
    case 'root':
      return [];
    case 'collection':
    case 'item':
      return [endpoint.type];
    case 'search':
      return endpoint.types;
    case 'related':
    case 'linkage':
      return targetsOf(model, endpoint.relationship);
  }
}

/*
 * The path below the delivery root → what it addresses. A server has its router take paths apart; then only names and id are
 * held to the model here.
 *
 * Whether an item exists is not known here, only whether its id could be one.
 */

/** What stands in place of a type where several are searched: no type's name begins so. */
export const SEARCH_PATH = '_search';
/** The same of completions. */
export const SUGGEST_PATH = '_suggest';

const SHAPES =
  'a path has the form /<type>, /<type>/<id>, /<type>/<id>/<relationship> or /<type>/<id>/relationships/<relationship>';

/** What stands in place of a relationship where the items most like one are asked for: no field's name begins so. */
export const SIMILAR_PATH = '_similar';

/** @returns the items most like each of a type, as a relationship of it */
export const similarOf = ({ name }: ContentType): RelationshipField => ({
  name: SIMILAR_PATH,
  type: 'relationship',
  to: [name],
  many: true,
});

export const explainNoSimilar = ({ name }: ContentType): string =>
  `Which items are most like one is not known of "${name}": write "similar": true into that type in model.json, and build again.`;

/** Whether it is these that are asked for. */
export const isSimilar = ({ relationship }: { readonly relationship: RelationshipField }): boolean =>
  relationship.name === SIMILAR_PATH;

/** What a path names, decoded, and not yet held to the model. */
export interface Addressed {
  readonly kind: Endpoint['kind'] | 'suggest' | 'similar';
  /** Of all but the root. */
  readonly type?: string | undefined;
  /** Of an item, and what hangs on it. */
  readonly id?: string | undefined;
  /** Of what hangs on an item. */
  readonly relationship?: string | undefined;
}

/**
 * @param path still percent-encoded: `` or `/` for the root, otherwise beginning with `/`
 * @returns undefined when nothing is addressed, and then a problem was added. An endpoint may come with a problem too:
 *          an id that no item can have leaves the rest of the request to be checked.
 */
export function parsePath(
  model: ContentModel,
  path: string,
  problems: Problems,
): Endpoint | SuggestEndpoint | undefined {
  if (path === '' || path === '/') return { kind: 'root' };
  const parts = splitPath(path, problems);
  if (parts === undefined) return undefined;

  const [type = '', id, third, fourth] = parts;
  const isLinkage = third === 'relationships';
  const relationship = isLinkage ? fourth : third;
  if (third !== undefined && (relationship === undefined || parts.length > (isLinkage ? 4 : 3))) {
    if (endpointAt(model, { kind: 'item', type, id }, problems) === undefined) return undefined;
    return problems.add('NotFound', undefined, () => `There is nothing at "${excerpt(path)}": ${SHAPES}.`);
  }
  if (type === SEARCH_PATH && id === undefined) return searchEndpoint(model);
  if (type === SUGGEST_PATH && id === undefined) return endpointAt(model, { kind: 'suggest' }, problems);
  const behind = third === SIMILAR_PATH ? 'similar' : isLinkage ? 'linkage' : 'related';
  const kind = id === undefined ? 'collection' : third === undefined ? 'item' : behind;
  return endpointAt(model, { kind, type, id, relationship }, problems);
}

const searchedTypes = (model: ContentModel): readonly ContentType[] =>
  [...model.contentTypes.values()].filter(({ search }) => search !== undefined);

export const searchEndpoint = (model: ContentModel): Endpoint => ({ kind: 'search', types: searchedTypes(model) });

/**
 * @returns as `parsePath` does
 */
export function endpointAt(
  model: ContentModel,
  addressed: Addressed,
  problems: Problems,
): Endpoint | SuggestEndpoint | undefined {
  const { kind, type: typeName = '', id, relationship: name = '' } = addressed;
  if (kind === 'root') return { kind };
  if (kind === 'search') return searchEndpoint(model);
  if (kind === 'suggest') return { kind, types: searchedTypes(model) };
  const type = model.contentTypes.get(typeName);
  if (type === undefined) {
    const names = [...model.contentTypes.keys()];
    return problems.add('ContentTypeNotFound', undefined, () => {
      const meant = didYouMean(typeName, names);
      return `There is no content type "${excerpt(typeName)}".${meant} The content types are: ${list(names)}.`;
    });
  }
  if (id === undefined) return { kind: 'collection', type };
  if (!isItemId(id)) {
    problems.add('ItemNotFound', undefined, () => `No item can have the id "${excerpt(id)}": ${ID_RULE}.`);
  }
  if (kind === 'collection' || kind === 'item') return { kind: 'item', type, id };
  if (kind === 'similar') {
    if (type.similar === true) return { kind: 'related', type, id, relationship: similarOf(type) };
    return problems.add('RelationshipNotFound', undefined, () => explainNoSimilar(type));
  }
  const relationship = type.fieldByName.get(name);
  if (relationship !== undefined && isRelationship(relationship)) {
    return { kind, type, id, relationship };
  }
  return problems.add('RelationshipNotFound', undefined, () => {
    const names = type.relationships.map((field) => field.name);
    const wrong =
      relationship === undefined
        ? `"${type.name}" has no relationship "${excerpt(name)}".${didYouMean(name, names)}`
        : `"${name}" is an attribute of "${type.name}", not a relationship; it is delivered with the item.`;
    return `${wrong} The relationships of "${type.name}" are: ${list(names)}.`;
  });
}

/** @returns the decoded segments, none of them empty; or undefined, and then a problem was added */
function splitPath(path: string, problems: Problems): readonly string[] | undefined {
  if (path.endsWith('/')) {
    let end = path.length;
    while (end > 1 && path.charCodeAt(end - 1) === 0x2f) end -= 1;
    const without = path.slice(0, end);
    return problems.add('NotFound', undefined, () => {
      return `There is nothing at "${excerpt(path)}": write the path without a slash at its end, "${excerpt(without)}".`;
    });
  }
  if (path.charCodeAt(0) !== 0x2f || path.includes('//')) {
    return problems.add('NotFound', undefined, () => `There is nothing at "${excerpt(path)}": ${SHAPES}.`);
  }
  const parts: string[] = [];
  for (let at = 1; at <= path.length; ) {
    const slash = path.indexOf('/', at);
    const end = slash < 0 ? path.length : slash;
    const segment = path.slice(at, end);
    at = end + 1;
    const part = decode(segment, 'literal');
    if (part === undefined) {
      // No parameter is to blame: the path is none.
      return problems.add('InvalidParameter', undefined, () => {
        return `Segment ${parts.length + 1} of the path, "${excerpt(segment.toWellFormed())}", is not percent-encoded UTF-8: write a "%" itself as "%25".`;
      });
    }
    parts.push(part);
  }
  return parts;
}
