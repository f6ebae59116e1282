/**
 * The path below the delivery root → the endpoint that it addresses. If a server's router has already split the path, only
 * the names and the id are checked.
 *
 * The id is checked for its form only. Elsewhere: whether the item exists (respond/responder).
 */
import { excerpt, list } from '../../content/errors/index.js';
import { type ContentModel, type ContentType, ID_RULE, isItemId, isRelationship } from '../../content/model/index.js';
import type { Endpoint, SuggestEndpoint } from './endpoint.js';
import { explain, suggestName } from './explained.js';
import { decode } from './percent-encoding.js';
import type { Problems } from './problems.js';
import { explainNoSimilar, SIMILAR_PATH, similarRelationship } from './similar.js';

/** The path segment for a search of several types, in place of a type. Names of types do not begin with `_`. */
export const SEARCH_PATH = '_search';

/** The path segment for suggestions, in place of a type. */
export const SUGGEST_PATH = '_suggest';

const PATH_FORMS =
  'a path has the form /<type>, /<type>/<id>, /<type>/<id>/<relationship> or /<type>/<id>/relationships/<relationship>';

/** The parts of a path, decoded, not yet checked against the model. */
export interface PathParts {
  readonly kind: Endpoint['kind'] | 'suggest' | 'similar';
  /** Absent for the root, a search of all types, and suggestions. */
  readonly type?: string | undefined;
  /** For an item and its relationships. */
  readonly id?: string | undefined;
  /** For a relationship of an item. */
  readonly relationship?: string | undefined;
}

/**
 * @param path still percent-encoded: `''` or `/` for the root, otherwise beginning with `/`
 * @returns undefined if the path addresses nothing; then a problem was added. An impossible id also adds a problem, but
 *          the endpoint is returned, so that the other parameters are checked.
 */
export function parsePath(
  model: ContentModel,
  path: string,
  problems: Problems,
): Endpoint | SuggestEndpoint | undefined {
  if (path === '' || path === '/') return { kind: 'root' };
  const parts = splitPath(path, problems);
  if (parts === undefined) return undefined;

  const [type = '', id, thirdPart, fourthPart] = parts;
  const isLinkage = thirdPart === 'relationships';
  const relationship = isLinkage ? fourthPart : thirdPart;
  if (thirdPart !== undefined && (relationship === undefined || parts.length > (isLinkage ? 4 : 3))) {
    if (endpointAt(model, { kind: 'item', type, id, relationship: thirdPart }, problems) === undefined)
      return undefined;
    return problems.add('NotFound', undefined, () => `There is nothing at "${excerpt(path)}": ${PATH_FORMS}.`);
  }
  if (type === SEARCH_PATH && id === undefined) return searchEndpoint(model);
  if (type === SUGGEST_PATH && id === undefined) return endpointAt(model, { kind: 'suggest' }, problems);
  const relationshipKind = thirdPart === SIMILAR_PATH ? 'similar' : isLinkage ? 'linkage' : 'related';
  const kind = id === undefined ? 'collection' : thirdPart === undefined ? 'item' : relationshipKind;
  return endpointAt(model, { kind, type, id, relationship }, problems);
}

/**
 * A client that appends `links.next`, itself a path with the delivery root, to its base URL sends the root twice. The
 * second one begins with the name of the space if there are several.
 */
const repeatsRoot = ({ type, id, relationship }: PathParts): boolean =>
  (type === 'delivery' && id === 'jsonapi') || (id === 'delivery' && relationship === 'jsonapi');

const searchedTypes = (model: ContentModel): readonly ContentType[] =>
  [...model.contentTypes.values()].filter(({ search }) => search !== undefined);

export const searchEndpoint = (model: ContentModel): Endpoint => ({ kind: 'search', types: searchedTypes(model) });

/** @returns the path with `?` for a type that parameters follow without it: `book&sort=title`; else empty */
function adviseOnParameters({ contentTypes }: ContentModel, typeName: string): string {
  const end = typeName.indexOf('&');
  const name = typeName.slice(0, Math.max(0, end));
  const parameters = typeName.slice(end + 1);
  return contentTypes.has(name) && parameters !== ''
    ? ` Parameters begin with "?": /${name}?${excerpt(parameters)}.`
    : '';
}

/** As `parsePath`, for a path that is already split. */
export function endpointAt(
  model: ContentModel,
  addressed: PathParts,
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
      if (repeatsRoot(addressed)) {
        return `There is no content type "${excerpt(typeName)}": the path has the delivery root twice. Links begin with the delivery root, so resolve a link instead of appending it to the root: new URL(link, root).`;
      }
      const suggestion = adviseOnParameters(model, typeName) || suggestName(typeName, names);
      return explain`There is no content type "${excerpt(typeName)}".${suggestion} The content types are: ${list(names)}.`;
    });
  }
  if (id === undefined) return { kind: 'collection', type };
  if (!isItemId(id)) {
    problems.add('ItemNotFound', undefined, () => `No item can have the id "${excerpt(id)}": ${ID_RULE}.`);
  }
  if (kind === 'collection' || kind === 'item') return { kind: 'item', type, id };
  if (kind === 'similar') {
    if (type.similar === true) return { kind: 'related', type, id, relationship: similarRelationship(type) };
    return problems.add('RelationshipNotFound', undefined, () => explainNoSimilar(type));
  }
  const relationship = type.fieldByName.get(name);
  if (relationship !== undefined && isRelationship(relationship)) {
    return { kind, type, id, relationship };
  }
  return problems.add('RelationshipNotFound', undefined, () => {
    const names = type.relationships.map((field) => field.name);
    const mistake =
      relationship === undefined
        ? explain`"${type.name}" has no relationship "${excerpt(name)}".${suggestName(name, names)}`
        : `"${name}" is an attribute of "${type.name}", not a relationship; it is delivered with the item.`;
    return explain`${mistake} The relationships of "${type.name}" are: ${list(names)}.`;
  });
}

/** @returns the decoded segments, none of them empty; undefined if a problem was added */
function splitPath(path: string, problems: Problems): readonly string[] | undefined {
  if (path.endsWith('/')) {
    let end = path.length;
    while (end > 1 && path.charCodeAt(end - 1) === 0x2f) end -= 1;
    const withoutSlash = path.slice(0, end);
    return problems.add('NotFound', undefined, () => {
      return `There is nothing at "${excerpt(path)}": write the path without a slash at its end, "${excerpt(withoutSlash)}".`;
    });
  }
  if (path.charCodeAt(0) !== 0x2f || path.includes('//')) {
    return problems.add('NotFound', undefined, () => `There is nothing at "${excerpt(path)}": ${PATH_FORMS}.`);
  }
  const parts: string[] = [];
  for (let at = 1; at <= path.length; ) {
    const slash = path.indexOf('/', at);
    const end = slash < 0 ? path.length : slash;
    const segment = path.slice(at, end);
    at = end + 1;
    const part = decode(segment, 'literal');
    if (part === undefined) {
      // The problem names no parameter, because the path is none.
      return problems.add('InvalidParameter', undefined, () => {
        return `Segment ${parts.length + 1} of the path, "${excerpt(segment.toWellFormed())}", is not percent-encoded UTF-8: write a "%" itself as "%25", and é as "%C3%A9".`;
      });
    }
    parts.push(part);
  }
  return parts;
}
