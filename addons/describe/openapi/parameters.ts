/**
 * The parameters of endpoints other than `filter` and `_facet`, with their descriptions and schemas.
 *
 * Elsewhere: `filter` (filters), `_facet` (facets), the parameters of each endpoint (list-parameters).
 */

import { type ContentModel, type ContentType, LIMITS, LINK_COUNT } from '../../../src/content/model/index.js';
import type { ListCapabilities } from '../../../src/jsonapi/index.js';
import { describeLocales, writeName } from '../descriptive-texts.js';
import type { IncludePaths } from '../include-paths.js';
import { anyOf, objectWith, type Schema } from '../schema/json-schema.js';
import { LISTED, MEMBERS, type Parameter } from './parameter.js';

const nameList = (values: readonly string[], more: Schema = {}): Schema => ({
  type: 'array',
  items: { enum: values },
  uniqueItems: true,
  ...more,
});

/** @returns the pattern of field paths that begin with one of these relationships */
export const pathPatterns = (hops: readonly string[], signed: string): readonly Schema[] =>
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

const RELATED_PAGE_MEMBERS: Readonly<Record<'limit' | 'skip', Schema>> = {
  limit: {
    type: 'integer',
    minimum: 0,
    maximum: LIMITS.relationshipLimitMaximum,
    examples: [5],
    description: 'Maximum number of items.',
  },
  skip: {
    type: 'integer',
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    examples: [5],
    description: 'Number of items to skip.',
  },
};

/** Equal for all relationships, whose defaults differ. */
const RELATED_PAGE = objectWith(RELATED_PAGE_MEMBERS, []);

/** @param keyStart beginning of the keys. @param limit of the page. @param counted plural of the counted things */
const windowParameters = (
  keyStart: string,
  limit: number,
  defaultValue: number,
  counted: string,
): readonly Parameter[] => [
  {
    key: `${keyStart}.limit`,
    name: 'page[limit]',
    description: `Maximum number of ${counted} (default: ${defaultValue}).`,
    schema: { type: 'integer', minimum: 0, maximum: limit, default: defaultValue },
  },
  {
    key: `${keyStart}.skip`,
    name: 'page[skip]',
    description: `Number of ${counted} to skip.`,
    schema: { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER, default: 0 },
  },
];

export const pageParameters = (): readonly Parameter[] =>
  windowParameters('page', LIMITS.pageLimitMaximum, LIMITS.pageLimitDefault, 'items');

/** @param limitDefault of the relationship */
export const linkagePageParameters = (limitDefault: number): readonly Parameter[] =>
  windowParameters('linkage.page', LIMITS.relationshipLimitMaximum, limitDefault, 'links');

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
    .flatMap(({ steps, limit }): readonly Parameter[] => {
      const key = ['page', ...steps].join('.');
      const name = `page${steps.map((step) => `[${step}]`).join('')}`;
      const counted = `items of \`${steps.join('.')}\``;
      // Without `include` the parameter is refused, so it has no default that clients would send.
      const description = `The shown ${counted}; the default of \`limit\` is ${limit}.`;
      // `page[limit]` is the limit of the list, so the page of a relationship `limit` has no object of this name.
      const isAmbiguous = steps.every((step) => step === 'limit' || step === 'skip');
      if (!isAmbiguous)
        return [{ key, name, description, ...MEMBERS, schemaName: 'RelatedPage', schema: RELATED_PAGE }];
      return Object.entries(RELATED_PAGE_MEMBERS).map(([member, { description: effect, ...schema }]) => ({
        key: `${key}.${member}`,
        name: `${name}[${member}]`,
        description: `${description} ${effect}`,
        schema,
      }));
    });

/** The parameter `fields` of each type. */
export const fieldsParameters = (types: readonly ContentType[]): readonly Parameter[] =>
  types.map((type) => ({
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
