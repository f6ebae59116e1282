/**
 * The structures of a field in a snapshot: every one that its type allows, unless the model turns it off.
 *
 * A structure that is off takes no bytes and no build time; a request that needs it is refused. Elsewhere: which operator
 * needs which structure (operators).
 */
import type { ContentType } from '../content-type.js';
import { entryOfType, type FieldType, type Holding } from '../field-types.js';
import { type Field, isImageLink, isListOfTexts, isRelationship, STRUCTURES, type Structure } from '../fields.js';

const VALUES = ['filter', 'sort'] as const;

const BY_HOLDING: Readonly<Record<Holding, readonly Structure[]>> = {
  numbers: VALUES,
  locations: VALUES,
  texts: STRUCTURES,
  renderedTexts: STRUCTURES,
  links: ['filter'],
  nothing: [],
};

/** @returns the structures that a field of the type may have */
export const structuresOfType = (type: FieldType): readonly Structure[] => BY_HOLDING[entryOfType(type).holding];

const isList = (field: Field): boolean => 'many' in field && field.many === true;

/** @returns the structures that the field can have; of a list of texts, a filter alone */
export function structuresOf(field: Field): readonly Structure[] {
  if (isImageLink(field)) return [];
  const all = structuresOfType(field.type);
  return isList(field) ? all.filter((name) => name === 'filter') : all;
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

/** The fields whose values make items similar: options, lists of texts, and links, as far as filters ask them. */
export const similarFields = ({ fields }: Pick<ContentType, 'fields'>): readonly Field[] =>
  fields.filter(
    (field) =>
      isOn(field, 'filter') &&
      (field.type === 'select' || isListOfTexts(field) || (isRelationship(field) && !isImageLink(field))),
  );
