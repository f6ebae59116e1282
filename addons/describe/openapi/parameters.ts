/**
 * The parameters of endpoints other than `filter`, with their descriptions and schemas.
 *
 * Elsewhere: `filter` (filters), the parameters of each endpoint (list-parameters).
 */

import {
  type ContentModel,
  type ContentType,
  type Field,
  LIMITS,
  LINK_COUNT,
} from '../../../src/content/model/index.js';
import { PERIODS } from '../../../src/engine/facets/index.js';
import type { FacetOption, ListCapabilities } from '../../../src/jsonapi/index.js';
import { describeLocales, writeName } from '../descriptive-texts.js';
import type { IncludePaths } from '../include-paths.js';
import { anyOf, type Schema } from '../schema/json-schema.js';
import { LISTED, type Parameter } from './parameter.js';

const nameList = (values: readonly string[], more: Schema = {}): Schema => ({
  type: 'array',
  items: { enum: values },
  uniqueItems: true,
  ...more,
});

/** @returns the pattern of field paths that begin with one of these relationships */
const pathPatterns = (hops: readonly string[], signed: string): readonly Schema[] =>
  hops.length === 0
    ? []
    : [{ type: 'string', pattern: `^${signed}(${hops.join('|')})(\\.[^.]+){1,${LIMITS.hops}}(\\.${LINK_COUNT})?$` }];

export function sortParameter({ sorts, distances, hops }: ListCapabilities): Parameter {
  const measured = distances.map((name): Schema => ({ type: 'string', pattern: `^-?${name}\\.distance\\(.*\\)$` }));
  const keys = ['id', ...sorts].flatMap((name) => [name, `-${name}`]);
  const otherPaths = [...measured, ...pathPatterns(hops.toOne, '-?')];
  const nearest = distances.map((name) => ` \`${name}.distance(<latitude>,<longitude>)\`: the nearest first.`).join('');
  const through = hops.toOne.map((name) => ` \`${name}.<field>\`: by the related item.`).join('');
  return {
    key: 'sort',
    name: 'sort',
    description: `The order of the items. The first field is the primary key; \`-\` means descending.${nearest}${through}`,
    ...LISTED,
    schema: nameList(keys, {
      minItems: 1,
      ...(otherPaths.length > 0 && { items: anyOf([{ enum: keys }, ...otherPaths]) }),
    }),
  };
}

const windowParameters = (
  path: readonly string[],
  limit: number,
  defaultValue: number,
  counted: string,
  isAlone = true,
): readonly Parameter[] => {
  const brackets = path.map((step) => `[${step}]`).join('');
  const key = ['page', ...path].join('.');
  return [
    {
      key: `${key}.limit`,
      name: `page${brackets}[limit]`,
      description: `Maximum number of ${counted} (default: ${defaultValue}).`,
      schema: { type: 'integer', minimum: 0, maximum: limit, ...(isAlone && { default: defaultValue }) },
    },
    {
      key: `${key}.skip`,
      name: `page${brackets}[skip]`,
      description: `Number of ${counted} to skip.`,
      schema: { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER, ...(isAlone && { default: 0 }) },
    },
  ];
};

export const pageParameters = (): readonly Parameter[] =>
  windowParameters([], LIMITS.pageLimitMaximum, LIMITS.pageLimitDefault, 'items');

/** @param limitDefault of the relationship; equal defaults have equal keys */
export function linkagePageParameters(limitDefault: number): readonly Parameter[] {
  const isUsual = limitDefault === LIMITS.relationshipLimitDefault;
  const keyStart = isUsual ? 'linkage' : `linkage.${limitDefault}`;
  return windowParameters([], LIMITS.relationshipLimitMaximum, limitDefault, 'links').map((parameter) => ({
    ...parameter,
    key: `${keyStart}.${parameter.key}`,
  }));
}

export function includeParameters({ paths, steps, complete }: IncludePaths): readonly Parameter[] {
  if (paths.length === 0) return [];
  const listed = complete
    ? 'All paths are listed.'
    : `Paths of up to ${steps} ${steps === 1 ? 'step' : 'steps'} are listed; paths may have up to ${LIMITS.includeDepth} steps.`;
  return [
    {
      key: 'include',
      name: 'include',
      description: `Relationships whose items are included. ${listed}`,
      ...LISTED,
      allowEmptyValue: true,
      schema: { type: 'array', items: { enum: paths.map((path) => path.steps.join('.')) } },
    },
  ];
}

/** The limit and skip of to-many relationships, for the same paths as `include`. */
export const relatedPageParameters = ({ paths }: IncludePaths): readonly Parameter[] =>
  paths
    .filter(({ many }) => many)
    .flatMap(({ steps, limit }) => {
      const counted = `items of \`${steps.join('.')}\``;
      // Without `include` the parameter is refused, so it has no default that clients would send.
      return windowParameters(steps, LIMITS.relationshipLimitMaximum, limit, counted, false);
    });

/** The parameter `fields` of each type of the model. */
export const fieldsParameters = (model: ContentModel): readonly Parameter[] =>
  [...model.contentTypes.values()].map((type) => ({
    key: `fields.${type.name}`,
    name: `fields[${type.name}]`,
    description: `Fields of ${writeName(type.name, type)} to show; none if empty.`,
    ...LISTED,
    allowEmptyValue: true,
    schema: {
      type: 'array',
      ...(type.fields.length === 0
        ? { items: { type: 'string' }, maxItems: 0 }
        : { items: { enum: type.fields.map(({ name }) => name) } }),
    },
  }));

