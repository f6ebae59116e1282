/**
 * The operator matrix: which filter operators a field takes. It follows from their table.
 */
import {
  type ContentType,
  type Field,
  isHeldAs,
  isImageLink,
  isListOfTexts,
  isRelationship,
  STRUCTURES,
  type Structure,
} from '../content.js';
import { entryOfType, FIELD_TYPES, type FieldType, type Holding } from '../field-types.js';
import { entryOf, isFolding, OPERATORS, type Operator } from './operator-table.js';

const matrix = (takes: (operator: Operator, type: FieldType) => boolean): ReadonlyMap<FieldType, readonly Operator[]> =>
  new Map(FIELD_TYPES.map((type) => [type, OPERATORS.filter((operator) => takes(operator, type))]));

const takesType = (operator: Operator, type: FieldType): boolean => entryOf(operator).types.includes(type);
const ALL = matrix(takesType);
const UNFOLDED = matrix((operator, type) => !isFolding(operator) && takesType(operator, type));
const LISTED = OPERATORS.filter((operator) => entryOf(operator).ofLists === true);

/** All that a field of the type may take; a folding operator only where the field is folded. */
export const operatorsOfType = (type: FieldType): readonly Operator[] => ALL.get(type) ?? [];

/** What answers an operator besides the index of values. */
export function structureFor(operator: Operator): Structure {
  const { meaning } = entryOf(operator);
  if (meaning.asks !== 'part' || meaning.place === 'start') return 'filter';
  return meaning.place === 'end' ? 'endsWith' : 'contains';
}

/** What a filter on the field takes. */
export function operatorsOf(field: Field): readonly Operator[] {
  const all = allOperatorsOf(field);
  const isWhole = field.filter !== false && field.contains !== false && field.endsWith !== false;
  return isWhole ? all : all.filter((operator) => isOn(field, structureFor(operator)));
}

/** What a filter on the field would take if nothing of it were off. */
export function allOperatorsOf(field: Field): readonly Operator[] {
  if (isListOfTexts(field)) return LISTED;
  if (isImageLink(field)) return [];
  const folds = 'fold' in field && field.fold === true;
  return (folds ? ALL : UNFOLDED).get(field.type) ?? [];
}

/** What `filter[id]` takes: an id behaves as a text field that is always populated and is not folded. */
export const ID_OPERATORS: readonly Operator[] = UNFOLDED.get('text') ?? [];

/** Whether `sort` takes the field: not where an item may have several values, nor where it is off. */
export const isSortable = (field: Field): boolean => hasOrder(field) && isOn(field, 'sort');

/** Whether `sort` would take the field if nothing of it were off. */
export const hasOrder = (field: Field): boolean =>
  isHeldAs(field, 'numbers', 'texts', 'renderedTexts') && !isListOfTexts(field);

/*
 * Which structures a field has in a snapshot: every one that its type allows, unless the model turns it off. What is
 * off takes no bytes and no time to build, and a request that needs it is refused.
 *
 * Elsewhere: which operator needs which of them (operators).
 */

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
