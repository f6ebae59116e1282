/**
 * Counts of links in requests: `filter[books][_count]`, `sort=books._count`, `_facet[books._count]`, `_stats=books._count`.
 *
 * Elsewhere: their names, and the integer field that they stand for (content/model/link-counts).
 */
import { excerpt, list } from '../../content/errors/index.js';
import {
  type ContentType,
  type Field,
  hasLinkCount,
  isImageLink,
  isOn,
  isRelationship,
  LINK_COUNT,
  linkCountField,
} from '../../content/model/index.js';
import { bracketed } from '../operator-advice.js';
import type { Problems } from '../request/problems.js';
import { explainNotIndexed, typesWithout } from './not-indexed.js';
import { explainMissing, sharedField } from './shared-fields.js';

/** The parameter with the count. */
interface CountUse {
  readonly parameter: string;
  /** Subject of messages: `A sort`. */
  readonly subject: string;
  /** The relationships that lead to the items, if the parameter is a filter. */
  readonly hops: readonly string[];
}

/**
 * @param types of the items, at least one
 * @param name  of the relationship
 * @returns the count as a field; undefined if a problem was added
 */
export function checkLinkCount(
  types: readonly ContentType[],
  name: string,
  { parameter, subject, hops }: CountUse,
  problems: Problems,
): Field | undefined {
  if (!types.some(({ fieldByName }) => fieldByName.has(name))) {
    return problems.add('UnknownField', parameter, () => explainMissing(types, name, hasLinkCount, []));
  }
  const field = sharedField(types, name);
  const fields = types.flatMap(({ fieldByName }) => fieldByName.get(name) ?? []);
  if (field === undefined || !fields.every(hasLinkCount)) {
    return problems.add('InvalidParameter', parameter, () => {
      const isToOne = fields.every((own) => isRelationship(own) && !isImageLink(own));
      return isToOne ? explainToOne(name, hops) : explainUncounted(types, name);
    });
  }
  const without = typesWithout(types, name, (own) => !isOn(own, 'filter'));
  if (without.length === 0) return hasLinkCount(field) ? linkCountField(field) : undefined;
  return problems.add('NotIndexed', parameter, () => explainNotIndexed(subject, name, ['filter'], without));
}

const explainToOne = (name: string, hops: readonly string[]): string =>
  `"${name}" is a to-one relationship: an item has one related item or none, so there is no "${LINK_COUNT}" of it. To select items that have one, write filter${bracketed(hops, name)}[_exists]=true.`;

function explainUncounted(types: readonly ContentType[], name: string): string {
  const counted = types[0]!.fields.filter(
    ({ name: fieldName }) =>
      sharedField(types, fieldName) !== undefined &&
      types.every(({ fieldByName }) => hasLinkCount(fieldByName.get(fieldName)!)),
  );
  const names = counted.map((field) => field.name);
  const existing = names.length === 0 ? 'There are none here' : `Here these are: ${list(names)}`;
  return `"${excerpt(name)}" has no "${LINK_COUNT}": only to-many relationships have one. ${existing}.`;
}