const COUNTED: Schema = { type: 'integer', minimum: 0, maximum: LIMITS.facetValues };

const FACET_OPTIONS: Readonly<Record<FacetOption, (field: Field) => Omit<Parameter, 'key' | 'name'>>> = {
  interval: () => ({ description: 'Counts by period, in UTC.', schema: { enum: [...PERIODS] } }),
  ranges: ({ type }) => ({
    description: 'Counts by range; the ascending numbers are the borders of the ranges.',
    ...LISTED,
    schema: {
      type: 'array',
      items: type === 'integer' ? { type } : { type: 'string', pattern: '^-?\\d+(\\.\\d+)?$' },
      minItems: 1,
      maxItems: LIMITS.facetRanges,
    },
  }),
  from: () => ({
    description: 'The point from which the ranges are distances in metres.',
    schema: { type: 'string', pattern: '^-?\\d+(\\.\\d+)?,-?\\d+(\\.\\d+)?$', examples: ['52.52,13.405'] },
  }),
  prefix: () => ({ description: 'Counts only values, or ids, that begin with the text.', schema: { type: 'string' } }),
  sort: () => ({
    description: 'The order of the values (default: count).',
    schema: { enum: ['count', 'value'] },
  }),
  own: () => ({
    description: 'Counts as if the filter had no conditions on this field.',
    schema: { const: 'ignored' },
  }),
  include: () => ({ description: 'Includes the related items of the shown values.', schema: { type: 'boolean' } }),
};

export const facetParameters = (capabilities: ListCapabilities): readonly Parameter[] => [
  ...capabilities.facets.flatMap(({ field, options }): readonly Parameter[] => [
    {
      key: `_facet.${field.name}`,
      name: `_facet[${field.name}]`,
      description: `Counts the items for each value of ${writeName(field.name, field)}. The number is the maximum of shown values.`,
      schema: COUNTED,
    },
    ...options.map((option) => ({
      key: `_facet.${field.name}.${option}`,
      name: `_facet[${field.name}][${option}]`,
      ...FACET_OPTIONS[option](field),
    })),
  ]),
  ...pathPatterns(capabilities.hops.all, '').map(
    (propertyNames): Parameter => ({
      key: '_facet',
      name: '_facet',
      description:
        'Counts by a field of related items: `_facet[<relationship>.<field>]=<limit>`. Each item counts once for each distinct value.',
      style: 'deepObject',
      explode: true,
      schema: { type: 'object', propertyNames, additionalProperties: COUNTED },
    }),
  ),
];

/** The types in a search of all types. */
export const typesParameter = (types: readonly ContentType[]): Parameter => ({
  key: 'filter.type._in',
  name: 'filter[type][_in]',
  description: 'Types to search (default: all).',
  ...LISTED,
  schema: nameList(
    types.map(({ name }) => name),
    { minItems: 1 },
  ),
});

/** The parameters of completions. */
export const suggestParameters = (types: readonly ContentType[]): readonly Parameter[] => [
  {
    key: 'q',
    name: 'q',
    required: true,
    description: 'The text that is typed so far.',
    schema: { type: 'string', minLength: 1, maxLength: LIMITS.suggestText },
  },
  { ...typesParameter(types), key: 'type', name: 'type', description: 'Types to complete from (default: all).' },
];

export const typeFacetParameter: Parameter = {
  key: '_facet.type',
  name: '_facet[type]',
  description: 'Counts the matching items of each type. The number is the maximum of shown types.',
  schema: COUNTED,
};

export function statisticsParameters({ statistics, hops }: ListCapabilities): readonly Parameter[] {
  const otherPaths = pathPatterns(hops.toOne, '');
  if (statistics.length + otherPaths.length === 0) return [];
  const fields = statistics.map(({ name }) => name);
  return [
    {
      key: '_stats',
      name: '_stats',
      description: 'Fields whose smallest and largest value are shown; for numbers also the sum and the mean.',
      ...LISTED,
      schema: nameList(fields, {
        minItems: 1,
        maxItems: LIMITS.statistics,
        ...(otherPaths.length > 0 && {
          items: anyOf([...(fields.length === 0 ? [] : [{ enum: fields }]), ...otherPaths]),
        }),
      }),
    },
  ];
}

export function highlightParameters({ highlights }: ListCapabilities): readonly Parameter[] {
  if (highlights.length === 0) return [];
  return [
    {
      key: '_highlight',
      name: '_highlight',
      description: 'With a search: fields whose best matching passage is shown.',
      ...LISTED,
      schema: nameList(highlights, { minItems: 1 }),
    },
  ];
}

export const matchParameters = ({ searched }: ListCapabilities): readonly Parameter[] =>
  searched
    ? [
        {
          key: '_match',
          name: '_match',
          description: 'With a search: only items that contain every word.',
          schema: { const: 'all' },
        },
      ]
    : [];

/** @returns the parameter `localeCode`; empty if the space has no locales */
export function localeParameters(model: ContentModel): readonly Parameter[] {
  const { locales } = model;
  const [defaultValue] = locales;
  if (defaultValue === undefined) return [];
  return [
    {
      key: 'localeCode',
      name: 'localeCode',
      description: `The locale whose values are shown, filtered and sorted.${describeLocales(model)}`,
      schema: { enum: locales.map(({ code }) => code), default: defaultValue.code },
    },
  ];
}
