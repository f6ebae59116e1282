/**
 * Filter values: the text after `=` → an operand of the field's type, without rounding.
 *
 * Elsewhere: instants and areas (content/model), lists sent in several parameters (request/value-lists).
 */
import { excerpt } from '../../content/errors/index.js';
import {
  AREA_FORMATS,
  type Area,
  entryOfType,
  explainNoInstant,
  type FieldType,
  INSTANT_FORMATS,
  isListOperator,
  LIMITS,
  type Operator,
  operandKind,
  parseInstant,
  readArea,
  utf8,
  type ValueKind,
} from '../../content/model/index.js';
import type { Operand, Value } from '../../engine/query/index.js';
import type { ListedValue, Parameter } from '../request/parameter.js';
import { Problems } from '../request/problems.js';

/** The time to read a BigInt grows with the square of its digits. */
const digitsMaximum = 1000;
/** Longer than any written instant. */
const instantLengthMaximum = 40;

/** The field that an operand is compared with. */
export interface ComparedField {
  readonly name: string;
  readonly type: FieldType;
}

/**
 * @param operator allowed on `subject`
 * @returns undefined if the value has a wrong form; then a problem was added
 */
export function parseOperand(
  subject: ComparedField,
  operator: Operator,
  parameter: Parameter,
  problems: Problems,
): Operand | undefined {
  const { value } = parameter;
  if (operator === '_exists') {
    const populated = parsePopulated(value);
    if (populated === undefined) refuse(parameter, 'the operator _exists', FORMATS.boolean, problems);
    return populated;
  }
  const kind = operandKind(operator);
  if (kind === 'circle' || kind === 'box') return parseArea(kind, subject, parameter, problems);
  return isListOperator(operator) ? parseList(subject, parameter, problems) : parseValue(subject, parameter, problems);
}

/** @returns whether the text is a value for the operator on the field; of a list the texts between commas */
export function isOperand(subject: ComparedField, operator: Operator, value: string): boolean {
  const problems = new Problems();
  const list = new Map(value.split(',', LIMITS.filterListValues).map((part) => [part, { name: '', value: part }]));
  return parseOperand(subject, operator, { name: '', path: [], value, list }, problems) !== undefined;
}

function parseValue(subject: ComparedField, listed: ListedValue, problems: Problems): Value | undefined {
  const value = parseOfType(subject.type, listed.value);
  if (value === undefined)
    refuse(listed, `"${subject.name}" (${subject.type})`, formatsOf(subject.type, listed), problems);
  return value;
}

function parseArea(
  shape: Area['shape'],
  subject: ComparedField,
  parameter: Parameter,
  problems: Problems,
): Value | undefined {
  const area = readArea(shape, parameter.value);
  if (typeof area !== 'string') return { kind: 'area', area };
  refuse(parameter, `"${subject.name}" (${subject.type})`, `${AREA_FORMATS[shape]}. ${area}`, problems);
  return undefined;
}

/** @returns the accepted formats; for an instant also the mistake, because a refused one may look correct */
function formatsOf(type: FieldType, { value }: ListedValue): string {
  const kind = entryOfType(type).value;
  return kind === 'instant' ? `${FORMATS.instant}. ${explainNoInstant(value.replace(' ', '+'))}` : FORMATS[kind];
}

function refuse({ name, value }: ListedValue, on: string, formats: string, problems: Problems): void {
  const isNothing = value === 'null' || value === 'NULL';
  const advice = isNothing ? ' To select items without a value, use the operator _exists with the value false.' : '';
  const detail = (): string => `"${excerpt(value)}" is not a value for ${on}, which takes ${formats}.${advice}`;
  problems.add('InvalidValue', name, detail);
}

/** No item has the empty value, so an empty value in a list is a mistake. */
function parseList(subject: ComparedField, { name, list }: Parameter, problems: Problems): Operand | undefined {
  const listed = list === undefined ? [] : [...list.values()];
  if (listed.length > LIMITS.filterListValues) {
    problems.add('TooManyConditions', name, () => {
      return `"${excerpt(name)}" lists ${listed.length} values; at most ${LIMITS.filterListValues} are allowed. Ask for the others in another request.`;
    });
  }
  const values: Value[] = [];
  for (const listedValue of listed.slice(0, LIMITS.filterListValues)) {
    if (listedValue.value !== '') {
      const value = parseValue(subject, listedValue, problems);
      if (value !== undefined) values.push(value);
      continue;
    }
    problems.add('InvalidValue', listedValue.name, () => {
      const mistake = listed.length === 1 ? 'lists no value' : 'has an empty value';
      return `"${excerpt(listedValue.name)}" ${mistake}: write one or more values, separated by commas, or leave the filter out.`;
    });
  }
  return values.length === listed.length ? { kind: 'list', values } : undefined;
}

