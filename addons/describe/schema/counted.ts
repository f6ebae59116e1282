/**
 * Schemas of the counts in a list's `meta`: the words of a search, facets, and statistics. Fields of the same kind share one.
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
import { describeValue } from '../field-shapes.js';
import type { Components } from '../openapi/components.js';
import { writeUnion } from '../types/names.js';
import { anyOf, members, objectWith, objectWithAll, type Schema } from './json-schema.js';

const COUNT: Schema = { type: 'integer', minimum: 0 };
const NUMBER: Schema = { type: ['integer', 'string'] };
const ITEM: Schema = objectWithAll({ type: { type: 'string' }, id: { type: 'string' } });
const TEXT_OR_NONE: Schema = { type: ['string', 'null'] };

const WORDS = objectWithAll({
  words: {
    type: 'array',
    items: objectWithAll({ word: { type: 'string' }, matches: { type: 'array', items: { type: 'string' } } }),
  },
});

interface NamedSchema {
  readonly name: string;
  readonly schema: Schema;
}

interface FacetValue extends NamedSchema {
  /** The TypeScript type, with the shared types of a types file. */
  readonly type: string;
}

/** @returns the form of a facet's value: a value of the field, a period, a range, or one text of a list */
export function facetValue(field: Field): FacetValue {
  switch (entryOfType(field.type).value) {
    case 'link': {
      const types = field.type === 'relationship' ? writeUnion(field.to) : 'never';
      return { name: 'Link', schema: ITEM, type: `Identifier<${types}>` };
    }
    case 'instant': {
      const schema: Schema = { type: 'string', pattern: '^\\d{4}(-\\d{2}(-\\d{2}(T.*)?)?)?$' };
      return { name: 'DateTime', schema, type: 'string' };
    }
    case 'location': {
      const schema = objectWith({ from: { type: 'number' }, to: { type: 'number' } }, []);
      return { name: 'Location', schema, type: 'FacetRange<number>' };
    }
    case 'integer':
    case 'decimal': {
      const schema = anyOf([NUMBER, objectWith({ from: NUMBER, to: NUMBER }, [])]);
      const { answeredType } = describeValue(field);
      return { name: 'Number', schema, type: `${answeredType} | FacetRange<${answeredType}>` };
    }
    case 'boolean':
      return { name: 'Boolean', schema: describeValue(field).answered, type: 'boolean' };
    default:
      return isListOfTexts(field)
        ? { name: 'TextList', schema: { type: 'string' }, type: 'string' }
        : { name: 'Text', schema: TEXT_OR_NONE, type: 'string' };
  }
}

const counts = (value: Schema): Schema =>
  objectWithAll({
    values: { type: 'array', items: objectWithAll({ value, count: COUNT }) },
    total: COUNT,
    missing: COUNT,
  });

function facet(components: Components, field: Field): Schema {
  const { name, schema } = facetValue(field);
  return components.share('schemas', `${name}Facet`, counts(schema));
}

const SUMS: Readonly<Record<string, Schema>> = {
  sum: { type: 'string', pattern: '^-?\\d+(\\.\\d+)?$' },
  mean: { type: ['string', 'null'], pattern: '^-?\\d+(\\.\\d+)?$' },
};

/** @returns the schema of the smallest and the largest value */
function extremeValue(field: Field): NamedSchema {
  const { answered } = describeValue(field);
  switch (entryOfType(field.type).value) {
    case 'decimal':
      return { name: 'Decimal', schema: { ...TEXT_OR_NONE, pattern: '^-?\\d+(\\.\\d+)?$' } };
    case 'instant':
      return { name: answered['format'] === 'date' ? 'Date' : 'DateTime', schema: answered };
    case 'integer':
      return { name: 'Integer', schema: answered };
    case 'boolean':
      return { name: 'Boolean', schema: answered };
    default:
      return { name: 'Text', schema: TEXT_OR_NONE };
  }
}

function statistics(components: Components, field: Field): Schema {
  const { name, schema } = extremeValue(field);
  const schemas = { count: COUNT, missing: COUNT, min: schema, max: schema };
  const all = precisionOf(field) === undefined ? schemas : { ...schemas, ...SUMS };
  return components.share('schemas', `${name}Statistics`, objectWithAll(all));
}

const wordsSchema = (components: Components): Schema => components.share('schemas', 'SearchedWords', WORDS);

/** @returns the members of `meta` for a search of all types */
export const typeCounts = (components: Components, types: readonly ContentType[]): Readonly<Record<string, Schema>> => {
  const value: Schema = { enum: types.map(({ name }) => name) };
  return { search: wordsSchema(components), facets: objectWith({ type: counts(value) }, []) };
};

/** @param hops relationships that may begin a longer path */
function countsSchema(
  name: string,
  fields: readonly Field[],
  hops: readonly string[],
  buildSchema: (field: Field) => Schema,
): Readonly<Record<string, Schema>> {
  if (fields.length + hops.length === 0) return {};
  // The count of a relationship that begins a longer path is among these paths: a name has one schema only.
  const ownFields = fields.filter((field) => !hops.includes(countedRelationship(field.name) ?? ''));
  const ownSchemas = ownFields.map((field): [string, Schema] => [field.name, buildSchema(field)]);
  // Allow any member: some generators merge patterns and names into one type, which would reject the others.
  const anyMembers: Schema = { type: 'object', additionalProperties: true };
  const pathSchemas = hops.length === 0 ? {} : { patternProperties: { [`^(${hops.join('|')})\\.`]: anyMembers } };
  return { [name]: { ...objectWith(members(ownSchemas), []), ...pathSchemas } };
}

/** The counts by any field, for a description with few filters: it has no statistics. */
const ANY_FACET = counts({ type: ['string', 'number', 'boolean', 'object', 'null'] });

/**
 * @param areFew whether the description has few filters
 * @returns the optional members of `meta`, by name
 */
export function countMembers(
  components: Components,
  types: readonly ContentType[],
  areFew: boolean,
): Readonly<Record<string, Schema>> {
  const { facets, statistics: fields, searched, hops } = listCapabilities(types);
  const counted = facets.map(({ field }) => field);
  if (areFew) {
    const facetSchema = components.share('schemas', 'Facet', ANY_FACET);
    return {
      ...(searched ? { search: wordsSchema(components) } : {}),
      ...(counted.length === 0 ? {} : { facets: { type: 'object', additionalProperties: facetSchema } }),
    };
  }
  return {
    ...(searched ? { search: wordsSchema(components) } : {}),
    ...countsSchema('facets', counted, hops.all, (field) => facet(components, field)),
    ...countsSchema('stats', fields, hops.toOne, (field) => statistics(components, field)),
  };
}
