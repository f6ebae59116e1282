/**
 * The operator matrix: which filter operators a field takes. It follows from their table.
 */

import { FIELD_TYPES, type FieldType } from '../field-types.js';
import { type Field, isHeldAs, isImageLink, isListOfTexts, type Structure } from '../fields.js';
import { isOn } from './field-structures.js';
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
