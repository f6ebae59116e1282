/**
 * Link counts: `<relationship>._count`, the number of items that an item links to by a to-many relationship.
 *
 * To filters, sorts, facets and statistics it is a field of integers that every item has. No field of a model has such a name,
 * because names have no dots. Elsewhere: the index of the counts (src/index/segment/link-counts).
 */
import type { ContentType } from './content-type.js';
import { type Field, type IntegerField, isImageLink, isRelationship, type RelationshipField } from './fields.js';
import { LOCALE_FIELD } from './locales/locale-field.js';

/** The name after a relationship in a path: `filter[books][_count]`, `sort=books._count`. */
export const LINK_COUNT = '_count';

const ENDING = `.${LINK_COUNT}`;

/** @returns the name of the count of a relationship */
export const linkCountName = (relationship: string): string => `${relationship}${ENDING}`;

/** @returns the relationship whose links the field counts; undefined if the name is not the name of a count */
export const countedRelationship = (field: string): string | undefined =>
  field.endsWith(ENDING) ? field.slice(0, -ENDING.length) : undefined;

/** @returns the name of the model's field that the values come from: the relationship of a count, otherwise the field */
export const sourceFieldName = (field: string): string => countedRelationship(field) ?? field;

/** Whether the relationship has a count: it is to-many. Images are not counted, because no filter tests them. */
export const hasLinkCount = (field: Field): field is RelationshipField =>
  isRelationship(field) && field.many && !isImageLink(field);

/** @returns the count of a relationship as a field; its structures are off if the model turns the filter of the relationship off */
export const linkCountField = ({ name, filter }: RelationshipField): IntegerField => ({
  name: linkCountName(name),
  type: 'integer',
  ...(filter === false && { filter, sort: false }),
});

/** @returns the field of that name, the count of that name, or the locale field; undefined if the type has none of them */
export function queriedField(
  { fieldByName, localeField }: Pick<ContentType, 'fieldByName' | 'localeField'>,
  name: string,
): Field | undefined {
  if (name === LOCALE_FIELD) return localeField;
  const relationship = countedRelationship(name);
  if (relationship === undefined) return fieldByName.get(name);
  const field = fieldByName.get(relationship);
  return field !== undefined && hasLinkCount(field) ? linkCountField(field) : undefined;
}

/** The parts of a path such as `author.name` or `author.books._count`. */
export interface FieldPath {
  /** The relationships that are followed; empty for a field of the items themselves. */
  readonly hops: readonly string[];
  /** A field's name, or the name of a count. */
  readonly field: string;
}

/** Cost: O(length). */
export function splitFieldPath(path: string): FieldPath {
  if (!path.includes('.')) return { hops: [], field: path };
  const hops = path.split('.');
  const last = hops.pop() ?? '';
  if (last !== LINK_COUNT) return { hops, field: last };
  return { hops, field: linkCountName(hops.pop() ?? '') };
}

/** Whether the path leads to a field of related items. */
export const isRelatedPath = (path: string): boolean => path.includes('.') && splitFieldPath(path).hops.length > 0;
