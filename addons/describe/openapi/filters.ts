/**
 * The parameters of `filter` in OpenAPI: one for each field, an object with a member for each operator.
 *
 * Conditions in groups and on related items have an unlimited number of names. They are one parameter, whose members have free
 * names.
 */

import {
  type ContentModel,
  type ContentType,
  countedRelationship,
  type Field,
  ID_OPERATORS,
  isUnique,
  LIMITS,
  LINK_COUNT,
  type Operator,
} from '../../../src/content/model/index.js';
import { type ListCapabilities, listCapabilities, typesBehind } from '../../../src/jsonapi/index.js';
import { writeName } from '../descriptive-texts.js';
import { conditionsSchema, isFewOperator, isLimitedField, mayContainCommas, valuesSchema } from './operator-schemas.js';
import { MEMBERS, type Parameter } from './parameter.js';

/** Whether a description has every filter, or only the usual ones. */
export type FilterAmount = 'all' | 'few';
export const FILTER_AMOUNTS: readonly FilterAmount[] = ['all', 'few'];

/** Listed conditions on fields of related items, as for sorts and facets. */
const relatedMaximum = 60;

/** A field, the operators of its filter, and the description that the filter belongs to. */
interface DescribedFilter {
  readonly name: string;
  /** Undefined for `id`. */
  readonly field: Field | undefined;
  readonly operators: readonly Operator[];
  readonly amount: FilterAmount;
}

const listFilters = ({ filters, counts }: ListCapabilities, amount: FilterAmount): readonly DescribedFilter[] => [
  { name: 'id', field: undefined, operators: ID_OPERATORS, amount },
  ...[...filters, ...counts].map(({ field, operators }) => ({ name: field.name, field, operators, amount })),
];

/** @returns a sentence on the score of a list that is filtered by a field without repeated values; empty with few filters */
function describeBound({ name, field, amount }: DescribedFilter, operators: readonly Operator[]): string {
  const isKey = field === undefined ? name === 'id' : isUnique(field);
  if (!isKey || !operators.includes('_eq') || amount === 'few') return '';
  return ' No two items have the same value, so the complexity of a list counts one item for `_eq`, and at most one for each value of `_in`.';
}

function conditionsParameter(
  filtered: DescribedFilter,
  path: string,
  description: string,
  operators: readonly Operator[],
) {
  const { name, field } = filtered;
  const parameter: Parameter = {
    key: `filter.${name}${field?.type === 'relationship' && path.endsWith('[id]') ? '.id' : ''}`,
    name: `filter${path}`,
    description: `${description}${describeBound(filtered, operators)}`,
    ...MEMBERS,
    ...conditionsSchema(field, operators, isLimitedField(field, filtered.operators)),
  };
  return operators.length === 0 ? [] : [parameter, ...valuesParameters(filtered, path, operators)];
}

/** @returns the array form of `_in`, for values that may contain commas */
function valuesParameters(
  { name, field, amount }: DescribedFilter,
  path: string,
  operators: readonly Operator[],
): readonly Parameter[] {
  if (!operators.includes('_in') || !mayContainCommas(field)) return [];
  return [
    {
      key: `filter.${name}._in`,
      name: `filter${path}[_in][]`,
      ...(amount === 'all' && { description: '`_in` for values with commas.' }),
      ...valuesSchema(field),
    },
  ];
}

function conditionParameters(filtered: DescribedFilter): readonly Parameter[] {
  const { name, field, amount } = filtered;
  const operators = filtered.operators.filter((operator) => amount === 'all' || isFewOperator(operator));
  const relationship = countedRelationship(name);
  if (relationship !== undefined) {
    const path = `[${relationship}][${LINK_COUNT}]`;
    return conditionsParameter(filtered, path, `The number of related items in \`${relationship}\`.`, operators);
  }
  if (field?.type !== 'relationship') {
    return conditionsParameter(filtered, `[${name}]`, `Conditions on ${writeName(name, field)}.`, operators);
  }
  const isExistence = (operator: Operator): boolean => operator === '_exists';
  return [
    ...conditionsParameter(
      filtered,
      `[${name}]`,
      `Whether the item has related items in ${writeName(name, field)}.`,
      operators.filter(isExistence),
    ),
    ...conditionsParameter(
      filtered,
      `[${name}][id]`,
      `Conditions on the id of a related item in ${writeName(name, field)}.`,
      operators.filter((operator) => !isExistence(operator)),
    ),
  ];
}

/** The name of the parameter for conditions in groups, and on related items that have none of their own. */
export const GROUP_KEY = 'filter';

const groupParameter = ({ hops }: ListCapabilities): Parameter => {
  const [hop] = hops.all;
  const behind =
    hop === undefined
      ? ''
      : ` Also conditions on related items, over up to ${LIMITS.hops} relationships: \`${hop}][<field>][<operator>\` for \`filter[${hop}][<field>][<operator>]\`.`;
  return {
    key: GROUP_KEY,
    name: 'filter',
    description: `Conditions with free names. The name of a member is the text between the outer brackets: \`_OR][<n>][<field>][<operator>\` for \`filter[_OR][<n>][<field>][<operator>]\`. A group has alternatives, of which at least one (\`_OR\`), every one (\`_AND\`) or none (\`_NOT\`) must be true. Conditions with the same \`n\` are one alternative. Groups nest up to depth ${LIMITS.filterDepth}.${behind}`,
    ...MEMBERS,
    schema: {
      type: 'object',
      propertyNames: { pattern: '^[^\\[\\]]+(\\]\\[[^\\[\\]]*){2,}$' },
      additionalProperties: { type: ['string', 'number', 'boolean'] },
    },
  };
};

/**
 * Conditions on fields of related items over one relationship, typed like the fields, while they are few enough to list.
 *
 * Ids have a parameter among the own conditions; longer paths and the type of a related item are members of `filter`.
 *
 * @returns empty if they are too many
 */
export function relatedFilters(model: ContentModel, type: ContentType): readonly Parameter[] {
  const parameters = listCapabilities([type]).hops.all.flatMap((hop) =>
    listCapabilities(typesBehind(model, [type], hop) ?? []).filters.flatMap(
      ({ field, operators }): readonly Parameter[] => {
        if (field.type === 'relationship' || operators.length === 0) return [];
        return [
          {
            key: `filter.${hop}.${field.name}`,
            name: `filter[${hop}][${field.name}]`,
            description: `${writeName(field.name, field)} of a related item in \`${hop}\`.`,
            ...MEMBERS,
            ...conditionsSchema(field, operators, isLimitedField(field, operators)),
          },
        ];
      },
    ),
  );
  return parameters.length > relatedMaximum ? [] : parameters;
}

export const SEARCH_KEY = 'filter._search';

export function filterParameters(capabilities: ListCapabilities, amount: FilterAmount): readonly Parameter[] {
  const search: readonly Parameter[] = capabilities.searched
    ? [
        {
          key: SEARCH_KEY,
          name: 'filter[_search]',
          description:
            'Words to search for, a "phrase", and -words to exclude. The best matches come first, unless there is a sort.',
          schema: { type: 'string', minLength: 1 },
        },
      ]
    : [];
  return [
    ...listFilters(capabilities, amount).flatMap((filtered) => conditionParameters(filtered)),
    ...(amount === 'all' ? [groupParameter(capabilities)] : []),
    ...search,
  ];
}
