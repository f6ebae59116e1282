/**
 * `include`: the tree of places whose resources a document includes.
 *
 * A place is reached by a path of relationships and may have resources of several types; a relationship exists there
 * if any of these types has it. Elsewhere: the resources at the places (document/resources).
 */
import { excerpt, list } from '../../content/errors/index.js';
import {
  type ContentModel,
  type ContentType,
  defaultLinkLimit,
  isRelationship,
  LIMITS,
  type RelationshipField,
} from '../../content/model/index.js';
import type { Window } from '../../engine/query/index.js';
import { leadAlike, targetsOf } from '../request/endpoint.js';
import { type Explained, explain, suggestName } from '../request/explained.js';
import { FORMS } from '../request/heads.js';
import type { Parameter } from '../request/parameter.js';
import type { Shape } from '../request/parsed-request.js';
import type { Problems } from '../request/problems.js';

/** A place of the include tree under construction. */
export interface IncludeNode extends Shape {
  readonly windows: Map<string, Window>;
  readonly includes: Map<string, IncludeNode>;
  /** Types of the resources at this place. */
  readonly types: readonly ContentType[];
}

export const includeNode = (types: readonly ContentType[]): IncludeNode => ({
  windows: new Map(),
  includes: new Map(),
  types,
});

/**
 * Adds the paths of `include` below `root`; paths with a common beginning share its places.
 *
 * Cost: O(length + places · types of a place).
 */
export function parseInclude(model: ContentModel, root: IncludeNode, parameter: Parameter, problems: Problems): void {
  if (parameter.value === '') return;
  for (const path of parameter.value.split(',')) {
    const names = path.split('.');
    if (names.length > LIMITS.includeDepth) {
      problems.add('InvalidParameter', 'include', () => {
        return `The path "${excerpt(path)}" has ${names.length} steps; at most ${LIMITS.includeDepth} are followed.`;
      });
    } else if (names.includes('')) {
      problems.add('InvalidParameter', 'include', () => {
        return `"include" has an empty entry: the form is ${FORMS.include}.`;
      });
    } else {
      addPath(model, root, names, problems);
    }
  }
}

function addPath(model: ContentModel, root: IncludeNode, names: readonly string[], problems: Problems): void {
  let place = root;
  for (const name of names) {
    let next = place.includes.get(name);
    if (next === undefined) {
      const types = typesBehind(model, place.types, name);
      if (types === undefined) {
        const { types: from } = place;
        problems.add(isAttributeOf(from, name) ? 'InvalidParameter' : 'UnknownField', 'include', () => {
          return explainNoRelationship(from, name, 'included');
        });
        return;
      }
      next = includeNode(types);
      place.includes.set(name, next);
      const limit = limitInModel(place.types, name);
      if (limit !== undefined) place.windows.set(name, { skip: 0, limit });
    }
    place = next;
  }
}

/** @returns the lowest `limit` that a type sets for included items of the relationship; undefined if no type sets one */
function limitInModel(types: readonly ContentType[], name: string): number | undefined {
  let least: number | undefined;
  for (const { fieldByName } of types) {
    const field = fieldByName.get(name);
    const limit = field !== undefined && isRelationship(field) ? field.limit : undefined;
    if (limit !== undefined && (least === undefined || limit < least)) least = limit;
  }
  return least;
}

/** @returns the lowest number of links that a type shows of the to-many relationship if a request gives no limit */
export function shownLinksDefault(types: readonly ContentType[], name: string): number {
  let lowest = Number.POSITIVE_INFINITY;
  for (const { fieldByName } of types) {
    const field = fieldByName.get(name);
    if (field !== undefined && isRelationship(field) && field.many) lowest = Math.min(lowest, defaultLinkLimit(field));
  }
  return Number.isFinite(lowest) ? lowest : LIMITS.relationshipLimitDefault;
}

/** @returns the number of items that the to-many relationship includes if a request gives no limit */
export const includedLimit = (types: readonly ContentType[], name: string): number =>
  limitInModel(types, name) ?? shownLinksDefault(types, name);

/**
 * @returns the types that the relationship leads to from any of `types`, each once; undefined if none has the relationship
 * Cost: O(types · targets) at worst.
 */
export function typesBehind(
  model: ContentModel,
  types: readonly ContentType[],
  name: string,
): readonly ContentType[] | undefined {
  let targetTypes: readonly ContentType[] | undefined;
  let last: RelationshipField | undefined;
  for (const type of types) {
    const field = type.fieldByName.get(name);
    if (field === undefined || !isRelationship(field)) continue;
    if (last !== undefined && leadAlike(last, field)) continue;
    last = field;
    const targets = targetsOf(model, field);
    targetTypes = targetTypes === undefined ? targets : [...new Set([...targetTypes, ...targets])];
  }
  return targetTypes;
}

export const isAttributeOf = (types: readonly ContentType[], name: string): boolean =>
  types.some((type) => type.fieldByName.has(name));

/**
 * @param name not a relationship of any of the types
 * @param use  past participle that ends the sentence "… cannot be …"
 * @returns the detail of the problem
 */
export function explainNoRelationship(types: readonly ContentType[], name: string, use: string): Explained {
  const names = [...new Set(types.flatMap((type) => type.relationships.map((field) => field.name)))];
  const typeNames = list(types.map((type) => `"${type.name}"`));
  const mistake = isAttributeOf(types, name)
    ? `"${name}" is an attribute of ${typeNames}, not a relationship, and cannot be ${use}.`
    : explain`${types.length === 1 ? typeNames : `None of ${typeNames}`} has ${types.length === 1 ? 'no' : 'a'} relationship "${excerpt(name)}".${suggestName(name, names)}`;
  return explain`${mistake} The relationships are: ${list(names)}.`;
}
