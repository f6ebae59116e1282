/**
 * JSON as values that have lost nothing, and the problem that stands where a text is none.
 *
 * Objects are Maps, so that `__proto__` and `constructor` are keys like any other; numbers are their source text.
 */

/** A number as it stands in the text, grammatically valid, of any length. */
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

/** Why a text is no JSON. */
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

/** @returns the value as JSON without spaces: members in their order, numbers as they were written */
export function jsonText(value: JsonValue): string {
  if (isJsonNumber(value)) return value.text;
  if (isJsonArray(value)) return `[${value.map(jsonText).join(',')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  return `{${[...value].map(([key, member]) => `${JSON.stringify(key)}:${jsonText(member)}`).join(',')}}`;
}

/** The value with JavaScript's own numbers, for a reader that needs no more of them; objects stay Maps. */
export function withPlainNumbers(value: JsonValue): unknown {
  if (isJsonNumber(value)) return Number(value.text);
  if (isJsonArray(value)) return value.map(withPlainNumbers);
  if (isJsonObject(value)) return new Map([...value].map(([key, member]) => [key, withPlainNumbers(member)]));
  return value;
}
