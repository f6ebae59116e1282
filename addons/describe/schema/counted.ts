/**
 * What a list's `meta` shows beside the total: words of a search, facets and statistics.
 */
import {
  type ContentType,
  entryOfType,
  type Field,
  isListOfTexts,
  precisionOf,
} from '../../../src/content/model/index.js';
import { listCapabilities } from '../../../src/jsonapi/index.js';
import { decimalPattern, shapeOf } from '../field-shapes.js';
import { anyOf, members, objectOf, type Schema, wholeObject } from './json-schema.js';

const COUNT: Schema = { type: 'integer', minimum: 0 };
const NUMBER: Schema = { type: ['integer', 'string'] };
const ITEM: Schema = wholeObject({ type: { type: 'string' }, id: { type: 'string' } });

const WORDS = wholeObject({
  words: {
    type: 'array',
    items: wholeObject({ word: { type: 'string' }, matches: { type: 'array', items: { type: 'string' } } }),
  },
});

/** What may stand for the values that are counted together: periods, ranges, and of lists one of their texts. */
function facetValue(field: Field): Schema {
  switch (entryOfType(field.type).value) {
    case 'link':
      return ITEM;
    case 'instant':
      return { type: 'string', pattern: '^\\d{4}(-\\d{2}(-\\d{2}(T.*)?)?)?$' };
    case 'location':
      return objectOf({ from: { type: 'number' }, to: { type: 'number' } }, []);
    case 'integer':
    case 'decimal':
      return anyOf([NUMBER, objectOf({ from: NUMBER, to: NUMBER }, [])]);
    default:
      return isListOfTexts(field) ? { type: 'string' } : shapeOf(field).answered;
  }
}

const counts = (value: Schema): Schema =>
  wholeObject({
    values: { type: 'array', items: wholeObject({ value, count: COUNT }) },
    total: COUNT,
    missing: COUNT,
  });

const facet = (field: Field): Schema => counts(facetValue(field));

const sums = (precision: number): Readonly<Record<string, Schema>> => ({
  sum: { type: 'string', pattern: decimalPattern(precision) },
  mean: { type: ['string', 'null'], pattern: '^-?\\d+(\\.\\d+)?$' },
});

function statistics(field: Field): Schema {
  const value = shapeOf(field).answered;
  const precision = precisionOf(field);
  const own = { count: COUNT, missing: COUNT, min: value, max: value };
  return wholeObject(precision === undefined ? own : { ...own, ...sums(precision) });
}

/** @returns the same of a search of all types */
export const typeCounts = (types: readonly ContentType[]): Readonly<Record<string, Schema>> => {
  const value: Schema = { enum: types.map(({ name }) => name) };
  return { search: WORDS, facets: objectOf({ type: counts(value) }, []) };
};

/** @param hops relationships behind whose names others may stand */
function countedOf(
  name: string,
  own: readonly (readonly [string, Schema])[],
  hops: readonly string[],
): Readonly<Record<string, Schema>> {
  if (own.length + hops.length === 0) return {};
  // Any member: a generator that makes one type of all patterns and names holds the others to it.
  const anyMembers: Schema = { type: 'object', additionalProperties: true };
  const behind = hops.length === 0 ? {} : { patternProperties: { [`^(${hops.join('|')})\\.`]: anyMembers } };
  return { [name]: { ...objectOf(members(own), []), ...behind } };
}

/** @returns the members of `meta` that may be there, by name */
export function countedMembers(types: readonly ContentType[]): Readonly<Record<string, Schema>> {
  const asked = listCapabilities(types);
  const facets = asked.facets.map(({ field }): [string, Schema] => [field.name, facet(field)]);
  const stats = asked.statistics.map((field): [string, Schema] => [field.name, statistics(field)]);
  return {
    ...(asked.searched ? { search: WORDS } : {}),
    ...countedOf('facets', facets, asked.hops.all),
    ...countedOf('stats', stats, asked.hops.toOne),
  };
}
