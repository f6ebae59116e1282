/**
 * Fields by name in a list whose items may have several content types: a name means a field only if every type has it,
 * with the same type of value. Elsewhere: fields that a model leaves unindexed (not-indexed).
 */
import { didYouMean, excerpt, list } from '../../content/errors/index.js';
import {
  type ContentType,
  type Field,
  isImageLink,
  isListOfTexts,
  isRelationship,
  modelTypeOf,
  type RelationshipField,
} from '../../content/model/index.js';

/** Whether a filter value and an order mean the same on both fields. */
function agree(a: Field, b: Field): boolean {
  if (a.type === 'decimal' && b.type === 'decimal') return a.precision === b.precision;
  return modelTypeOf(a) === modelTypeOf(b) && isListOfTexts(a) === isListOfTexts(b);
}

/**
 * @param types of the primary data, at least one
 * @returns the first type's field of that name, when every other type has one that agrees with it
 */
export function sharedField(types: readonly ContentType[], name: string): Field | undefined {
  const field = types[0]?.fieldByName.get(name);
  if (field === undefined || types.length === 1) return field;
  return types.every((type) => {
    const other = type.fieldByName.get(name);
    return other !== undefined && agree(field, other);
  })
    ? field
    : undefined;
}

/** @returns the relationship that the name is for all the types, as the first has it */
export function sharedRelationship(types: readonly ContentType[], name: string): RelationshipField | undefined {
  const field = sharedField(types, name);
  return field !== undefined && isRelationship(field) && !isImageLink(field) ? field : undefined;
}

/**
 * @param wanted which fields would do
 * @param beside what would do and is no field
 * @returns the detail of an UnknownField: what is missing where, what was probably meant, and what exists
 */
export function explainMissing(
  types: readonly ContentType[],
  name: string,
  wanted: (field: Field) => boolean,
  beside: readonly string[] = ['id'],
): string {
  const shared =
    types[0]?.fields.filter((field) => sharedField(types, field.name) !== undefined && wanted(field)) ?? [];
  const names = [...beside, ...shared.map((field) => field.name)];
  const meant = didYouMean(name, names);
  const quoted = `"${excerpt(name)}"`;
  const [only] = types;
  if (types.length === 1 && only !== undefined) {
    return `"${only.name}" has no field ${quoted}.${meant} What can be used here: ${list(names)}.`;
  }
  const all = list(types.map((type) => type.name));
  const without = types.filter((type) => !type.fieldByName.has(name)).map((type) => type.name);
  const wrong =
    without.length === types.length
      ? `None of these types has a field ${quoted}.${meant}`
      : without.length > 0
        ? `Of these types, ${list(without)} ${without.length === 1 ? 'has' : 'have'} no field ${quoted}.`
        : `The field ${quoted} is not of the same type everywhere.`;
  return `The items here are of the types ${all}. ${wrong} What can be used is what all of them share: ${list(names)}.`;
}
