/**
 * `include`: the tree of places whose resources a document includes.
 *
 * A place is reached by a path of relationships and may hold resources of several types; a relationship exists there
 * when any of them has it.
 */
import { didYouMean, excerpt, list } from '../../content/errors/index.js';
import {
  type ContentModel,
  type ContentType,
  isRelationship,
  LIMITS,
  type RelationshipField,
} from '../../content/model/index.js';
import type { Window } from '../../engine/query/index.js';
import { leadAlike, targetsOf } from '../request/endpoint.js';
import { FORMS } from '../request/heads.js';
import type { Parameter } from '../request/parameter.js';
import type { Shape } from '../request/parsed-request.js';
import type { Problems } from '../request/problems.js';

/** A place of the include tree under construction. */
export interface IncludeNode extends Shape {
  readonly windows: Map<string, Window>;
  readonly includes: Map<string, IncludeNode>;
  /** Of the resources that may be here. */
  readonly types: readonly ContentType[];
}

export const includeNode = (types: readonly ContentType[]): IncludeNode => ({
  windows: new Map(),
  includes: new Map(),
  types,
});

/**
 * Adds the paths of `include` below `root`; paths that begin alike share their places.
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
        return `"include" has an empty place where a relationship belongs: the form is ${FORMS.include}.`;
      });
    } else {
      follow(model, root, names, problems);
    }
  }
}

function follow(model: ContentModel, root: IncludeNode, names: readonly string[], problems: Problems): void {
  let here = root;
  for (const name of names) {
    let next = here.includes.get(name);
    if (next === undefined) {
      const types = typesBehind(model, here.types, name);
      if (types === undefined) {
        const { types: from } = here;
        problems.add(isAttributeOf(from, name) ? 'InvalidParameter' : 'UnknownField', 'include', () => {
          return explainNoRelationship(from, name, 'included');
        });
        return;
      }
      next = includeNode(types);
      here.includes.set(name, next);
      const limit = limitInModel(here.types, name);
      if (limit !== undefined) here.windows.set(name, { skip: 0, limit });
    }
    here = next;
  }
}

/** @returns the least, as the window is that of the name; undefined where no type sets one. */
export function limitInModel(types: readonly ContentType[], name: string): number | undefined {
  let least: number | undefined;
  for (const { fieldByName } of types) {
    const field = fieldByName.get(name);
    const limit = field !== undefined && isRelationship(field) ? field.limit : undefined;
    if (limit !== undefined && (least === undefined || limit < least)) least = limit;
  }
  return least;
}

/**
 * @returns the types that the relationship leads to from any of `types`, each once; undefined when none has it
 * Cost: O(types · targets) at worst.
 */
export function typesBehind(
  model: ContentModel,
  types: readonly ContentType[],
  name: string,
): readonly ContentType[] | undefined {
  let found: readonly ContentType[] | undefined;
  let last: RelationshipField | undefined;
  for (const type of types) {
    const field = type.fieldByName.get(name);
    if (field === undefined || !isRelationship(field)) continue;
    if (last !== undefined && leadAlike(last, field)) continue;
    last = field;
    const targets = targetsOf(model, field);
    found = found === undefined ? targets : [...new Set([...found, ...targets])];
  }
  return found;
}

export const isAttributeOf = (types: readonly ContentType[], name: string): boolean =>
  types.some((type) => type.fieldByName.has(name));

/**
 * @param name that is a relationship of none of the types
 * @param use  what cannot be done: "… cannot be …"
 */
export function explainNoRelationship(types: readonly ContentType[], name: string, use: string): string {
  const names = [...new Set(types.flatMap((type) => type.relationships.map((field) => field.name)))];
  const where = list(types.map((type) => `"${type.name}"`));
  const wrong = isAttributeOf(types, name)
    ? `"${name}" is an attribute of ${where}, not a relationship, and cannot be ${use}.`
    : `${types.length === 1 ? where : `None of ${where}`} has ${types.length === 1 ? 'no' : 'a'} relationship "${excerpt(name)}".${didYouMean(name, names)}`;
  return `${wrong} The relationships are: ${list(names)}.`;
}
