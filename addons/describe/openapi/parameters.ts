/**
 * The parameters of endpoints other than `filter`, `sort` and `_facet`, with their descriptions and schemas.
 *
 * Elsewhere: `filter` (filters), `sort` (sort-parameters), `_facet` (facets), the parameters of each endpoint (list-parameters).
 */

import { type ContentModel, type ContentType, LIMITS } from '../../../src/content/model/index.js';
import type { ListCapabilities } from '../../../src/jsonapi/index.js';
import { describeLocales, writeName } from '../descriptive-texts.js';
import type { IncludePaths } from '../include-paths.js';
import { objectWith, type Schema } from '../schema/json-schema.js';
import type { FilterAmount } from './filters.js';
import { LISTED, MEMBERS, type Parameter } from './parameter.js';
import { listRelatedPaths } from './related-paths.js';

const nameList = (values: readonly string[], more: Schema = {}): Schema => ({
  type: 'array',
  items: { enum: values },
  uniqueItems: true,
  ...more,
});

const EXAMPLE_LIMIT = 5;

const RELATED_PAGE_MEMBERS: Readonly<Record<'limit' | 'skip', Schema>> = {
  limit: {
    type: 'integer',
    minimum: 0,
    maximum: LIMITS.relationshipLimitMaximum,
    examples: [EXAMPLE_LIMIT],
    description: 'Maximum number of items.',
  },
  skip: {
    type: 'integer',
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    examples: [EXAMPLE_LIMIT],
    description: 'Number of items to skip.',
  },
};

/** Equal for all relationships, whose defaults differ. */
const RELATED_PAGE = objectWith(RELATED_PAGE_MEMBERS, []);

/** @param limit of the page. @param defaultLimit if the request gives none. @param counted plural of the counted things */
const pageParameter = (key: string, limit: number, defaultLimit: number, counted: string): Parameter => ({
  key,
  name: 'page',
  description: `The page: \`page[limit]\` and \`page[skip]\`, sent from \`{ page: { limit: ${EXAMPLE_LIMIT} } }\`.`,
  ...MEMBERS,
  schema: objectWith(
    {
      limit: {
        type: 'integer',
        minimum: 0,
        maximum: limit,
        default: defaultLimit,
        examples: [EXAMPLE_LIMIT],
        description: `Maximum number of ${counted} (default: ${defaultLimit}).`,
      },
      skip: {
        type: 'integer',
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER,
        default: 0,
        examples: [EXAMPLE_LIMIT],
        description: `Number of ${counted} to skip.`,
      },
    },
    [],
  ),
});

export const pageParameters = (): readonly Parameter[] => [
  pageParameter('page', LIMITS.pageLimitMaximum, LIMITS.pageLimitDefault, 'items'),
];

/** @param limitDefault of the relationship */
export const linkagePageParameters = (limitDefault: number): readonly Parameter[] => [
  pageParameter('linkage.page', LIMITS.relationshipLimitMaximum, limitDefault, 'links'),
];

function describeListedPaths({ steps, complete }: IncludePaths): string {
  if (complete) return ' All paths are listed.';
  return ` Paths of up to ${steps} ${steps === 1 ? 'step' : 'steps'} are listed; paths may have up to ${LIMITS.includeDepth} steps.`;
}

/** @param amount a description with few filters says in its introduction that the server accepts more */
export function includeParameters(includePaths: IncludePaths, amount: FilterAmount): readonly Parameter[] {
  const { paths } = includePaths;
  if (paths.length === 0) return [];
  const listed = amount === 'few' ? '' : describeListedPaths(includePaths);
  return [
    {
      key: 'include',
      name: 'include',
      description: `Relationships whose items are included.${listed}`,
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

export function statisticsParameters(
  model: ContentModel,
  types: readonly ContentType[],
  { statistics, hops }: ListCapabilities,
): readonly Parameter[] {
  const listFields = (target: Pick<ListCapabilities, 'statistics'>): readonly string[] =>
    target.statistics.map(({ name }) => name);
  const related = listRelatedPaths(model, types, hops.toOne, listFields);
  const names = [...listFields({ statistics }), ...related.paths];
  if (names.length === 0) return [];
  const longer = related.areIncomplete ? ` Paths may lead over up to ${LIMITS.hops} relationships.` : '';
  return [
    {
      key: '_stats',
      name: '_stats',
      description: `Fields whose smallest and largest value are shown; for numbers also the sum and the mean.${longer}`,
      ...LISTED,
      schema: nameList(names, { minItems: 1, maxItems: LIMITS.statistics }),
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
