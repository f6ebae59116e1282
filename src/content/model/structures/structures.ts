/**
 * Which structures a field has in a snapshot: every one that its type allows, unless the model turns it off. What is
 * off takes no bytes and no time to build, and a request that needs it is refused.
 *
 * Elsewhere: which operator needs which of them (operators).
 */
import { type Field, type FieldType, STRUCTURES, type Structure } from '../content.js';

const VALUES = ['filter', 'sort'] as const;

/** The structures that a field of the type may have. */
export const STRUCTURES_BY_TYPE = {
  boolean: VALUES,
  dateTime: VALUES,
  decimal: VALUES,
  file: [],
  image: [],
  integer: VALUES,
  json: [],
  markdown: STRUCTURES,
  relationship: ['filter'],
  select: STRUCTURES,
  text: STRUCTURES,
  textMultiline: STRUCTURES,
} as const satisfies Readonly<Record<FieldType, readonly Structure[]>>;

const isImages = (field: Field): boolean => field.type === 'relationship' && field.images === true;
const isList = (field: Field): boolean => 'many' in field && field.many === true;

/** @returns the structures that the field can have; of a list of texts, a filter alone */
export function structuresOf(field: Field): readonly Structure[] {
  if (isImages(field)) return [];
  return isList(field)
    ? STRUCTURES_BY_TYPE[field.type].filter((name) => name === 'filter')
    : STRUCTURES_BY_TYPE[field.type];
}

/** Whether the model has not turned the structure off. Parts of texts are found by a filter, so they go with it. */
export const isOn = (field: Field, structure: Structure): boolean =>
  field[structure] !== false && (structure === 'filter' || structure === 'sort' || field.filter !== false);

/**
 * Whether the field's values are indexed: its dictionary, its column, and the items by value. Filters, sorts, facets and
 * statistics read them; of a relationship or a list of texts, filters and facets.
 */
export const isIndexed = (field: Field): boolean =>
  structuresOf(field).some((name) => (name === 'filter' || name === 'sort') && isOn(field, name));