const FORMATS: Readonly<Record<ValueKind, string>> = {
  boolean: 'true or false',
  text: 'any text',
  integer: `an integer such as 12 or -3, of at most ${digitsMaximum} digits`,
  decimal: `a decimal number such as 12.50 or -3, of at most ${digitsMaximum} digits`,
  instant: INSTANT_FORMATS,
  location: 'nothing',
  link: 'the id of a related item',
  asset: 'nothing',
  json: 'nothing',
};

function parsePopulated(value: string): Extract<Operand, { kind: 'populated' }> | undefined {
  const parsed = parseBoolean(value);
  return parsed === undefined ? undefined : { kind: 'populated', value: parsed };
}

function parseOfType(type: FieldType, value: string): Value | undefined {
  const kind = entryOfType(type).value;
  switch (kind) {
    case 'boolean': {
      const parsed = parseBoolean(value);
      return parsed === undefined ? undefined : { kind, value: parsed };
    }
    case 'integer':
      return parseNumber(value, false);
    case 'decimal':
      return parseNumber(value, true);
    case 'instant': {
      const ms = parseInstantOfQuery(value);
      return ms === undefined ? undefined : { kind, ms };
    }
    case 'text':
      return { kind, bytes: utf8(value) };
    case 'link':
      return value === '' ? undefined : { kind: 'itemId', bytes: utf8(value) };
    case 'location':
    case 'asset':
    case 'json':
      return undefined;
  }
}

const parseBoolean = (value: string): boolean | undefined =>
  value === 'true' ? true : value === 'false' ? false : undefined;

type NumberValue = Extract<Value, { kind: 'number' }>;

/**
 * Parses `-?digits`, or `-?digits[.digits]` if `isDecimal`; either with an exponent, as programs write very small and large
 * numbers. The `+` of the exponent may be unescaped, so a space is accepted in its place.
 */
export function parseNumber(value: string, isDecimal: boolean): NumberValue | undefined {
  const exponentAt = value.search(/e/i);
  return exponentAt < 0 ? parsePlain(value, isDecimal) : parseExponential(value, exponentAt, isDecimal);
}

function parseExponential(value: string, exponentAt: number, fractional: boolean): NumberValue | undefined {
  const plain = parsePlain(value.slice(0, exponentAt), true);
  const exponent = value.slice(exponentAt + 1);
  if (plain === undefined || !/^[+ -]?\d{1,3}$/.test(exponent)) return undefined;
  const scale = plain.scale - Number(exponent);
  if (!fractional && scale > 0) return undefined;
  return scale >= 0 ? { ...plain, scale } : { ...plain, digits: plain.digits * 10n ** BigInt(-scale), scale: 0 };
}

function parsePlain(value: string, fractional: boolean): NumberValue | undefined {
  const start = value.charCodeAt(0) === 0x2d ? 1 : 0;
  const length = value.length;
  if (length - start > digitsMaximum + 1) return undefined;
  let point = -1;
  for (let i = start; i < length; i += 1) {
    const code = value.charCodeAt(i);
    if (code >= 0x30 && code <= 0x39) continue;
    if (code !== 0x2e || !fractional || point >= 0 || i === start || i === length - 1) return undefined;
    point = i;
  }
  const digitCount = length - start - (point < 0 ? 0 : 1);
  if (digitCount === 0 || digitCount > digitsMaximum) return undefined;
  if (point < 0) return { kind: 'number', digits: BigInt(value), scale: 0 };
  const digits = BigInt(value.slice(0, point) + value.slice(point + 1));
  return { kind: 'number', digits, scale: length - 1 - point };
}

/** Parses an instant; the `+` of its offset may be unescaped, so a space is accepted in its place. */
function parseInstantOfQuery(value: string): number | undefined {
  if (value.length > instantLengthMaximum) return undefined;
  const ms = parseInstant(value);
  if (ms !== undefined) return ms;
  // An offset begins at the earliest after `YYYY-MM-DDThh:mm`.
  const space = value.indexOf(' ', 16);
  return space < 0 ? undefined : parseInstant(`${value.slice(0, space)}+${value.slice(space + 1)}`);
}
