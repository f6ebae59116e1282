/**
 * Filter values: the text behind `=` → an operand of the field's type, exact.
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
import type { Problems } from '../request/problems.js';

/** Reading digits into a BigInt takes time that grows with their square. */
const digitsMaximum = 1000;
/** Longer than any written instant. */
const instantLengthMaximum = 40;

/** The operand of a comparison. */
export interface ComparedField {
  readonly name: string;
  readonly type: FieldType;
}

/**
 * @param operator one that `subject` takes
 * @returns undefined when the value is not of a form that would do, and then a problem was added
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

/** Of a date also what is wrong with it: the formats alone do not tell why one that looks right is refused. */
function formatsOf(type: FieldType, { value }: ListedValue): string {
  const kind = entryOfType(type).value;
  return kind === 'instant' ? `${FORMATS.instant}. ${explainNoInstant(value.replace(' ', '+'))}` : FORMATS[kind];
}

function refuse({ name, value }: ListedValue, on: string, formats: string, problems: Problems): void {
  const detail = (): string => `"${excerpt(value)}" is not a value for ${on}, which takes ${formats}.`;
  problems.add('InvalidValue', name, detail);
}

/** Nothing has the empty value, so where one is listed something was forgotten. */
function parseList(subject: ComparedField, { name, list }: Parameter, problems: Problems): Operand | undefined {
  const listed = list === undefined ? [] : [...list.values()];
  if (listed.length > LIMITS.filterListValues) {
    problems.add('TooManyConditions', name, () => {
      return `"${excerpt(name)}" lists ${listed.length} values; at most ${LIMITS.filterListValues} are allowed. Ask for the others in another request.`;
    });
  }
  const values: Value[] = [];
  for (const one of listed.slice(0, LIMITS.filterListValues)) {
    if (one.value !== '') {
      const value = parseValue(subject, one, problems);
      if (value !== undefined) values.push(value);
      continue;
    }
    problems.add('InvalidValue', one.name, () => {
      const wrong = listed.length === 1 ? 'lists no value' : 'has an empty place among its values';
      return `"${excerpt(one.name)}" ${wrong}: write one or several, with commas between them, or leave the filter out.`;
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
 * `-?digits`, or `-?digits[.digits]` where `fractional`; with an exponent too, as programs write what is very small or
 * large, its `+` perhaps unescaped.
 */
export function parseNumber(value: string, fractional: boolean): NumberValue | undefined {
  const mark = value.search(/e/i);
  return mark < 0 ? parsePlain(value, fractional) : parseExponential(value, mark, fractional);
}

function parseExponential(value: string, mark: number, fractional: boolean): NumberValue | undefined {
  const plain = parsePlain(value.slice(0, mark), true);
  const written = value.slice(mark + 1);
  if (plain === undefined || !/^[+ -]?\d{1,3}$/.test(written)) return undefined;
  const scale = plain.scale - Number(written);
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

/** As written, or with the `+` of its offset that an unescaped query string turned into a space. */
function parseInstantOfQuery(value: string): number | undefined {
  if (value.length > instantLengthMaximum) return undefined;
  const ms = parseInstant(value);
  if (ms !== undefined) return ms;
  // The first place an offset may begin is behind `YYYY-MM-DDThh:mm`.
  const space = value.indexOf(' ', 16);
  return space < 0 ? undefined : parseInstant(`${value.slice(0, space)}+${value.slice(space + 1)}`);
}
