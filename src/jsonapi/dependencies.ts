/**
 * The surrogate keys of a response: the content it depends on. surrogate-keys explains why these are enough.
 */

import {
  type ContentModel,
  type ContentType,
  isLocalized,
  isRelationship,
  similarFields,
} from '../content/model/index.js';
import type { Filter, Through } from '../engine/query/index.js';
import { ID_FIELD } from '../index/segment/index.js';
import type { Resource } from './document/resources.js';
import type { CollectionRequest, ParsedRequest, RelatedRequest, SearchRequest } from './request/parsed-request.js';
import { isSimilarRequest } from './request/similar.js';
import { ALL_KEY, anyItemKey, fieldKey, itemKey, typeInLocale, typeKey } from './surrogate-keys.js';
import { anyValueKey, hasMarks, requiredMarks, valueKey } from './value-keys.js';

/** @param locale place in the space's locales. @returns the type as its keys name it */
const inLocale = ({ name, locales }: ContentType, locale: number): string =>
  typeInLocale(name, locale === 0 ? undefined : locales[locale]?.code);

/** The key of a resource, its id as the store has it for URLs: percent-encoded in the one canonical way. */
function keyOf({ type, doc }: Resource): string {
  const { documents, locale } = type.segment;
  const places = documents.newPlaces();
  documents.locate(doc, places);
  const { bytes } = places.chunk;
  return `${anyItemKey(inLocale(type.segment.type, locale))}${Buffer.from(bytes.subarray(places.urlStart, places.urlEnd)).toString('latin1')}`;
}

/** What a list's request can ask; of what decides which items it shows, and in which order, the keys are below. */
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

/** The request; nothing where it can ask for something else, so that it does not compile until that is thought of. */
type FullyConsidered<Request> = [Exclude<keyof Request, ConsideredKey>] extends [never] ? Request : never;

/** Calls back with every field that the filter asks for, and with what it asks of related items. */
function eachField(
  filter: Filter | undefined,
  found: (field: string) => void,
  behind: (through: Through) => void,
): void {
  switch (filter?.kind) {
    case undefined:
      return;
    case 'condition':
      found(filter.field);
      return;
    case 'through':
      found(filter.relationship);
      behind(filter);
      return;
    case 'not':
      eachField(filter.child, found, behind);
      return;
    case 'and':
    case 'or':
      for (const child of filter.children) eachField(child, found, behind);
      return;
    default:
      filter satisfies never;
  }
}

/** @param marks undefined: of all values. @returns the keys of a field of the type, or of its values with these marks */
function keysOfField(
  model: ContentModel,
  name: string,
  field: string,
  locale: number,
  marks?: readonly string[],
): readonly string[] {
  const type = model.contentTypes.get(name);
  const own = type?.fieldByName.get(field);
  const named = type !== undefined && own !== undefined && isLocalized(own) ? inLocale(type, locale) : name;
  if (marks === undefined || own === undefined || !hasMarks(own)) return [fieldKey(named, field)];
  return [anyValueKey(named, field), ...marks.map((mark) => valueKey(named, field, mark))];
}

/**
 * Adds the keys of the fields that select or order items of these types; an id never changes. How well one item answers
 * a search depends on the searched fields of all, and on how many there are.
 */
function addFields(
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
  const add = (here: readonly string[], field: string, marks?: readonly string[]): void => {
    if (field === ID_FIELD) return;
    for (const type of here) {
      for (const key of keysOfField(model, type, field, locale?.place ?? 0, marks)) keys.add(key);
    }
  };
  const behind = (here: readonly string[], relationship: string): readonly string[] =>
    here.flatMap((type) => {
      const field = model.contentTypes.get(type)?.fieldByName.get(relationship);
      return field !== undefined && isRelationship(field) ? field.to : [];
    });
  /** What a filter asks of related items selects these as a list of them would. */
  const addFilter = (here: readonly string[], asked: Filter | undefined): ReadonlyMap<string, readonly string[]> => {
    const demanded = requiredMarks(asked);
    eachField(
      asked,
      (field) => add(here, field, demanded.get(field)),
      ({ relationship, child }) => addFilter(behind(here, relationship), child),
    );
    return demanded;
  };
  const addPath = (path: string, marks?: readonly string[]): void => {
    let here = types;
    for (const name of path.split('.')) {
      add(here, name, marks);
      here = behind(here, name);
    }
  };
  const demanded = addFilter(types, filter);
  for (const { field } of sort) addPath(field, demanded.get(field));
  for (const { field } of counting?.facets ?? []) addPath(field);
  for (const field of counting?.statistics ?? []) addPath(field);
  if (words !== undefined) addSearched(keys, model, types, locale?.place ?? 0);
}

function addSearched(keys: Set<string>, model: ContentModel, types: readonly string[], locale: number): void {
  for (const type of types) {
    keys.add(typeKey(type));
    const searched = model.contentTypes.get(type)?.search?.fields ?? [];
    for (const { field } of searched) for (const key of keysOfField(model, type, field.name, locale)) keys.add(key);
  }
}

/** Which items are most like one depends on what all of them say, in the default locale. */
function addCompared(keys: Set<string>, model: ContentModel, type: ContentType): void {
  addSearched(keys, model, [type.name], 0);
  for (const { name } of similarFields(type)) for (const key of keysOfField(model, type.name, name, 0)) keys.add(key);
}

/**
 * @param model of the space, as the default locale has it
 * @param shown every resource in the document, primary and included
 * @returns the keys, those of items last. Cost: O(shown + conditions).
 */
export function dependencies(
  model: ContentModel,
  request: ParsedRequest,
  shown: readonly Resource[],
): ReadonlySet<string> {
  const keys = new Set<string>([ALL_KEY]);
  switch (request.kind) {
    case 'root':
      for (const name of model.contentTypes.keys()) keys.add(typeKey(name));
      break;
    case 'collection':
      keys.add(typeKey(request.type.name));
      addFields(keys, model, [request.type.name], request);
      break;
    case 'search': {
      const names = request.types.map(({ name }) => name);
      addFields(keys, model, names, { ...request, counting: undefined });
      break;
    }
    case 'suggest': {
      const names = request.types.map(({ name }) => name);
      addSearched(keys, model, names, request.locale?.place ?? 0);
      break;
    }
    case 'related':
      addFields(keys, model, request.relationship.to, request);
      if (isSimilarRequest(request)) addCompared(keys, model, request.type);
      keys.add(itemKey(inLocale(request.type, request.locale?.place ?? 0), request.id));
      break;
    case 'item':
    case 'linkage':
      keys.add(itemKey(inLocale(request.type, request.locale?.place ?? 0), request.id));
      break;
  }
  for (const resource of shown) keys.add(keyOf(resource));
  return keys;
}
