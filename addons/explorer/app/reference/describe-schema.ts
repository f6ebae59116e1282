/**
 * A JSON schema in words: the values that it allows, and examples of them.
 *
 * Elsewhere: the members of an object (schema-tree), fields of the model (describe-field).
 */
import { isObject, type JsonObject, readList, readText } from '../model/resource.js';

const NAMES: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'whole number',
  number: 'number',
  boolean: 'true or false',
  array: 'list',
  object: 'object',
  null: 'null',
};

const FORMATS: Readonly<Record<string, string>> = {
  date: 'date, YYYY-MM-DD',
  'date-time': 'time in UTC',
  uri: 'address',
  'uri-reference': 'address',
};

/** The pattern of a decimal number with a fixed number of digits. */
const DECIMAL_PATTERN = /^\^-\?\\d\+\\\.\\d\{(\d+)\}\$$/;

/** @param schema of a text */
function describeText(schema: JsonObject): string {
  const [, digits] = DECIMAL_PATTERN.exec(readText(schema, 'pattern')) ?? [];
  if (digits !== undefined) return `decimal number as a text, ${digits} digits after the point`;
  const format = FORMATS[readText(schema, 'format')];
  if (format !== undefined) return format;
  return readText(schema, 'contentMediaType') === 'text/markdown' ? 'Markdown text' : 'text';
}

/** @returns the limits of a number; the limits of JavaScript say nothing about a field and are left out */
function describeLimits({ minimum, maximum }: JsonObject): string {
  const isLimit = (limit: unknown): limit is number =>
    typeof limit === 'number' && Math.abs(limit) < Number.MAX_SAFE_INTEGER;
  const limits = [...(isLimit(minimum) ? [`from ${minimum}`] : []), ...(isLimit(maximum) ? [`to ${maximum}`] : [])];
  return limits.length === 0 ? '' : ` ${limits.join(' ')}`;
}

function describeType(schema: JsonObject, type: string): string {
  if (type === 'string') return describeText(schema);
  return `${NAMES[type] ?? type}${describeLimits(schema)}`;
}

/** @returns `decimal number as a text, 2 digits after the point, or null`; a reference has the name of its component */
export function describeSchema(schema: unknown): string {
  const reference = readText(schema, '$ref').split('/').at(-1) ?? '';
  if (reference !== '') return reference;
  if (!isObject(schema)) return 'any value';
  const alternatives = [...readList(schema, 'anyOf'), ...readList(schema, 'oneOf')];
  if (alternatives.length > 0) return [...new Set(alternatives.map(describeSchema))].join(' or ');
  if ('items' in schema) return `list of ${describeSchema(schema['items'])}`;
  if ('const' in schema) return JSON.stringify(schema['const']);
  const { type } = schema;
  const types = Array.isArray(type) ? type.map(String) : typeof type === 'string' ? [type] : [];
  if (types.length === 0) return 'any value';
  const names = types.filter((name) => name !== 'null').map((name) => describeType(schema, name));
  const text = names.join(' or ');
  if (text === '') return 'null';
  if (!types.includes('null')) return text;
  return text.includes(',') ? `${text}, or null` : `${text} or null`;
}

/** @returns allowed values or examples, as JSON */
export const listSchemaValues = (schema: unknown): readonly string[] =>
  [...readList(schema, 'enum'), ...readList(schema, 'examples')].map((value) => JSON.stringify(value));
