/**
 * Schemas of the counts in a list's `meta`: the words of a search, facets, and statistics.
 */
import {
  type ContentType,
  countedRelationship,
  entryOfType,
  type Field,
  isListOfTexts,
  precisionOf,
} from '../../../src/content/model/index.js';
import { listCapabilities } from '../../../src/jsonapi/index.js';
import { decimalPattern, describeValue } from '../field-shapes.js';
import { anyOf, members, objectWith, objectWithAll, type Schema } from './json-schema.js';

const COUNT: Schema = { type: 'integer', minimum: 0 };
const NUMBER: Schema = { type: ['integer', 'string'] };
const ITEM: Schema = objectWithAll({ type: { type: 'string' }, id: { type: 'string' } });

const WORDS = objectWithAll({
  words: {
    type: 'array',
    items: objectWithAll({ word: { type: 'string' }, matches: { type: 'array', items: { type: 'string' } } }),
  },
});

/** @returns the schema of a facet's value: a value of the field, a period, a range, or one text of a list */
function facetValue(field: Field): Schema {
  switch (entryOfType(field.type).value) {
    case 'link':
      return ITEM;
    case 'instant':
      return { type: 'string', pattern: '^\\d{4}(-\\d{2}(-\\d{2}(T.*)?)?)?$' };
    case 'location':
      return objectWith({ from: { type: 'number' }, to: { type: 'number' } }, []);
    case 'integer':
    case 'decimal':
      return anyOf([NUMBER, objectWith({ from: NUMBER, to: NUMBER }, [])]);
    default:
      return isListOfTexts(field) ? { type: 'string' } : describeValue(field).answered;
  }
}

const counts = (value: Schema): Schema =>
  objectWithAll({
    values: { type: 'array', items: objectWithAll({ value, count: COUNT }) },
    total: COUNT,
    missing: COUNT,
  });

const facet = (field: Field): Schema => counts(facetValue(field));

const sums = (precision: number): Readonly<Record<string, Schema>> => ({
  sum: { type: 'string', pattern: decimalPattern(precision) },
  mean: { type: ['string', 'null'], pattern: '^-?\\d+(\\.\\d+)?$' },
});

function statistics(field: Field): Schema {
  const value = describeValue(field).answered;
  const precision = precisionOf(field);
  const schemas = { count: COUNT, missing: COUNT, min: value, max: value };
  return objectWithAll(precision === undefined ? schemas : { ...schemas, ...sums(precision) });
}

/** @returns the members of `meta` for a search of all types */
export const typeCounts = (types: readonly ContentType[]): Readonly<Record<string, Schema>> => {
  const value: Schema = { enum: types.map(({ name }) => name) };
  return { search: WORDS, facets: objectWith({ type: counts(value) }, []) };
};

/** @param hops relationships that may begin a longer path */
function countsSchema(
  name: string,
  fieldSchemas: readonly (readonly [string, Schema])[],
  hops: readonly string[],
): Readonly<Record<string, Schema>> {
  if (fieldSchemas.length + hops.length === 0) return {};
  // The count of a relationship that begins a longer path is among these paths: a name has one schema only.
  const ownSchemas = fieldSchemas.filter(([field]) => !hops.includes(countedRelationship(field) ?? ''));
  // Allow any member: some generators merge patterns and names into one type, which would reject the others.
  const anyMembers: Schema = { type: 'object', additionalProperties: true };
  const pathSchemas = hops.length === 0 ? {} : { patternProperties: { [`^(${hops.join('|')})\\.`]: anyMembers } };
  return { [name]: { ...objectWith(members(ownSchemas), []), ...pathSchemas } };
}

/** @returns the optional members of `meta`, by name */
export function countMembers(types: readonly ContentType[]): Readonly<Record<string, Schema>> {
  const capabilities = listCapabilities(types);
  const facets = capabilities.facets.map(({ field }): [string, Schema] => [field.name, facet(field)]);
  const stats = capabilities.statistics.map((field): [string, Schema] => [field.name, statistics(field)]);
  return {
    ...(capabilities.searched ? { search: WORDS } : {}),
    ...countsSchema('facets', facets, capabilities.hops.all),
    ...countsSchema('stats', stats, capabilities.hops.toOne),
  };
}
