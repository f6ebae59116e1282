/**
 * Hops: the relationships that lead to a field of related items, as in `sort=author.country.name` or
 * `filter[author][country][name]`.
 *
 * Elsewhere: combining the conditions of one related item (filter), the types behind a relationship (include).
 */
import { closest, excerpt, list } from '../../content/errors/index.js';
import {
  type ContentModel,
  type ContentType,
  type Field,
  isOn,
  isRelationship,
  LIMITS,
  queriedField,
  splitFieldPath,
} from '../../content/model/index.js';
import type { Parameter } from '../request/parameter.js';
import type { Problems } from '../request/problems.js';
import { explainNoRelationship, isAttributeOf, typesBehind } from './include.js';
import { explainNotIndexed, typesWithout } from './not-indexed.js';
import { explainMissing, sharedField, sharedRelationship } from './shared-fields.js';

/**
 * @param name    of a relationship of all the types
 * @param subject of the message, such as `A filter`
 * @returns whether its links are indexed in both directions; if not, a problem was added
 */
export function isIndexedHop(
  types: readonly ContentType[],
  name: string,
  subject: string,
  parameter: string,
  problems: Problems,
): boolean {
  const without = typesWithout(types, name, (field) => !isOn(field, 'filter'));
  if (without.length === 0) return true;
  problems.add('NotIndexed', parameter, () => {
    return explainNotIndexed(subject, name, ['filter'], without);
  });
  return false;
}

export const explainTooDeep = (name: string): string =>
  `"${excerpt(name)}" leads through more than ${LIMITS.hops} relationships; at most ${LIMITS.hops} are followed. Ask from a type that is nearer.`;

/** The parameter that contains a path, and whether the path may lead through to-many relationships. */
interface PathUse {
  readonly model: ContentModel;
  readonly parameter: string;
  /** Subject of messages: `A sort`. */
  readonly subject: string;
  readonly many: boolean;
}

/**
 * @param path names with dots between them; a path of one name is a field of the types themselves
 * @returns the name of the field, or of a count, and the types that have the field; undefined if a problem was added
 */
export function followHops(
  types: readonly ContentType[],
  path: string,
  { model, parameter, subject, many }: PathUse,
  problems: Problems,
): { readonly types: readonly ContentType[]; readonly name: string } | undefined {
  const { hops, field: name } = splitFieldPath(path);
  const refuse = (detail: () => string): undefined => problems.add('InvalidParameter', parameter, detail);
  if (hops.length > LIMITS.hops) return refuse(() => explainTooDeep(path));
  let typesAtHop = types;
  for (const hop of hops) {
    const from = typesAtHop;
    const targetTypes = typesBehind(model, from, hop);
    if (targetTypes !== undefined && sharedField(from, hop) === undefined) {
      return problems.add('UnknownField', parameter, () => explainMissing(from, hop, isRelationship, []));
    }
    if (targetTypes === undefined || sharedRelationship(from, hop) === undefined) {
      const code = isAttributeOf(from, hop) ? 'InvalidParameter' : 'UnknownField';
      return problems.add(code, parameter, () => explainNoRelationship(from, hop, 'followed'));
    }
    if (!isIndexedHop(from, hop, subject, parameter, problems)) return undefined;
    const isMany = from.some((type) =>
      type.relationships.some((relationship) => relationship.name === hop && relationship.many),
    );
    if (isMany && !many) {
      return refuse(() => {
        return `"${excerpt(path)}" leads through "${hop}", which is to-many, so an item may have several values. ${subject} follows to-one relationships only: name a field of the items themselves, or a field behind to-one relationships.`;
      });
    }
    if (targetTypes.length > 1) {
      return refuse(() => {
        return `"${excerpt(path)}" leads through "${hop}" to items of the types ${list(targetTypes.map((type) => type.name))}. ${subject} follows relationships to one type only; a filter may name one of several, by filter[${hop}][type][_eq]=<type>.`;
      });
    }
    typesAtHop = targetTypes;
  }
  return { types: typesAtHop, name };
}

