/**
 * The parameters of `_facet`: one object with the fields to count, and one object with the options of each field.
 */

import {
  type ContentModel,
  type ContentType,
  entryOfType,
  type Field,
  LIMITS,
} from '../../../src/content/model/index.js';
import { PERIODS } from '../../../src/engine/facets/index.js';
import type { FacetOption, ListCapabilities } from '../../../src/jsonapi/index.js';
import { writeName } from '../descriptive-texts.js';
import { members, objectWith, type Schema } from '../schema/json-schema.js';
import type { FilterAmount } from './filters.js';
import { MEMBERS, type Parameter } from './parameter.js';
import { listRelatedPaths, type RelatedPaths } from './related-paths.js';

export const SHOWN_VALUES: Schema = { type: 'integer', minimum: 0, maximum: LIMITS.facetValues };

const NUMBERS = '^-?\\d+(\\.\\d+)?(,-?\\d+(\\.\\d+)?)*$';

const OPTION_SCHEMAS: Readonly<Record<FacetOption, Schema>> = {
  interval: { enum: [...PERIODS], description: 'Counts by period, in UTC.' },
  ranges: {
    type: 'string',
    pattern: NUMBERS,
    description: `Counts by range; the ascending numbers, separated by commas, are the borders of the ranges: at most ${LIMITS.facetRanges}.`,
  },
  from: {
    type: 'string',
    pattern: '^-?\\d+(\\.\\d+)?,-?\\d+(\\.\\d+)?$',
    examples: ['52.52,13.405'],
    description: 'The point from which the ranges are distances in metres.',
  },
  prefix: { type: 'string', description: 'Counts only values, or ids, that begin with the text.' },
  sort: { enum: ['count', 'value'], description: 'The order of the values (default: count).' },
  own: { const: 'ignored', description: 'Counts as if the filter had no conditions on this field.' },
  include: { type: 'boolean', description: 'Includes the related items of the shown values.' },
};

/** @returns the name of the schema of the options; equal for fields of equal options */
function nameOptions({ type }: Field, options: readonly FacetOption[]): string {
  if (options.includes('from')) return 'LocationFacetOptions';
  if (options.includes('ranges')) return 'NumberFacetOptions';
  if (options.includes('interval')) return 'DateTimeFacetOptions';
  if (options.includes('include')) return 'LinkFacetOptions';
  return entryOfType(type).value === 'boolean' ? 'BooleanFacetOptions' : 'TextFacetOptions';
}

/** @returns a facet of the field with an option, as both are sent; a distance needs two options */
function facetExample({ name }: Field, options: readonly FacetOption[]): string {
  const sent = options.includes('from') ? ['[from]=52.52,13.405', '[ranges]=1000'] : ['[sort]=value'];
  return ['=10', ...sent].map((rest) => `_facet[${name}]${rest}`).join('&');
}

const optionsParameter = (field: Field, options: readonly FacetOption[]): Parameter => ({
  key: `_facet.${field.name}`,
  name: `_facet[${field.name}]`,
  description: `Options of the counts by ${writeName(field.name, field)}, sent with them: \`${facetExample(field, options)}\`.`,
  ...MEMBERS,
  schemaName: nameOptions(field, options),
  schema: objectWith(members(options.map((option): [string, Schema] => [option, OPTION_SCHEMAS[option]])), []),
});

/** @returns fields whose counts need no options; those of a location need ranges of distances */
const listPlainFacets = ({ facets }: ListCapabilities): readonly string[] =>
  facets.filter(({ options }) => !options.includes('from')).map(({ field }) => field.name);

/** A maximum of shown values, for a description that says its bounds once, in the text of the parameter. */
const ANY_INTEGER: Schema = { type: 'integer' };

/** @param fields with a facet. @param related paths to fields of related items. @param shown schema of each maximum */
function limitsParameter(
  fields: readonly string[],
  related: RelatedPaths,
  shown: Schema = SHOWN_VALUES,
): readonly Parameter[] {
  const names = [...fields, ...related.paths];
  if (names.length === 0) return [];
  const examples =
    related.paths.length === 0
      ? ''
      : ' `<relationship>.<field>` counts by a field of related items: each item counts once for each distinct value.';
  const longer = related.areIncomplete ? ` Paths may lead over up to ${LIMITS.hops} relationships.` : '';
  const bounds = shown === ANY_INTEGER ? `, from 0 to ${LIMITS.facetValues}` : '';
  return [
    {
      key: '_facet',
      name: '_facet',
      description: `Fields whose values are counted, each with the maximum of shown values${bounds}.${examples}${longer}`,
      ...MEMBERS,
      schema: objectWith(members(names.map((name): [string, Schema] => [name, shown])), []),
    },
  ];
}

/** @returns one parameter for all fields, and one for the options of each field, unless there are to be few */
export function facetParameters(
  model: ContentModel,
  types: readonly ContentType[],
  capabilities: ListCapabilities,
  amount: FilterAmount,
): readonly Parameter[] {
  const related = listRelatedPaths(model, types, capabilities.hops.all, listPlainFacets);
  if (amount === 'few') return limitsParameter(listPlainFacets(capabilities), related, ANY_INTEGER);
  const fields = capabilities.facets.map(({ field }) => field.name);
  return [...limitsParameter(fields, related), ...optionsParameters(capabilities)];
}

const optionsParameters = ({ facets }: ListCapabilities): readonly Parameter[] =>
  facets.flatMap(({ field, options }) => (options.length === 0 ? [] : [optionsParameter(field, options)]));

/** The types of a search of all types, as a facet. */
export const typeFacetParameter: Parameter = {
  key: '_facet.type',
  name: '_facet[type]',
  description: 'Counts the matching items of each type. The number is the maximum of shown types.',
  schema: SHOWN_VALUES,
};
