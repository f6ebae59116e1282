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

/** @returns the structures that the field can have; a list of texts has a filter only */
export function structuresOf(field: Field): readonly Structure[] {
  if (isImageLink(field)) return [];
  const all = structuresOfType(field.type);
  return isList(field) ? all.filter((name) => name === 'filter') : all;
}

/** Whether the structure is on. `contains` and `endsWith` belong to the filter, so they are off with it. */
export const isOn = (field: Field, structure: Structure): boolean =>
  field[structure] !== false && (structure === 'filter' || structure === 'sort' || field.filter !== false);

/**
 * Whether the values of the field are indexed: its term dictionary, its column, and the docs by value. Filters, sorts,
 * facets and statistics read them; for a relationship or a list of texts, only filters and facets.
 */
export const isIndexed = (field: Field): boolean =>
  structuresOf(field).some((name) => (name === 'filter' || name === 'sort') && isOn(field, name));

/** The fields that make items similar: options, lists of texts and links that filters can ask. */
export const similarFields = ({ fields }: Pick<ContentType, 'fields'>): readonly Field[] =>
  fields.filter(
    (field) =>
      isOn(field, 'filter') &&
      (field.type === 'select' || isListOfTexts(field) || (isRelationship(field) && !isImageLink(field))),
  );