/** @param path already checked. @returns the field at its end, as the first of the types defines it */
export function fieldAt(model: ContentModel, types: readonly ContentType[], path: string): Field | undefined {
  const { hops, field } = splitFieldPath(path);
  let typesAtHop = types;
  for (const hop of hops) typesAtHop = typesBehind(model, typesAtHop, hop) ?? [];
  const [type] = typesAtHop;
  return type === undefined ? undefined : queriedField(type, field);
}

/**
 * @param path names with dots between them, at least one of which does not exist
 * @param isUsable whether a field may be the end of the path
 * @returns the closest path to a field, `id` after a relationship at its end; undefined if no path is similar
 */
export function correctPath(
  model: ContentModel,
  types: readonly ContentType[],
  path: string,
  isUsable: (field: Field) => boolean,
): readonly string[] | undefined {
  const hops = path.split('.', LIMITS.hops + 2);
  const last = hops.pop();
  if (last === undefined || hops.length > LIMITS.hops) return undefined;
  const correctedPath: string[] = [];
  let typesAtHop = types;
  for (const hop of hops) {
    const name = closest(hop, typesAtHop[0]?.relationships.map((relationship) => relationship.name) ?? []);
    const targetTypes = name === undefined ? undefined : typesBehind(model, typesAtHop, name);
    if (name === undefined || targetTypes === undefined) return undefined;
    correctedPath.push(name);
    typesAtHop = targetTypes;
  }
  const usableFields = typesAtHop[0]?.fields.filter(isUsable) ?? [];
  const name = closest(last, ['id', ...usableFields.map((field) => field.name)]);
  if (name === undefined) return undefined;
  const isRelated = usableFields.some((field) => field.name === name && isRelationship(field));
  return [...correctedPath, name, ...(isRelated ? ['id'] : [])];
}

/** A filter parameter, and the index of its next name in the path. */
export interface Entry {
  readonly parameter: Parameter;
  readonly at: number;
}

/** Operators on the related item's id that the links alone can answer. */
const LINK_OPERATORS: ReadonlySet<string | undefined> = new Set(['_eq', '_in', '_nin']);

/** Whether the entry compares only the id of the related item. */
export const asksForId = ({ parameter: { path }, at }: Entry): boolean =>
  path[at + 1] === 'id' && path.length === at + 3 && LINK_OPERATORS.has(path[at + 2]);

/**
 * Whether the entry requires that no link of the item leads to a listed id. It applies to all links, so it must not become a
 * condition on the one related item that meets the other conditions.
 */
export const excludesIds = (entry: Entry): boolean => asksForId(entry) && entry.parameter.path[entry.at + 2] === '_nin';

/** @returns the type that the `[type][_eq]` entries name; undefined if there are none; false if a problem was added */
export function chosenType(
  entries: readonly Entry[],
  types: readonly ContentType[],
  problems: Problems,
): ContentType | undefined | false {
  let namedType: ContentType | undefined;
  for (const { parameter, at } of entries) {
    const { name, path, value } = parameter;
    const type = types.find((candidate) => candidate.name === value);
    if (path.length !== at + 3 || path[at + 2] !== '_eq') {
      problems.add('InvalidParameter', name, () => {
        return `"${excerpt(name)}" does not name a type: write filter[…][${path[at]}][type][_eq]=<type>.`;
      });
      return false;
    }
    if (type === undefined || (namedType !== undefined && namedType !== type)) {
      problems.add('InvalidValue', name, () => {
        const mistake = type === undefined ? 'is not a type that the relationship leads to' : 'is a second type';
        return `"${excerpt(value)}" ${mistake}; a related item is of one of these: ${list(types.map((candidate) => candidate.name))}.`;
      });
      return false;
    }
    namedType = type;
  }
  return namedType;
}
