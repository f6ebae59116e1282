/**
 * Relationships on the way to a field of a filter: what stands behind one of them in one alternative holds of one related
 * item.
 */
import { excerpt, list } from '../../../content/errors/index.js';
import {
  type ContentType,
  isImageLink,
  isOn,
  isRelationship,
  LIMITS,
  type RelationshipField,
} from '../../../content/model/index.js';
import type { Parameter, Problems } from '../request/parameter.js';
import { explainNotIndexed, sharedField, typesWithout } from './fields.js';

/** @returns the relationship that the name is for all the types, as the first has it */
export function sharedRelationship(types: readonly ContentType[], name: string): RelationshipField | undefined {
  const field = sharedField(types, name);
  return field !== undefined && isRelationship(field) && !isImageLink(field) ? field : undefined;
}

/** @param name of a relationship of all the types. @returns whether its links are stored both ways; else a problem was added */
export function isIndexedHop(
  types: readonly ContentType[],
  name: string,
  what: string,
  parameter: string,
  problems: Problems,
): boolean {
  const without = typesWithout(types, name, (field) => !isOn(field, 'filter'));
  if (without.length === 0) return true;
  problems.add('NotIndexed', parameter, () => {
    return explainNotIndexed(what, name, ['filter'], without);
  });
  return false;
}

export const explainTooDeep = (name: string): string =>
  `"${excerpt(name)}" leads through more than ${LIMITS.hops} relationships; at most ${LIMITS.hops} are followed. Ask from a type that is nearer.`;

/** A filter's parameter, and where in its path the next name stands. */
export interface Entry {
  readonly parameter: Parameter;
  readonly at: number;
}

/** Operators on the related item's id that are answered by the links themselves, each for itself. */
const OF_LINKS: ReadonlySet<string | undefined> = new Set(['_eq', '_in', '_nin']);

/** Whether the entry asks of the related item only which it is. */
export const isOnLink = ({ parameter: { path }, at }: Entry): boolean =>
  path[at + 1] === 'id' && path.length === at + 3 && OF_LINKS.has(path[at + 2]);

/** @returns the type that the entries name; undefined where none is named; false when a problem was added */
export function namedType(
  entries: readonly Entry[],
  types: readonly ContentType[],
  problems: Problems,
): ContentType | undefined | false {
  let found: ContentType | undefined;
  for (const { parameter, at } of entries) {
    const { name, path, value } = parameter;
    const type = types.find((one) => one.name === value);
    if (path.length !== at + 3 || path[at + 2] !== '_eq') {
      problems.add('InvalidParameter', name, () => {
        return `"${excerpt(name)}" is not how a type is named: write filter[…][${path[at]}][type][_eq]=<type>.`;
      });
      return false;
    }
    if (type === undefined || (found !== undefined && found !== type)) {
      problems.add('InvalidValue', name, () => {
        const wrong = type === undefined ? 'is no type that the relationship leads to' : 'is a second type';
        return `"${excerpt(value)}" ${wrong}; a related item is of one of these: ${list(types.map((one) => one.name))}.`;
      });
      return false;
    }
    found = type;
  }
  return found;
}
