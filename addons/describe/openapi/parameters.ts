/**
 * The parameters that an endpoint answers, beside `filter`.
 */

import { type ContentModel, type ContentType, type Field, LIMITS } from '../../../src/content/model/index.js';
import { PERIODS } from '../../../src/engine/facets/index.js';
import type { FacetOption, ListCapabilities } from '../../../src/jsonapi/index.js';
import type { IncludePaths } from '../include-paths.js';
import { anyOf, type Schema } from '../schema/json-schema.js';
import { LISTED, type Parameter } from './parameter.js';

const names = (values: readonly string[], more: Schema = {}): Schema => ({
  type: 'array',
  items: { enum: values },
  uniqueItems: true,
  ...more,
});

/** Paths through these relationships, and then on. */
const behind = (hops: readonly string[], signed: string): readonly Schema[] =>
  hops.length === 0 ? [] : [{ type: 'string', pattern: `^${signed}(${hops.join('|')})(\\.[^.]+){1,${LIMITS.hops}}$` }];

export function sortParameter({ sorts, distances, hops }: ListCapabilities): Parameter {
  const measured = distances.map((name): Schema => ({ type: 'string', pattern: `^-?${name}\\.distance\\(.*\\)$` }));
  const keys = ['id', ...sorts].flatMap((name) => [name, `-${name}`]);
  const others = [...measured, ...behind(hops.toOne, '-?')];
  const nearest = distances.map((name) => ` \`${name}.distance(<latitude>,<longitude>)\`: the nearest first.`).join('');
  const through = hops.toOne.map((name) => ` \`${name}.<field>\`: by the related item.`).join('');
  return {
    key: 'sort',
    name: 'sort',
    description: `The order: the first field is the primary key, and \`-\` means descending.${nearest}${through}`,
    ...LISTED,
    schema: names(keys, { minItems: 1, ...(others.length > 0 && { items: anyOf([{ enum: keys }, ...others]) }) }),
  };
}

const window = (
  path: readonly string[],
  limit: number,
  usual: number,
  what: string,
  isAlone = true,
): readonly Parameter[] => {
  const brackets = path.map((step) => `[${step}]`).join('');
  const key = ['page', ...path].join('.');
  return [
    {
      key: `${key}.limit`,
      name: `page${brackets}[limit]`,
      description: `At most how many ${what} are shown; ${usual}, if it is not given.`,
      schema: { type: 'integer', minimum: 0, maximum: limit, ...(isAlone && { default: usual }) },
    },
    {
      key: `${key}.skip`,
      name: `page${brackets}[skip]`,
      description: `How many ${what} are skipped first.`,
      schema: { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER, ...(isAlone && { default: 0 }) },
    },
  ];
};

export const pageParameters = (): readonly Parameter[] =>
  window([], LIMITS.pageLimitMaximum, LIMITS.pageLimitDefault, 'items');

export const linkagePageParameters = (): readonly Parameter[] =>
  window([], LIMITS.relationshipLimitMaximum, LIMITS.relationshipLimitDefault, 'links').map((parameter) => ({
    ...parameter,
    key: `linkage.${parameter.key}`,
  }));

export function includeParameters({ paths, steps, complete }: IncludePaths): readonly Parameter[] {
  if (paths.length === 0) return [];
  const listed = complete
    ? 'All paths are listed.'
    : `Paths of up to ${steps} ${steps === 1 ? 'step is' : 'steps are'} listed; up to ${LIMITS.includeDepth} steps are followed.`;
  return [
    {
      key: 'include',
      name: 'include',
      description: `Which related items are included. ${listed}`,
      ...LISTED,
      allowEmptyValue: true,
      schema: { type: 'array', items: { enum: paths.map((path) => path.steps.join('.')) } },
    },
  ];
}

/** Which part of the to-many relationships is shown, behind the same paths as those of `include`. */
export const relatedPageParameters = ({ paths }: IncludePaths): readonly Parameter[] =>
  paths
    .filter(({ many }) => many)
    .flatMap(({ steps, limit }) => {
      const what = `items of \`${steps.join('.')}\``;
      // Alone it is refused, so no client may send it by itself.
      return window(steps, LIMITS.relationshipLimitMaximum, limit, what, false);
    });

