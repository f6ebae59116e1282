/**
 * The surrogate keys of a response: names of the content that the response depends on.
 *
 * Elsewhere: the form of the keys and why they are enough (surrogate-keys), keys by value (value-keys).
 */
import {
  type ContentModel,
  type ContentType,
  countedRelationship,
  isLocalized,
  isRelationship,
  similarFields,
  sourceFieldName,
  splitFieldPath,
} from '../content/model/index.js';
import type { Filter, Through } from '../engine/query/index.js';
import { ID_FIELD } from '../index/segment/index.js';
import type { Resource } from './document/resources.js';
import type { CollectionRequest, ParsedRequest, RelatedRequest, SearchRequest } from './request/parsed-request.js';
import { isSimilarRequest } from './request/similar.js';
import { ALL_KEY, anyItemKey, fieldKey, itemKey, typeInLocale, typeKey } from './surrogate-keys.js';
import { anyValueKey, hasMarks, requiredMarks, valueKey } from './value-keys.js';

/**
 * @param locale place in the space's locales
 * @returns the name of the type in keys of that locale
 */
const inLocale = ({ name, locales }: ContentType, locale: number): string =>
  typeInLocale(name, locale === 0 ? undefined : locales[locale]?.code);

/** @returns the item key of a resource; the document store has the id in canonical percent-encoding */
function keyOf({ type, doc }: Resource): string {
  const { documents, locale } = type.segment;
  const places = documents.newPlaces();
  documents.locate(doc, places);
  const { bytes } = places.chunk;
  return `${anyItemKey(inLocale(type.segment.type, locale))}${Buffer.from(bytes.subarray(places.urlStart, places.urlEnd)).toString('latin1')}`;
}

/** The properties of a list request that this file considers when it chooses keys. */
type ConsideredKey =
  | (
      | 'kind'
      | 'type'
      | 'types'
      | 'id'
      | 'relationship'
      | 'shape'
      | 'words'
      | 'highlight'
      | 'filter'
      | 'sort'
      | 'page'
      | 'counting'
    )
  | ('complexity' | 'search' | 'hasInclude' | 'fieldsets' | 'locale');

/** The request type, or `never` if it has a property that is not considered: a new property then fails to compile. */
type FullyConsidered<Request> = [Exclude<keyof Request, ConsideredKey>] extends [never] ? Request : never;

/** Calls `onField` for each field that the filter compares, and `onRelated` for each condition on related items. */
function visitFields(
  filter: Filter | undefined,
  onField: (field: string) => void,
  onRelated: (condition: Through) => void,
): void {
  switch (filter?.kind) {
    case undefined:
      return;
    case 'condition':
      onField(filter.field);
      return;
    case 'through':
      onField(filter.relationship);
      onRelated(filter);
      return;
    case 'not':
      visitFields(filter.child, onField, onRelated);
      return;
    case 'and':
    case 'or':
      for (const child of filter.children) visitFields(child, onField, onRelated);
      return;
    default:
      filter satisfies never;
  }
}

/**
 * @param name  of the content type
 * @param marks of the values that the request selects; undefined: all values
 * @returns the key of the field, or the keys of its values with these marks
 */
function keysOfField(
  model: ContentModel,
  name: string,
  field: string,
  locale: number,
  marks?: readonly string[],
): readonly string[] {
  const type = model.contentTypes.get(name);
  const ownField = type?.fieldByName.get(field);
  const isInLocale = type !== undefined && ownField !== undefined && isLocalized(ownField);
  const typeName = isInLocale ? inLocale(type, locale) : name;
  if (marks === undefined || ownField === undefined || !hasMarks(ownField)) return [fieldKey(typeName, field)];
  return [anyValueKey(typeName, field), ...marks.map((mark) => valueKey(typeName, field, mark))];
}

/**
 * Adds the keys of the fields that select, order or count items of these types; an id never changes.
 * The rank of an item in a search depends on the searched fields of all items and on their number.
 */
