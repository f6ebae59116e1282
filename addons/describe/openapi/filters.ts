/**
 * The parameters of `filter` in OpenAPI: one for each field and operator.
 *
 * Conditions in groups and on related items have an unlimited number of names. They are one parameter, an object whose
 * members are sent as parameters with their own names (`style: form`, `explode: true`).
 */

import {
  countedRelationship,
  entryOf,
  type Field,
  ID_OPERATORS,
  isLocaleField,
  isUnique,
  LIMITS,
  LINK_COUNT,
  type Operator,
} from '../../../src/content/model/index.js';
import type { ListCapabilities } from '../../../src/jsonapi/index.js';
import { writeName } from '../descriptive-texts.js';
import { describeOperand } from '../field-shapes.js';
import { LISTED, type Parameter } from './parameter.js';

interface Filtered {
  readonly name: string;
  /** Undefined for `id`. */
  readonly field: Field | undefined;
  readonly operators: readonly Operator[];
}

const listFilters = ({ filters, counts }: ListCapabilities): readonly Filtered[] => [
  { name: 'id', field: undefined, operators: ID_OPERATORS },
  ...[...filters, ...counts].map(({ field, operators }) => ({ name: field.name, field, operators })),
];

/** The conditions on the locale field as sentences. */
const OWN_VALUES: Readonly<Partial<Record<Operator, string>>> = {
  _eq: 'The item has at least one value of its own in this locale, not from a fallback.',
  _in: 'The item has at least one value of its own in one of these locales, not from a fallback.',
};

const describeNoneLinked = (name: string): string =>
  `\`${name}\` has related items, and none of these. This is a condition on the item itself, not on one of its related items.`;

/** @returns a sentence on the score of a list that is filtered by a field without repeated values */
function describeBound({ name, field }: Pick<Filtered, 'name' | 'field'>, operator: Operator): string {
  const isKey = field === undefined ? name === 'id' : isUnique(field);
  if (!isKey) return '';
  if (operator === '_eq') return ' At most one item has it, so the complexity of a list counts one item.';
  return operator === '_in' ? ' The complexity of a list counts at most one item for each value.' : '';
}

function conditionParameters({ name, field, operators }: Filtered): readonly Parameter[] {
  const isLink = field?.type === 'relationship';
  return operators.map((operator): Parameter => {
    const { schema } = describeOperand(field, operator);
    const through = isLink && operator !== '_exists' ? '[id]' : '';
    const { sentence } = entryOf(operator);
    const relationship = countedRelationship(name);
    if (relationship !== undefined) {
      return {
        key: `filter.${name}.${operator}`,
        name: `filter[${relationship}][${LINK_COUNT}][${operator}]`,
        description: `The number of related items in \`${relationship}\`: ${sentence}`,
        ...(schema['type'] === 'array' ? LISTED : {}),
        schema,
      };
    }
    const ownSentence = field !== undefined && isLocaleField(field) ? OWN_VALUES[operator] : undefined;
    const conditionText =
      through === ''
        ? `${writeName(name, field)}: ${ownSentence ?? sentence}`
        : `A related item in ${writeName(name, field)}: ${sentence}`;
    return {
      key: `filter.${name}.${operator}`,
      name: `filter[${name}]${through}[${operator}]`,
      description:
        operator === '_nin' && through !== ''
          ? describeNoneLinked(name)
          : conditionText + describeBound({ name, field }, operator),
      ...(schema['type'] === 'array' ? LISTED : {}),
      schema,
    };
  });
}

/** The parameter for conditions in groups and on related items. */
const groupParameter = ({ hops }: ListCapabilities): Parameter => {
  const behind =
    hops.all.length === 0
      ? ''
      : ` Also conditions on related items, over up to ${LIMITS.hops} relationships: \`filter[${hops.all[0]}][<field>][<operator>]\`.`;
  return {
    key: 'filter',
    name: 'filter',
    description: `Filters with their complete names. A group has alternatives, of which at least one (\`_OR\`), every one (\`_AND\`) or none (\`_NOT\`) must be true: \`filter[_OR][<n>][<field>][<operator>]\`. Conditions with the same \`n\` are one alternative. Groups nest up to depth ${LIMITS.filterDepth}.${behind}`,
    style: 'form',
    explode: true,
    schema: {
      type: 'object',
      propertyNames: { pattern: '^filter(\\[[^\\[\\]]*\\]){3,}$' },
      additionalProperties: { type: 'string' },
    },
  };
};

export const SEARCH_KEY = 'filter._search';

export function filterParameters(capabilities: ListCapabilities): readonly Parameter[] {
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
  return [...listFilters(capabilities).flatMap(conditionParameters), groupParameter(capabilities), ...search];
}