/** One for each type of the model: any of them may be named. */
export const fieldsParameters = (model: ContentModel): readonly Parameter[] =>
  [...model.contentTypes.values()].map((type) => ({
    key: `fields.${type.name}`,
    name: `fields[${type.name}]`,
    description: `Which fields of ${type.name} are shown; empty: none.`,
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
    description: 'Counts by range: ascending numbers that divide the values.',
    ...LISTED,
    schema: {
      type: 'array',
      items: type === 'integer' ? { type } : { type: 'string', pattern: '^-?\\d+(\\.\\d+)?$' },
      minItems: 1,
      maxItems: LIMITS.facetRanges,
    },
  }),
  from: () => ({
    description: 'What the ranges are distances from, in metres.',
    schema: { type: 'string', pattern: '^-?\\d+(\\.\\d+)?,-?\\d+(\\.\\d+)?$', examples: ['52.52,13.405'] },
  }),
  prefix: () => ({ description: 'Only values, or ids, that begin with the text.', schema: { type: 'string' } }),
  sort: () => ({
    description: 'The order of the values; by count, if it is not given.',
    schema: { enum: ['count', 'value'] },
  }),
  own: () => ({
    description: 'Counts as if the filter had no conditions on this field alone.',
    schema: { const: 'ignored' },
  }),
  include: () => ({ description: 'Includes the related items that are shown.', schema: { type: 'boolean' } }),
};

export const facetParameters = (asked: ListCapabilities): readonly Parameter[] => [
  ...asked.facets.flatMap(({ field, options }): readonly Parameter[] => [
    {
      key: `_facet.${field.name}`,
      name: `_facet[${field.name}]`,
      description: `Counts how many items have each value of \`${field.name}\`, and shows at most so many.`,
      schema: COUNTED,
    },
    ...options.map((option) => ({
      key: `_facet.${field.name}.${option}`,
      name: `_facet[${field.name}][${option}]`,
      ...FACET_OPTIONS[option](field),
    })),
  ]),
  ...behind(asked.hops.all, '').map(
    (propertyNames): Parameter => ({
      key: '_facet',
      name: '_facet',
      description:
        'Counts by a field of related items, each item once for each different value, written `_facet[<relationship>.<field>]=<limit>`.',
      style: 'deepObject',
      explode: true,
      schema: { type: 'object', propertyNames, additionalProperties: COUNTED },
    }),
  ),
];

/** Of a search of all types: which are searched, and how many items of each answer. */
export const typesParameter = (types: readonly ContentType[]): Parameter => ({
  key: 'filter.type._in',
  name: 'filter[type][_in]',
  description: 'Which types are searched; all, if it is not given.',
  ...LISTED,
  schema: names(
    types.map(({ name }) => name),
    { minItems: 1 },
  ),
});

/** Of completions. */
export const suggestParameters = (types: readonly ContentType[]): readonly Parameter[] => [
  {
    key: 'q',
    name: 'q',
    required: true,
    description: 'What is typed so far.',
    schema: { type: 'string', minLength: 1, maxLength: LIMITS.suggestText },
  },
  { ...typesParameter(types), key: 'type', name: 'type', description: 'Of which types; of all, if it is not given.' },
];

export const typeFacetParameter: Parameter = {
  key: '_facet.type',
  name: '_facet[type]',
  description: 'Counts how many items of each type answer, and shows at most so many types.',
  schema: COUNTED,
};

export function statisticsParameters({ statistics, hops }: ListCapabilities): readonly Parameter[] {
  const others = behind(hops.toOne, '');
  if (statistics.length + others.length === 0) return [];
  const fields = statistics.map(({ name }) => name);
  return [
    {
      key: '_stats',
      name: '_stats',
      description: 'The fields whose least and greatest value are shown; for numbers also the sum and the mean.',
      ...LISTED,
      schema: names(fields, {
        minItems: 1,
        maxItems: LIMITS.statistics,
        ...(others.length > 0 && { items: anyOf([...(fields.length === 0 ? [] : [{ enum: fields }]), ...others]) }),
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
      description: 'With a search: the fields whose best passage is shown.',
      ...LISTED,
      schema: names(highlights, { minItems: 1 }),
    },
  ];
}

export const matchParameters = ({ searched }: ListCapabilities): readonly Parameter[] =>
  searched
    ? [
        {
          key: '_match',
          name: '_match',
          description: 'With a search: only items that have every word of it.',
          schema: { const: 'all' },
        },
      ]
    : [];

/** None where the space has no locales. */
export function localeParameters({ locales }: ContentModel): readonly Parameter[] {
  const [usual] = locales;
  if (usual === undefined) return [];
  return [
    {
      key: 'localeCode',
      name: 'localeCode',
      description: 'The locale whose values are shown, filtered and sorted.',
      schema: { enum: locales.map(({ code }) => code), default: usual.code },
    },
  ];
}