function addQueryFields(
  keys: Set<string>,
  model: ContentModel,
  types: readonly string[],
  {
    words,
    filter,
    sort,
    counting,
    locale,
  }: FullyConsidered<CollectionRequest> | FullyConsidered<RelatedRequest> | FullyConsidered<SearchRequest>,
): void {
  const add = (typeNames: readonly string[], field: string, marks?: readonly string[]): void => {
    if (field === ID_FIELD) return;
    for (const type of typeNames) {
      // Marks are made from the targets of links, so a condition on their number has none.
      const fieldMarks = countedRelationship(field) === undefined ? marks : undefined;
      for (const key of keysOfField(model, type, sourceFieldName(field), locale?.place ?? 0, fieldMarks)) keys.add(key);
    }
  };
  const targetTypes = (typeNames: readonly string[], relationship: string): readonly string[] =>
    typeNames.flatMap((type) => {
      const field = model.contentTypes.get(type)?.fieldByName.get(relationship);
      return field !== undefined && isRelationship(field) ? field.to : [];
    });
  /** Conditions on related items need the same keys as a list of the related items. */
  const addFilter = (
    typeNames: readonly string[],
    relatedFilter: Filter | undefined,
  ): ReadonlyMap<string, readonly string[]> => {
    const marksByField = requiredMarks(relatedFilter);
    visitFields(
      relatedFilter,
      (field) => add(typeNames, field, marksByField.get(field)),
      ({ relationship, child }) => addFilter(targetTypes(typeNames, relationship), child),
    );
    return marksByField;
  };
  const addPath = (path: string, marks?: readonly string[]): void => {
    let typeNames = types;
    const { hops, field } = splitFieldPath(path);
    for (const name of hops) {
      add(typeNames, name, marks);
      typeNames = targetTypes(typeNames, name);
    }
    add(typeNames, field, marks);
  };
  const marksByField = addFilter(types, filter);
  for (const { field } of sort) addPath(field, marksByField.get(field));
  for (const { field } of counting?.facets ?? []) addPath(field);
  for (const field of counting?.statistics ?? []) addPath(field);
  if (words !== undefined) addSearchedFields(keys, model, types, locale?.place ?? 0);
}

function addSearchedFields(keys: Set<string>, model: ContentModel, types: readonly string[], locale: number): void {
  for (const type of types) {
    keys.add(typeKey(type));
    const searched = model.contentTypes.get(type)?.search?.fields ?? [];
    for (const { field } of searched) for (const key of keysOfField(model, type, field.name, locale)) keys.add(key);
  }
}

/** The items most similar to an item depend on the compared fields of all items, in the default locale. */
function addComparedFields(keys: Set<string>, model: ContentModel, type: ContentType): void {
  addSearchedFields(keys, model, [type.name], 0);
  for (const { name } of similarFields(type)) for (const key of keysOfField(model, type.name, name, 0)) keys.add(key);
}

/**
 * @param model of the space, as the default locale has it
 * @param writtenResources every resource in the document, primary and included
 * @returns the keys, item keys last
 * Cost: O(resources + conditions).
 */
export function dependencies(
  model: ContentModel,
  request: ParsedRequest,
  writtenResources: readonly Resource[],
): ReadonlySet<string> {
  const keys = new Set<string>([ALL_KEY]);
  switch (request.kind) {
    case 'root':
      for (const name of model.contentTypes.keys()) keys.add(typeKey(name));
      break;
    case 'collection':
      keys.add(typeKey(request.type.name));
      addQueryFields(keys, model, [request.type.name], request);
      break;
    case 'search': {
      const names = request.types.map(({ name }) => name);
      addQueryFields(keys, model, names, { ...request, counting: undefined });
      break;
    }
    case 'suggest': {
      const names = request.types.map(({ name }) => name);
      addSearchedFields(keys, model, names, request.locale?.place ?? 0);
      break;
    }
    case 'related':
      addQueryFields(keys, model, request.relationship.to, request);
      if (isSimilarRequest(request)) addComparedFields(keys, model, request.type);
      keys.add(itemKey(inLocale(request.type, request.locale?.place ?? 0), request.id));
      break;
    case 'item':
    case 'linkage':
      keys.add(itemKey(inLocale(request.type, request.locale?.place ?? 0), request.id));
      break;
  }
  for (const resource of writtenResources) keys.add(keyOf(resource));
  return keys;
}
