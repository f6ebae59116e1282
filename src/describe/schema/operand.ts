/**
 * What a filter's value is written like: of which field, and behind which operator.
 */
import { type Field, INSTANT_FORMATS, LIMITS, type Operator } from '../../model/index.js';
import { ITEM_ID } from './exported.js';
import type { Schema } from './json-schema.js';

export const OPERATOR_TEXTS: Readonly<Record<Operator, string>> = {
  _exists: 'Whether the field is populated.',
  _eq: 'Equals the value.',
  _neq: 'Has another value.',
  _gt: 'Is greater than the value.',
  _gte: 'Is greater than the value, or equals it.',
  _lt: 'Is less than the value.',
  _lte: 'Is less than the value, or equals it.',
  _contains: 'Contains the value.',
  _startsWith: 'Begins with the value.',
  _endsWith: 'Ends with the value.',
  _in: 'Equals one of the values.',
  _nin: 'Has a value that is not one of these.',
  _ieq: 'Equals the value, whatever the case.',
  _icontains: 'Contains the value, whatever the case.',
  _istartsWith: 'Begins with the value, whatever the case.',
  _iendsWith: 'Ends with the value, whatever the case.',
};

const TEXT: Schema = { type: 'string' };

function comparedValue(field: Field): Schema {
  switch (field.type) {
    case 'boolean':
      return { type: 'boolean' };
    case 'dateTime':
      return {
        type: 'string',
        description: `Written ${INSTANT_FORMATS}.`,
        examples: ['2026-05-16', '2026-05-16T08:15:00.000Z'],
      };
    case 'decimal':
      return { type: 'string', pattern: '^-?\\d+(\\.\\d+)?$', maxLength: 1000 };
    case 'integer':
      return { type: 'integer' };
    case 'markdown':
    case 'text':
    case 'textMultiline':
      return TEXT;
    case 'select':
      return { type: 'string', examples: [...field.options] };
    case 'relationship':
      return ITEM_ID;
    case 'file':
    case 'image':
    case 'json':
      // No operator compares them.
      return { not: {} };
  }
}

/** What an operator compares a field with: whether it has a value, one value, or several. */
export function operandKind(operator: Operator): 'flag' | 'value' | 'list' {
  switch (operator) {
    case '_exists':
      return 'flag';
    case '_in':
    case '_nin':
      return 'list';
    case '_eq':
    case '_neq':
    case '_gt':
    case '_gte':
    case '_lt':
    case '_lte':
    case '_contains':
    case '_startsWith':
    case '_endsWith':
    case '_ieq':
    case '_icontains':
    case '_istartsWith':
    case '_iendsWith':
      return 'value';
  }
}

/** Values stand with commas between them; one that holds a comma is sent by another name, so it is no example here. */
function listed(value: Schema): Schema {
  const { examples, ...rest } = value;
  if (!Array.isArray(examples)) return value;
  const plain = examples.filter((example) => !String(example).includes(','));
  return plain.length === 0 ? rest : { ...rest, examples: plain };
}

/** @param field undefined for `id` */
export function operandSchema(field: Field | undefined, operator: Operator): Schema {
  const value = field === undefined ? TEXT : comparedValue(field);
  switch (operandKind(operator)) {
    case 'flag':
      return { type: 'boolean' };
    case 'list':
      return { type: 'array', items: listed(value), minItems: 1, maxItems: LIMITS.filterListValues };
    case 'value':
      return value;
  }
}
