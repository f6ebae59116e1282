/**
 * Schemas of the conditions on one field: an object with a member for each operator. Fields of equal operators share one.
 *
 * A list of values is a text with commas, because clients send no lists inside of an object.
 */
import {
  allOperatorsOf,
  countedRelationship,
  entryOf,
  entryOfType,
  type Field,
  isFolding,
  isListOfTexts,
  isLocaleField,
  LIMITS,
  type Operator,
  operandKind,
} from '../../../src/content/model/index.js';
import { describeOperand } from '../field-shapes.js';
import { type Json, objectWith, type Schema } from '../schema/json-schema.js';
import { pascalCase } from './component-names.js';
import type { Parameter } from './parameter.js';

/** The operators of a description with few filters: equality, comparison, and the distance of places. */
const FEW_OPERATORS: ReadonlySet<Operator> = new Set(['_eq', '_in', '_gt', '_gte', '_lt', '_lte', '_near']);

export const isFewOperator = (operator: Operator): boolean => FEW_OPERATORS.has(operator);

/** The conditions on the locale field as sentences. */
const OWN_VALUES: Readonly<Partial<Record<Operator, string>>> = {
  _eq: 'The item has at least one value of its own in this locale, not from a fallback.',
  _in: 'The item has at least one value of its own in one of these locales, not from a fallback.',
};

const NONE_LINKED =
  'The item has related items, and none of these. This is a condition on the item itself, not on one of its related items.';

function describeCondition(field: Field | undefined, operator: Operator): string {
  const { sentence } = entryOf(operator);
  if (field === undefined) return sentence;
  if (isLocaleField(field)) return OWN_VALUES[operator] ?? sentence;
  return field.type === 'relationship' && operator === '_nin' ? NONE_LINKED : sentence;
}

const NUMBER_LIST: Schema = { pattern: '^-?\\d+(\\.\\d+)?(,-?\\d+(\\.\\d+)?)*$', examples: ['1,2'] };

/** @returns the form of values separated by commas, if not every text is allowed. @param value schema of one value */
function listForm(field: Field | undefined, value: Schema): Schema {
  const { enum: allowedValues } = value;
  if (Array.isArray(allowedValues)) return { examples: [allowedValues.slice(0, 2).join()] };
  switch (field === undefined ? 'text' : entryOfType(field.type).value) {
    case 'boolean':
      return { pattern: '^(true|false)(,(true|false))*$', examples: ['true,false'] };
    case 'integer':
    case 'decimal':
      return NUMBER_LIST;
    case 'instant':
      return { examples: ['2026-05-16,2026-05-17'] };
    default:
      return {};
  }
}

/** Operators of numbers of related items have an example that suits all relationships. */
const EXAMPLE_COUNT: Json = 1;

function operatorSchema(field: Field | undefined, operator: Operator): Schema {
  const sentence = describeCondition(field, operator);
  if (operandKind(operator) === 'list') {
    return {
      type: 'string',
      minLength: 1,
      ...listForm(field, describeOperand(field, '_eq').schema),
      description: `${sentence} Values separated by commas, at most ${LIMITS.filterListValues}.`,
    };
  }
  const { description: _, examples, ...operand } = describeOperand(field, operator).schema;
  const isCount = field !== undefined && countedRelationship(field.name) !== undefined;
  return {
    ...operand,
    // Options of one select are no examples of another.
    ...(Array.isArray(examples) && field?.type !== 'select' && { examples: examples.slice(0, 1) }),
    ...(isCount && operator !== '_exists' && { examples: [EXAMPLE_COUNT] }),
    description: sentence,
  };
}

/** @returns a description of the form of the values, if the schema of an operator is not enough */
function describeForm(field: Field | undefined): Readonly<Record<string, string>> {
  if (field === undefined || entryOfType(field.type).value !== 'instant') return {};
  const { description } = describeOperand(field, '_eq').schema;
  return typeof description === 'string' ? { description: `Values are ${description.replace(/^W/, 'w')}` } : {};
}

const NAMES_BY_TYPE: Readonly<Record<Field['type'], string>> = {
  boolean: 'Boolean',
  dateTime: 'DateTime',
  decimal: 'Decimal',
  file: 'File',
  image: 'Image',
  integer: 'Integer',
  json: 'Json',
  location: 'Location',
  markdown: 'LongText',
  relationship: 'Link',
  select: 'Text',
  text: 'Text',
  textMultiline: 'LongText',
};

/**
 * @param isLimited whether the model turns off operators that fields of this type have
 * @returns a name such as `Text`; equal for all fields that usually have the same operators
 */
export function nameConditions(field: Field | undefined, operators: readonly Operator[], isLimited: boolean): string {
  // An id has the operators of a text.
  if (field === undefined) return 'Text';
  if (isLocaleField(field)) return 'Locale';
  if (countedRelationship(field.name) !== undefined) return 'Count';
  if (operators.join() === '_exists') return 'Exists';
  const fold = operators.some(isFolding) ? 'Folded' : '';
  const list = isListOfTexts(field) ? 'List' : '';
  return `${isLimited ? 'Limited' : ''}${fold}${NAMES_BY_TYPE[field.type]}${list}`;
}

/** @returns whether the field lacks operators that fields of its type have */
export const isLimitedField = (field: Field | undefined, operators: readonly Operator[]): boolean =>
  field !== undefined && operators.length < allOperatorsOf(field).length;

/** @param field undefined for `id`. @param isLimited of `isLimitedField` */
export const conditionsSchema = (
  field: Field | undefined,
  operators: readonly Operator[],
  isLimited: boolean,
): { readonly schemaName: string; readonly schema: Schema } => ({
  schemaName: `${nameConditions(field, operators, isLimited)}Filter`,
  schema: objectWith(
    Object.fromEntries(operators.map((operator) => [operator, operatorSchema(field, operator)])),
    [],
    describeForm(field),
  ),
});

/** Whether values of the field are texts or ids of any characters. @param field undefined for `id` */
export const mayContainCommas = (field: Field | undefined): boolean =>
  field === undefined || (!isLocaleField(field) && ['text', 'link'].includes(entryOfType(field.type).value));

/** Several values of `_in`, as an array: of a select, its options, and any other text, because others may be delivered. */
export const valuesSchema = (field: Field | undefined): Pick<Parameter, 'schemaName' | 'schema'> =>
  field?.type !== 'select' || field.options.length === 0
    ? TEXTS
    : {
        schemaName: `${pascalCase(field.name)}Values`,
        schema: { ...TEXTS.schema, items: { anyOf: [{ enum: [...field.options] }, { type: 'string' }] } },
      };

/** Several texts or ids, as an array. */
const TEXTS: Pick<Parameter, 'schemaName' | 'schema'> = {
  schemaName: 'TextValues',
  schema: {
    type: 'array',
    description: 'Values of `_in`, which may contain commas.',
    items: { type: 'string' },
    minItems: 1,
  },
};
