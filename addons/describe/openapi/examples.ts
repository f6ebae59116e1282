/**
 * An example for each parameter: values that the content has, or else the first that the schema allows.
 */
import { entryOf, isOperator, type Operator } from '../../../src/content/model/index.js';
import { parseBrackets } from '../../../src/jsonapi/index.js';
import { isObject, type Json, type Schema } from '../schema/json-schema.js';
import type { Parameter } from './parameter.js';

/** Values that a field of the items has; none where that is not known. */
export type ValuesOf = (field: string) => readonly Json[];

const METRES = 10_000;
const HOW_MANY = 5;
const LISTED = 2;
const LETTERS = 80;

const WORDS = { anywhere: /[\p{L}\p{N}]{4,}/u, start: /^\S{1,20}/, end: /\S{1,20}$/ } as const;

const isShort = (value: Json): boolean => typeof value !== 'string' || value.length <= LETTERS;
/** Lists have commas between their values. */
const isListed = (value: Json): boolean => isShort(value) && !String(value).includes(',');

/** Decimals are texts. */
const compare = (one: Json, other: Json): number =>
  Number(one) - Number(other) || (String(one) < String(other) ? -1 : 1);

const wordIn = (value: Json, place: keyof typeof WORDS): string | undefined => WORDS[place].exec(String(value))?.[0];

/** @returns what a condition compares with so that some items answer */
function operand(operator: Operator, values: readonly Json[]): Json | undefined {
  const { meaning } = entryOf(operator);
  const short = values.filter(isShort);
  switch (meaning.asks) {
    case 'populated':
      return true;
    case 'membership': {
      const some = values.filter(isListed).slice(0, LISTED);
      return some.length === 0 ? undefined : some;
    }
    case 'part':
      return values.map((value) => wordIn(value, meaning.place)).find((word) => word !== undefined);
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

/** @returns of the values that a schema names the first; of ascending and descending keys one that tells the newest */
function allowed(
  { const: only, enum: values, type, items, anyOf: several }: Schema,
  valuesOf: ValuesOf,
): Json | undefined {
  if (only !== undefined) return only;
  if (Array.isArray(values)) {
    const newest = values.find((key) => /^-/.test(String(key)) && /^\d{4}-/.test(String(valuesOf(key.slice(1))[0])));
    return newest ?? values.find((key: Json) => !/^-?id$/.test(String(key))) ?? values[0];
  }
  if (type === 'boolean') return true;
  if (type === 'integer') return HOW_MANY;
  if (Array.isArray(several)) return isObject(several[0]) ? allowed(several[0], valuesOf) : undefined;
  if (type !== 'array' || !isObject(items)) return undefined;
  const one = allowed(items, valuesOf);
  return one === undefined ? undefined : [one];
}

/** Of conditions in groups: two of which either may hold. */
function either(parameters: readonly Parameter[], valuesOf: ValuesOf): Json | undefined {
  const found = parameters.flatMap(({ name, schema }): readonly (readonly [string, Json])[] => {
    const example = /^filter\[(?!id\])[^[\]]+\]\[_eq\]$/.test(name) ? exampleOf({ name, schema }, valuesOf) : undefined;
    return example === undefined ? [] : [[name, String(example)]];
  });
  if (found.length < LISTED) return undefined;
  return Object.fromEntries(
    found.slice(0, LISTED).map(([name, value], place) => [name.replace('filter', `filter[_OR][${place}]`), value]),
  );
}

function exampleOf({ name, schema }: Pick<Parameter, 'name' | 'schema'>, valuesOf: ValuesOf): Json | undefined {
  const { head, path } = parseBrackets(name);
  const [field = '', option] = path;
  const [value = null] = valuesOf(field);
  const last = path.at(-1);
  if (head === 'filter' && last !== undefined && isOperator(last)) {
    // The types of a search are no values of a field.
    return operand(last, valuesOf(field)) ?? (schema['type'] === 'array' ? allowed(schema, valuesOf) : undefined);
  }
  if (option === 'prefix') return wordIn(value, 'start');
  if (option === 'ranges') return isObject(value) ? [String(METRES)] : value === null ? undefined : [value];
  if (option === 'from') return operand('_near', valuesOf(field));
  return allowed(schema, valuesOf);
}

/** @param searched fields that are searched */
export function withExamples<Each extends Parameter>(
  parameters: readonly Each[],
  valuesOf: ValuesOf,
  searched: readonly string[],
): readonly (Each & { readonly example?: Json })[] {
  const words = searched.flatMap(valuesOf).map((value) => wordIn(value, 'anywhere'));
  return parameters.map((parameter) => {
    const isText = parameter.name === 'q' || parameter.name === 'filter[_search]';
    const example =
      parameter.name === 'filter'
        ? either(parameters, valuesOf)
        : isText
          ? words.find((word) => word !== undefined)
          : exampleOf(parameter, valuesOf);
    return example === undefined ? parameter : { ...parameter, example };
  });
}
