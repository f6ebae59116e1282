/**
 * The operator matrix: the filter operators that a field takes, derived from the table of operators.
 */

import { FIELD_TYPES, type FieldType } from '../field-types.js';
import { type Field, isHeldAs, isImageLink, isListOfTexts, requestedFold, type Structure } from '../fields.js';
import { isLocaleField, LOCALE_OPERATORS } from '../locales/locale-field.js';
import { isOn } from './field-structures.js';
import { entryOf, isFolding, OPERATORS, type Operator } from './operator-table.js';

const matrix = (takes: (operator: Operator, type: FieldType) => boolean): ReadonlyMap<FieldType, readonly Operator[]> =>
  new Map(FIELD_TYPES.map((type) => [type, OPERATORS.filter((operator) => takes(operator, type))]));

const takesType = (operator: Operator, type: FieldType): boolean => entryOf(operator).types.includes(type);
const ALL = matrix(takesType);
const UNFOLDED = matrix((operator, type) => !isFolding(operator) && takesType(operator, type));
const LISTED = OPERATORS.filter((operator) => entryOf(operator).ofLists === true);

/** All operators that a field of the type can take; case-insensitive operators need a folded field. */
export const operatorsOfType = (type: FieldType): readonly Operator[] => ALL.get(type) ?? [];

/** The structure that answers an operator. */
export function structureFor(operator: Operator): Structure {
  const { meaning } = entryOf(operator);
  if (meaning.asks !== 'part' || meaning.place === 'start') return 'filter';
  return meaning.place === 'end' ? 'endsWith' : 'contains';
}

/** The operators that a filter on the field takes. */
export function operatorsOf(field: Field): readonly Operator[] {
  const all = allOperatorsOf(field);
  const isEverythingOn = field.filter !== false && field.contains !== false && field.endsWith !== false;
  return isEverythingOn ? all : all.filter((operator) => isOn(field, structureFor(operator)));
}

/** The operators that the field would take if none of its structures were off. */
export function allOperatorsOf(field: Field): readonly Operator[] {
  if (isLocaleField(field)) return LOCALE_OPERATORS;
  if (isListOfTexts(field)) return LISTED;
  if (isImageLink(field)) return [];
  return (requestedFold(field) !== undefined ? ALL : UNFOLDED).get(field.type) ?? [];
}

/** The operators of `filter[id]`: an id is like a text field that is always populated and not folded. */
export const ID_OPERATORS: readonly Operator[] = UNFOLDED.get('text') ?? [];

/** Whether `sort` takes the field: it holds one value for each item, and sorting is not off. */
export const isSortable = (field: Field): boolean => hasOrder(field) && isOn(field, 'sort');

/** Whether `sort` would take the field if none of its structures were off. */
export const hasOrder = (field: Field): boolean =>
  isHeldAs(field, 'numbers', 'texts', 'renderedTexts') && !isListOfTexts(field);
