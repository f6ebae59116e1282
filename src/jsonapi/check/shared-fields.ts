/**
 * Fields by name in a list whose items may have several content types: a name means a field only if every type has it,
 * with the same type of value. Elsewhere: fields that a model leaves unindexed (not-indexed).
 */
import { excerpt, list } from '../../content/errors/index.js';
import {
  type ContentType,
  type Field,
  isImageLink,
  isListOfTexts,
  isRelationship,
  LOCALE_FIELD,
  modelTypeOf,
  queriedField,
  type RelationshipField,
} from '../../content/model/index.js';
import { type Detail, type Explained, explain, suggestName } from '../request/explained.js';

/** Whether filter values and the order of values have the same meaning for both fields. */
function haveSameValues(a: Field, b: Field): boolean {
  if (a.type === 'decimal' && b.type === 'decimal') return a.precision === b.precision;
  return modelTypeOf(a) === modelTypeOf(b) && isListOfTexts(a) === isListOfTexts(b);
}

/**
 * @param types of the primary data, at least one
 * @returns the first type's field of that name, if every other type has one with the same kind of values
 */
export function sharedField(types: readonly ContentType[], name: string): Field | undefined {
  const [first] = types;
  const field = first === undefined ? undefined : queriedField(first, name);
  if (field === undefined || types.length === 1) return field;
  return types.every((type) => {
    const other = queriedField(type, name);
    return other !== undefined && haveSameValues(field, other);
  })
    ? field
    : undefined;
}

/** @returns the relationship of that name, as the first type defines it, if it is one in every type */
export function sharedRelationship(types: readonly ContentType[], name: string): RelationshipField | undefined {
  const field = sharedField(types, name);
  return field !== undefined && isRelationship(field) && !isImageLink(field) ? field : undefined;
}

/**
 * @param isUsable   whether the parameter accepts a field
 * @param otherNames names that the parameter accepts in addition to fields
 * @param correction a question that replaces the one for a similar name; empty for none
 * @returns the detail of an UnknownField problem: the types without the field, a similar name, and the accepted names
 */
export function explainMissing(
  types: readonly ContentType[],
  name: string,
  isUsable: (field: Field) => boolean,
  otherNames: readonly string[] = ['id'],
  correction: Detail = '',
): Explained {
  const shared =
    types[0]?.fields.filter((field) => sharedField(types, field.name) !== undefined && isUsable(field)) ?? [];
  const names = [...otherNames, ...shared.map((field) => field.name)];
  const hasLocaleField = types.every(({ localeField }) => localeField !== undefined);
  const suggestion = correction || suggestName(name, hasLocaleField ? [...names, LOCALE_FIELD] : names);
  const quoted = `"${excerpt(name)}"`;
  const [onlyType] = types;
  if (types.length === 1 && onlyType !== undefined) {
    return explain`"${onlyType.name}" has no field ${quoted}.${suggestion} Accepted here: ${list(names)}.`;
  }
  const typeNames = list(types.map((type) => type.name));
  const typesLackingField = types.filter((type) => !type.fieldByName.has(name)).map((type) => type.name);
  const mistake =
    typesLackingField.length === types.length
      ? explain`None of these types has a field ${quoted}.${suggestion}`
      : typesLackingField.length > 0
        ? `Of these types, ${list(typesLackingField)} ${typesLackingField.length === 1 ? 'has' : 'have'} no field ${quoted}.`
        : `The field ${quoted} has different types in them.`;
  return explain`The items here are of the types ${typeNames}. ${mistake} Names that all of them share: ${list(names)}.`;
}
