/**
 * Examples of parameters: values from the content, or otherwise the first value that the schema allows.
 */
import { entryOf, isOperator, type Operator } from '../../../src/content/model/index.js';
import { parseBrackets } from '../../../src/jsonapi/index.js';
import { isObject, type Json, type Schema } from '../schema/json-schema.js';
import type { Parameter } from './parameter.js';

/** @returns values of the field in the sampled items; empty if there are none */
export type ValuesOf = (field: string) => readonly Json[];

const METRES = 10_000;
const EXAMPLE_NUMBER = 5;
const LISTED_VALUES = 2;
const LETTERS = 80;

const WORDS = { anywhere: /[\p{L}\p{N}]{4,}/u, start: /^\S{1,20}/, end: /\S{1,20}$/ } as const;

const isShort = (value: Json): boolean => typeof value !== 'string' || value.length <= LETTERS;
/** Values of lists are separated by commas, so an example must not contain one. */
const isListed = (value: Json): boolean => isShort(value) && !String(value).includes(',');

/** Compares as numbers first, because decimals are texts. */
const compare = (one: Json, other: Json): number =>
  Number(one) - Number(other) || (String(one) < String(other) ? -1 : 1);

const findWord = (value: Json, place: keyof typeof WORDS): string | undefined => WORDS[place].exec(String(value))?.[0];

/** @returns a value for a condition that some items match */
function chooseOperand(operator: Operator, values: readonly Json[]): Json | undefined {
  const { meaning } = entryOf(operator);
  const short = values.filter(isShort);
  switch (meaning.asks) {
    case 'populated':
      return true;
    case 'membership': {
      const some = values.filter(isListed).slice(0, LISTED_VALUES);
      return some.length === 0 ? undefined : some;
    }
    case 'part':
      return values.map((value) => findWord(value, meaning.place)).find((word) => word !== undefined);
    case 'order': {
      const sorted = short.toSorted(compare);
      return meaning.sign[0] === '<' && meaning.sign !== '<>'
        ? sorted.at(-1)
        : meaning.sign[0] === '>'
          ? sorted[0]
          : short[0];
    }
    case 'area': {
      const [place] = values.filter(isObject);
      if (place === undefined) return undefined;
      const [x, y] = [Number(place['longitude']), Number(place['latitude'])];
      if (meaning.shape === 'circle') return `${y},${x},${METRES}`;
      return [Math.max(-180, x - 1), Math.max(-90, y - 1), Math.min(180, x + 1), Math.min(90, y + 1)]
        .map((degrees) => Number(degrees.toFixed(3)))
        .join();
    }
  }
}

/** @returns the first value that the schema names; for sort keys the one that shows the newest items first */
function chooseAllowed(
  { const: only, enum: values, type, items, anyOf: several }: Schema,
  valuesOf: ValuesOf,
): Json | undefined {
  if (only !== undefined) return only;
  if (Array.isArray(values)) {
    const newest = values.find((key) => /^-/.test(String(key)) && /^\d{4}-/.test(String(valuesOf(key.slice(1))[0])));
    return newest ?? values.find((key: Json) => !/^-?id$/.test(String(key))) ?? values[0];
  }
  if (type === 'boolean') return true;
  if (type === 'integer') return EXAMPLE_NUMBER;
  if (Array.isArray(several)) return isObject(several[0]) ? chooseAllowed(several[0], valuesOf) : undefined;
  if (type !== 'array' || !isObject(items)) return undefined;
  const one = chooseAllowed(items, valuesOf);
  return one === undefined ? undefined : [one];
}

/** @returns an example of a group: two conditions of which at least one must be true */
function exampleOfGroup(parameters: readonly Parameter[], valuesOf: ValuesOf): Json | undefined {
  const conditions = parameters.flatMap(({ name, schema }): readonly (readonly [string, Json])[] => {
    const example = /^filter\[(?!id\])[^[\]]+\]\[_eq\]$/.test(name)
      ? chooseExample({ name, schema }, valuesOf)
      : undefined;
    return example === undefined ? [] : [[name, String(example)]];
  });
  if (conditions.length < LISTED_VALUES) return undefined;
  return Object.fromEntries(
    conditions
      .slice(0, LISTED_VALUES)
      .map(([name, value], place) => [name.replace('filter', `filter[_OR][${place}]`), value]),
  );
}

function chooseExample({ name, schema }: Pick<Parameter, 'name' | 'schema'>, valuesOf: ValuesOf): Json | undefined {
  const { head, path } = parseBrackets(name);
  const [field = '', option] = path;
  const [value = null] = valuesOf(field);
  const last = path.at(-1);
  if (head === 'filter' && last !== undefined && isOperator(last)) {
    // The types of a search are not values of a field, so the schema gives the example.
    return (
      chooseOperand(last, valuesOf(field)) ?? (schema['type'] === 'array' ? chooseAllowed(schema, valuesOf) : undefined)
    );
  }
  if (option === 'prefix') return findWord(value, 'start');
  if (option === 'ranges') return isObject(value) ? [String(METRES)] : value === null ? undefined : [value];
  if (option === 'from') return chooseOperand('_near', valuesOf(field));
  return chooseAllowed(schema, valuesOf);
}

/** @param searched names of the fields that a search reads */
export function withExamples<Each extends Parameter>(
  parameters: readonly Each[],
  valuesOf: ValuesOf,
  searched: readonly string[],
): readonly (Each & { readonly example?: Json })[] {
  const words = searched.flatMap(valuesOf).map((value) => findWord(value, 'anywhere'));
  return parameters.map((parameter) => {
    const isText = parameter.name === 'q' || parameter.name === 'filter[_search]';
    const example =
      parameter.name === 'filter'
        ? exampleOfGroup(parameters, valuesOf)
        : isText
          ? words.find((word) => word !== undefined)
          : chooseExample(parameter, valuesOf);
    return example === undefined ? parameter : { ...parameter, example };
  });
}
