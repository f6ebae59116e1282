/**
 * Fields by their names, where they are listed: `fields[<type>]`.
 *
 * First, what a field's name means where the primary data may be of several types: only what all of them share.
 */
import { didYouMean, excerpt, list } from '../../content/errors/index.js';
import {
  type ContentModel,
  type ContentType,
  type Field,
  isImageLink,
  isListOfTexts,
  isRelationship,
  modelTypeOf,
  type RelationshipField,
  type Structure,
} from '../../content/model/index.js';
import { FORMS } from '../request/heads.js';
import type { Parameter } from '../request/parameter.js';
import type { Fieldsets } from '../request/parsed-request.js';
import type { Problems } from '../request/problems.js';

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

/*
 * What to say where a request needs a structure that the model turns off: which, where, and what to write instead.
 */

/** @returns the types, all of which have a field of that name, whose field goes without the structure */
export const typesWithout = (
  types: readonly ContentType[],
  name: string,
  isWithout: (field: Field) => boolean,
): readonly ContentType[] => types.filter(({ fieldByName }) => isWithout(fieldByName.get(name)!));

/**
 * @param what    in words, such as `The operator "_contains"`
 * @param needed  structures of which any would do
 * @param types   whose field has none of them, at least one
 * @returns the detail of a NotIndexed
 */
export function explainNotIndexed(
  what: string,
  name: string,
  needed: readonly Structure[],
  types: readonly ContentType[],
): string {
  const keys = needed.map((structure) => `"${structure}"`);
  const are = keys.length === 1 ? 'is' : 'are';
  const wanted = `${keys.join(': true or ')}: true`;
  return `${what} is not answered on "${name}": ${keys.join(' and ')} ${are} false in model.json, on the field of ${list(types.map((type) => type.name))}, so its index was not built. Write ${wanted} there and build again.`;
}

/*
 * `fields[<type>]=a,b`: which fields of a type's resources are shown.
 */

const ALL: Fieldsets = new Map();

/** Any type of the model may be named, also one that the answer will not contain. */
export function parseFieldsets(model: ContentModel, parameters: readonly Parameter[], problems: Problems): Fieldsets {
  if (parameters.length === 0) return ALL;
  const fieldsets = new Map<string, ReadonlySet<string>>();
  for (const parameter of parameters) {
    const { name, path } = parameter;
    const [typeName] = path;
    if (typeName === undefined || typeName === '' || path.length > 1) {
      problems.add(
        'InvalidParameter',
        name,
        () => `"${excerpt(name)}" must name one type in brackets: the form is ${FORMS.fields}.`,
      );
      continue;
    }
    const type = model.contentTypes.get(typeName);
    if (type === undefined) {
      const names = [...model.contentTypes.keys()];
      problems.add('InvalidParameter', name, () => {
        return `There is no content type "${excerpt(typeName)}".${didYouMean(typeName, names)} The content types are: ${list(names)}.`;
      });
      continue;
    }
    fieldsets.set(typeName, parseFieldNames(type, parameter, problems));
  }
  return fieldsets;
}

/** An empty value keeps no field; a field named twice is kept once. */
function parseFieldNames(type: ContentType, parameter: Parameter, problems: Problems): ReadonlySet<string> {
  const names = new Set<string>();
  if (parameter.value === '') return names;
  for (const name of parameter.value.split(',')) {
    if (type.fieldByName.has(name)) {
      names.add(name);
    } else if (name === '') {
      problems.add('InvalidParameter', parameter.name, () => {
        return `"${parameter.name}" has an empty place where a field belongs: the form is ${FORMS.fields}.`;
      });
    } else if (name === 'id' || name === 'type') {
      problems.add('InvalidParameter', parameter.name, () => `"${name}" is not a field; every resource has it anyway.`);
    } else {
      problems.add('UnknownField', parameter.name, () => {
        const existing = type.fields.map((field) => field.name);
        return `"${type.name}" has no field "${excerpt(name)}".${didYouMean(name, existing)} Its fields are: ${list(existing)}.`;
      });
    }
  }
  return names;
}
