/**
 * `filter` in OpenAPI: one parameter for each field and operator.
 *
 * Conditions in groups and behind relationships have names without an end: these are one parameter, an object whose members
 * are sent as parameters by their own names, which is what OpenAPI has for that (`style: form`, `explode: true`).
 */

import { entryOf, type Field, ID_OPERATORS, LIMITS, type Operator } from '../../../src/content/model/index.js';
import type { ListCapabilities } from '../../../src/jsonapi/index.js';
import { operandShape } from '../field-shapes.js';
import { LISTED, type Parameter } from './parameter.js';

interface Filtered {
  readonly name: string;
  /** Undefined for `id`. */
  readonly field: Field | undefined;
  readonly operators: readonly Operator[];
}

const filtersOf = ({ filters }: ListCapabilities): readonly Filtered[] => [
  { name: 'id', field: undefined, operators: ID_OPERATORS },
  ...filters.map(({ field, operators }) => ({ name: field.name, field, operators })),
];

const noneLinked = (name: string): string =>
  `\`${name}\` leads to something, and to none of these items, whatever is asked of a related item beside it.`;

function conditionParameters({ name, field, operators }: Filtered): readonly Parameter[] {
  const isLink = field?.type === 'relationship';
  return operators.map((operator): Parameter => {
    const { schema } = operandShape(field, operator);
    const through = isLink && operator !== '_exists' ? '[id]' : '';
    const { sentence } = entryOf(operator);
    const what = through === '' ? `\`${name}\`: ${sentence}` : `An item that \`${name}\` leads to: ${sentence}`;
    return {
      key: `filter.${name}.${operator}`,
      name: `filter[${name}]${through}[${operator}]`,
      description: operator === '_nin' && through !== '' ? noneLinked(name) : what,
      ...(schema['type'] === 'array' ? LISTED : {}),
      schema,
    };
  });
}

/** What has no end of names. */
const nested = ({ hops }: ListCapabilities): Parameter => {
  const behind =
    hops.all.length === 0
      ? ''
      : ` And conditions on related items, through up to ${LIMITS.hops} relationships: \`filter[${hops.all[0]}][<field>][<operator>]\`.`;
  return {
    key: 'filter',
    name: 'filter',
    description: `Filters by their whole names. Groups hold alternatives, of which any (\`_OR\`), every (\`_AND\`) or none (\`_NOT\`) holds: \`filter[_OR][<n>][<field>][<operator>]\`, where conditions with the same \`n\` are one alternative; groups nest to depth ${LIMITS.filterDepth}.${behind}`,
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

export function filterParameters(asked: ListCapabilities): readonly Parameter[] {
  const search: readonly Parameter[] = asked.searched
    ? [
        {
          key: SEARCH_KEY,
          name: 'filter[_search]',
          description:
            'Words to look for, a "phrase", -words to leave out; the best answers come first, unless there is a sort.',
          schema: { type: 'string', minLength: 1 },
        },
      ]
    : [];
  return [...filtersOf(asked).flatMap(conditionParameters), nested(asked), ...search];
}
