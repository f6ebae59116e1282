/**
 * JSON values without loss of precision, and the problem of a text that is not JSON.
 *
 * Objects are Maps, so that `__proto__` and `constructor` are ordinary keys. Numbers are their source text.
 */

/** The source text of a number: valid JSON, of any length. */
export interface JsonNumber {
  readonly kind: 'number';
  readonly text: string;
}
export type JsonObject = ReadonlyMap<string, JsonValue>;
export type JsonArray = readonly JsonValue[];
export type JsonValue = null | boolean | string | JsonNumber | JsonArray | JsonObject;

export const isJsonObject = (value: JsonValue): value is JsonObject => value instanceof Map;
export const isJsonArray = (value: JsonValue): value is JsonArray => Array.isArray(value);
export const isJsonNumber = (value: JsonValue): value is JsonNumber =>
  typeof value === 'object' && value !== null && 'kind' in value;

/** The reason why a text is not JSON. */
export class JsonProblem extends Error {
  override readonly name = 'JsonProblem';
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-16 code units, as most editors count. */
  readonly column: number;

  constructor(reason: string, text: string, offset: number) {
    super(reason);
    const before = text.slice(0, offset);
    this.line = before.split('\n').length;
    this.column = offset - before.lastIndexOf('\n');
  }
}

/** @returns the value as JSON without spaces; members keep their order, numbers their source text */
export function toJsonText(value: JsonValue): string {
  if (isJsonNumber(value)) return value.text;
  if (isJsonArray(value)) return `[${value.map(toJsonText).join(',')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  return `{${[...value].map(([key, member]) => `${JSON.stringify(key)}:${toJsonText(member)}`).join(',')}}`;
}

/** @returns the value with JavaScript numbers; objects stay Maps */
export function toPlainNumbers(value: JsonValue): unknown {
  if (isJsonNumber(value)) return Number(value.text);
  if (isJsonArray(value)) return value.map(toPlainNumbers);
  if (isJsonObject(value)) return new Map([...value].map(([key, member]) => [key, toPlainNumbers(member)]));
  return value;
}
