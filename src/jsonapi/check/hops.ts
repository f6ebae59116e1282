/**
 * Relationships on the way to a field: `author.country.name`, and `[author][country][name]` of a filter. There, what stands
 * behind one of them in one alternative holds of one related item.
 */
import { excerpt, list } from '../../content/errors/index.js';
import {
  type ContentModel,
  type ContentType,
  type Field,
  isOn,
  isRelationship,
  LIMITS,
} from '../../content/model/index.js';
import type { Parameter } from '../request/parameter.js';
import type { Problems } from '../request/problems.js';
import { explainNoRelationship, isAttributeOf, typesBehind } from './include.js';
import { explainNotIndexed, typesWithout } from './not-indexed.js';
import { explainMissing, sharedField, sharedRelationship } from './shared-fields.js';

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

/** The use of a path, and whether it may lead through to-many relationships. */
interface PathUse {
  readonly model: ContentModel;
  readonly parameter: string;
  /** In words, of messages: `A sort`. */
  readonly subject: string;
  readonly many: boolean;
}

/**
 * @param path names with dots between them; one alone is a field of the types
 * @returns the last name, and the types that have the field; undefined when a problem was added
 */
export function follow(
  types: readonly ContentType[],
  path: string,
  { model, parameter, subject, many }: PathUse,
  problems: Problems,
): { readonly types: readonly ContentType[]; readonly name: string } | undefined {
  const hops = path.split('.');
  const name = hops.pop() ?? '';
  const bad = (detail: () => string): undefined => problems.add('InvalidParameter', parameter, detail);
  if (hops.length > LIMITS.hops) return bad(() => explainTooDeep(path));
  let here = types;
  for (const hop of hops) {
    const from = here;
    const behind = typesBehind(model, from, hop);
    if (behind !== undefined && sharedField(from, hop) === undefined) {
      return problems.add('UnknownField', parameter, () => explainMissing(from, hop, isRelationship, []));
    }
    if (behind === undefined || sharedRelationship(from, hop) === undefined) {
      const code = isAttributeOf(from, hop) ? 'InvalidParameter' : 'UnknownField';
      return problems.add(code, parameter, () => explainNoRelationship(from, hop, 'followed'));
    }
    if (!isIndexedHop(from, hop, subject, parameter, problems)) return undefined;
    const isMany = from.some((type) => type.relationships.some((one) => one.name === hop && one.many));
    if (isMany && !many) {
      return bad(() => {
        return `"${excerpt(path)}" leads through "${hop}", which is to-many, so an item may have several values. ${subject} follows to-one relationships only: name fields of the items themselves, or behind these.`;
      });
    }
    if (behind.length > 1) {
      return bad(() => {
        return `"${excerpt(path)}" leads through "${hop}" to items of the types ${list(behind.map((type) => type.name))}. ${subject} follows relationships to one type only; a filter may name one of several, by filter[${hop}][type][_eq]=<type>.`;
      });
    }
    here = behind;
  }
  return { types: here, name };
}

/** @param path that was checked. @returns the field that it leads to, as the first of the types has it */
export function fieldAt(model: ContentModel, types: readonly ContentType[], path: string): Field | undefined {
  const [name = '', ...rest] = path.split('.');
  if (rest.length === 0) return types[0]?.fieldByName.get(name);
  return fieldAt(model, typesBehind(model, types, name) ?? [], rest.join('.'));
}

/** A filter's parameter, and where in its path the next name stands. */
export interface Entry {
  readonly parameter: Parameter;
  readonly at: number;
}

/** Operators on the related item's id that are answered by the links themselves, each for itself. */
const LINK_OPERATORS: ReadonlySet<string | undefined> = new Set(['_eq', '_in', '_nin']);

/** Whether the entry asks of the related item only which it is. */
export const isOnLink = ({ parameter: { path }, at }: Entry): boolean =>
  path[at + 1] === 'id' && path.length === at + 3 && LINK_OPERATORS.has(path[at + 2]);

/**
 * Whether the entry asks of all links of the item: that none of them leads to a listed id. It is true of the item whatever
 * else is asked of one related item, so it must not become a condition on that related item.
 */
export const isOnAllLinks = (entry: Entry): boolean => isOnLink(entry) && entry.parameter.path[entry.at + 2] === '_nin';

/** @returns the type that the entries name; undefined where none is named; false when a problem was added */
export function chosenType(
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
