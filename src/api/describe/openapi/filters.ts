/**
 * `filter` in OpenAPI: one parameter for each field and operator, and one for each kind of group.
 *
 * Outside groups every legal name is listed. A group holds alternatives that hold conditions and groups again, which no
 * list of names ends: it is described as an array of objects, written as `qs` writes it: `filter[_OR][0][price][_lt]=9`.
 */

import { entryOf, type Field, ID_OPERATORS, LIMITS, type Operator } from '../../../content/model/index.js';
import type { Askable } from '../../jsonapi/index.js';
import { operandShape } from '../field-shapes.js';
import { members, objectOf, type Schema, wholeObject } from '../schema/json-schema.js';
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
  const through = field?.type === 'relationship' ? '[id]' : '';
  const what = field?.type === 'relationship' ? `An item that \`${name}\` leads to` : `\`${name}\``;
  return operators.map((operator) => {
    const { schema } = operandShape(field, operator);
    return {
      key: `filter.${name}.${operator}`,
      name: `filter[${name}]${through}[${operator}]`,
      description: `${what}: ${entryOf(operator).sentence}`,
      ...(schema['type'] === 'array' ? LISTED : {}),
      schema,
    };
  });
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
    const on = objectOf(members(operators.map((one): [string, Schema] => [one, operandShape(field, one).schema])), []);
    return [name, field?.type === 'relationship' ? wholeObject({ id: on }) : on];
  });
  const groups = Object.keys(GROUPS).map((name): [string, Schema] => [name, { type: 'array', items: self }]);
  return objectOf(members([...fields, ...groups]), []);
}
