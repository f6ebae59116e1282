/**
 * Fields by their names, where they are listed: `sort` and `fields[<type>]`.
 *
 * First, what a field's name means where the primary data may be of several types: only what all of them share.
 */
import { didYouMean, excerpt, list } from '../../../content/errors/index.js';
import {
  type ContentModel,
  type ContentType,
  type Field,
  hasOrder,
  isHeldAs,
  isListOfTexts,
  isOn,
  isSortable,
  modelTypeOf,
  readOrigin,
  type Structure,
} from '../../../content/model/index.js';
import type { SortKey } from '../../../engine/query/index.js';
import { FORMS, type Parameter, type Problems } from '../request/parameter.js';
import type { Fieldsets } from '../request/parsed-request.js';

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
 * `sort=a,-b`: the keys of the order, primary first.
 */

const UNSORTED: readonly SortKey[] = [];

/**
 * @param types of the primary data
 * @returns the keys that are right; each field once
 */
export function parseSort(
  types: readonly ContentType[],
  parameter: Parameter | undefined,
  problems: Problems,
): readonly SortKey[] {
  if (parameter === undefined) return UNSORTED;
  const keys: SortKey[] = [];
  for (const part of splitKeys(parameter.value)) {
    const descending = part.startsWith('-');
    const name = descending ? part.slice(1) : part;
    const opened = name.endsWith(')') ? name.indexOf(DISTANCE) : -1;
    if (opened < 0) {
      if (isKey(types, name, keys, problems)) keys.push({ field: name, descending });
      continue;
    }
    const key = distanceKey(types, name.slice(0, opened), name.slice(opened + DISTANCE.length, -1), keys, problems);
    if (key !== undefined) keys.push({ ...key, descending });
  }
  return keys;
}

const DISTANCE = '.distance(';
export const DISTANCE_FORM = '<field>.distance(<latitude>,<longitude>)';

/** @returns the keys, which have commas between them and within parentheses */
function splitKeys(value: string): readonly string[] {
  const parts: string[] = [];
  let open = false;
  let part = '';
  for (const character of value) {
    if (character === ',' && !open) {
      parts.push(part);
      part = '';
      continue;
    }
    if (character === '(' || character === ')') open = character === '(';
    part += character;
  }
  return [...parts, part];
}

/** @returns undefined where a problem was added */
function distanceKey(
  types: readonly ContentType[],
  name: string,
  origin: string,
  keys: readonly SortKey[],
  problems: Problems,
): Pick<SortKey, 'field' | 'from'> | undefined {
  const field = sharedField(types, name);
  if (field === undefined) {
    return problems.add('UnknownField', 'sort', () =>
      explainMissing(types, name, (one) => isHeldAs(one, 'locations'), []),
    );
  }
  if (!isHeldAs(field, 'locations')) {
    return problems.add('InvalidParameter', 'sort', () => {
      return `"${name}" has no distance: it is of type ${modelTypeOf(field)}, and only a location has one.`;
    });
  }
  const without = typesWithout(types, name, (one) => !isOn(one, 'sort'));
  if (without.length > 0) {
    return problems.add('NotIndexed', 'sort', () => explainNotIndexed('A sort', name, ['sort'], without));
  }
  if (keys.some(({ from }) => from !== undefined)) {
    return problems.add('InvalidParameter', 'sort', () => '"sort" has two distances; measure one of them.');
  }
  const from = readOrigin(origin);
  if (typeof from !== 'string') return { field: name, from };
  return problems.add('InvalidParameter', 'sort', () => {
    return `"${excerpt(`${name}${DISTANCE}${origin})`)}" is not a distance from a place: the form is ${DISTANCE_FORM}, such as ${name}.distance(52.52,13.405). ${from}.`;
  });
}

/** Whether the name may be the next key; a problem is added where not. */
function isKey(types: readonly ContentType[], name: string, keys: readonly SortKey[], problems: Problems): boolean {
  const bad = (detail: () => string): false => {
    problems.add('InvalidParameter', 'sort', detail);
    return false;
  };
  if (name === '') return bad(() => `"sort" has an empty place where a field belongs: the form is ${FORMS.sort}.`);
  if (keys.some((key) => key.field === name)) return bad(() => `"sort" names "${name}" more than once.`);
  if (name === 'id') return true;
  const field = sharedField(types, name);
  if (field === undefined) {
    if (name.includes('.')) {
      return bad(
        () => `"${excerpt(name)}" cannot be sorted by: "sort" takes the items' own fields, not those of related items.`,
      );
    }
    problems.add('UnknownField', 'sort', () => explainMissing(types, name, isSortable));
    return false;
  }
  const without = hasOrder(field) ? typesWithout(types, name, (one) => !isOn(one, 'sort')) : [];
  if (without.length > 0) {
    problems.add('NotIndexed', 'sort', () => explainNotIndexed('A sort', name, ['sort'], without));
    return false;
  }
  if (isSortable(field)) return true;
  const why = isHeldAs(field, 'locations')
    ? `it is a place, so say from where: ${name}.distance(<latitude>,<longitude>)`
    : isListOfTexts(field)
      ? 'it has "many": true in the model, and no order is defined on lists'
      : `no order is defined on a field of type ${modelTypeOf(field)}`;
  return bad(() => `"${name}" cannot be sorted by: ${why}.`);
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
