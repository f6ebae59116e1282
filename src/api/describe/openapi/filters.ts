/**
 * `filter` in OpenAPI: one parameter for each field and operator, and one for each kind of group.
 *
 * Outside groups every legal name is listed. A group holds alternatives that hold conditions and groups again, which no
 * list of names ends: it is described as an array of objects, written as `qs` writes it: `filter[_OR][0][price][_lt]=9`.
 */

import {
  entryOf,
  type Field,
  ID_OPERATORS,
  LIMITS,
  type Operator,
  type RelationshipField,
} from '../../../content/model/index.js';
import type { Askable } from '../../jsonapi/index.js';
import { operandShape } from '../field-shapes.js';
import { members, objectOf, type Schema } from '../schema/json-schema.js';
import { LISTED, type Parameter } from './parameter.js';

interface Filtered {
  readonly name: string;
  /** Undefined for `id`. */
  readonly field: Field | undefined;
  readonly operators: readonly Operator[];
}

const filtersOf = ({ filters }: Askable): readonly Filtered[] => [
  { name: 'id', field: undefined, operators: ID_OPERATORS },
  ...filters.map(({ field, operators }) => ({ name: field.name, field, operators })),
];

const GROUPS = {
  _OR: 'At least one of the alternatives holds.',
  _AND: 'Every alternative holds.',
  _NOT: 'None of the alternatives holds.',
} as const;

function conditionParameters({ name, field, operators }: Filtered): readonly Parameter[] {
  const isLink = field?.type === 'relationship';
  const behind: readonly Parameter[] = isLink
    ? [
        {
          key: `filter.${name}`,
          name: `filter[${name}]`,
          description: `${BEHIND} Written \`filter[${name}][<field>][<operator>]=<value>\`.`,
          style: 'deepObject',
          explode: true,
          schema: relatedSchema(field, operators),
        },
      ]
    : [];
  const conditions = operators.map((operator): Parameter => {
    const { schema } = operandShape(field, operator);
    const through = isLink && operator !== '_exists' ? '[id]' : '';
    const what = through === '' ? `\`${name}\`` : `An item that \`${name}\` leads to`;
    return {
      key: `filter.${name}.${operator}`,
      name: `filter[${name}]${through}[${operator}]`,
      description: `${what}: ${entryOf(operator).sentence}`,
      ...(schema['type'] === 'array' ? LISTED : {}),
      schema,
    };
  });
  return [...conditions, ...behind];
}

const BEHIND = `What one related item fulfils: conditions on its fields, through up to ${LIMITS.hops} relationships.`;

/** What is asked of a related item: besides these, its fields, and relationships to go on. */
function relatedSchema(field: RelationshipField, operators: readonly Operator[]): Schema {
  const onId = operators
    .filter((one) => one !== '_exists')
    .map((one) => [one, operandShape(field, one).schema] as const);
  return {
    type: 'object',
    description: BEHIND,
    properties: {
      _exists: { type: 'boolean' },
      type: objectOf({ _eq: { type: 'string', enum: field.to } }, []),
      id: { type: 'object', properties: members(onId) },
    },
    additionalProperties: { type: 'object' },
  };
}

export const SEARCH_KEY = 'filter._search';

/** @param condition where the schema of one alternative is */
export function filterParameters(asked: Askable, condition: Schema): readonly Parameter[] {
  const groups = Object.entries(GROUPS).map(
    ([name, text]): Parameter => ({
      key: `filter.${name}`,
      name: `filter[${name}]`,
      description: `${text} Written \`filter[${name}][<n>][<field>][<operator>]=<value>\`, entries of one \`n\` being one alternative; groups nest to depth ${LIMITS.filterDepth}.`,
      style: 'deepObject',
      explode: true,
      schema: { type: 'array', items: condition },
    }),
  );
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
  return [...filtersOf(asked).flatMap(conditionParameters), ...groups, ...search];
}

/** @param self where this schema is. @returns one alternative of a group: what holds together */
export function conditionSchema(asked: Askable, self: Schema): Schema {
  const fields = filtersOf(asked).map(({ name, field, operators }): [string, Schema] => {
    if (field?.type === 'relationship') return [name, relatedSchema(field, operators)];
    return [
      name,
      objectOf(members(operators.map((one): [string, Schema] => [one, operandShape(field, one).schema])), []),
    ];
  });
  const groups = Object.keys(GROUPS).map((name): [string, Schema] => [name, { type: 'array', items: self }]);
  return objectOf(members([...fields, ...groups]), []);
}
