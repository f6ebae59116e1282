/**
 * What a filter's value is written like: of which field, and behind which operator.
 */
import { type Field, INSTANT_FORMATS, LIMITS, type Operator, operandKind } from '../../../content/model/index.js';
import { ITEM_ID } from './exported.js';
import type { Schema } from './json-schema.js';

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
