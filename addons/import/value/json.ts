/**
 * JSON of other systems: parsing with a bounded depth, and reading of members without assumptions about the shape.
 *
 * Elsewhere: values with a kind for each type of field (value).
 */
import { isExact } from './numbers.js';

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);

/**
 * Maximum depth of nested lists and objects in a source: functions that walk a value call themselves once for each level.
 *
 * Rich text in JSON has about four levels for each nested list, and becomes Markdown, so a source may be deeper than an export.
 */
export const JSON_DEPTH_MAXIMUM = 512;

export const TOO_DEEP = `lists and objects are nested deeper than ${JSON_DEPTH_MAXIMUM}; flatten them in the source`;

/** Maximum depth of a line of an export, as a build reads it: the item, the locales of a field, and the field's value. */
export const EXPORT_DEPTH_MAXIMUM = 64;

/** Whether lists and objects are nested in more levels. Cost: O(values) up to that level */
export function isDeeperThan(value: Json, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  return Object.values(value).some((member) => isDeeperThan(member, levels - 1));
}

/**
 * Whether JSON is nested deeper than it may be.
 *
 * Cost: O(length), less than parsing; texts shorter than the bound are not looked at
 */
function isTooDeep(text: string): boolean {
  if (text.length <= JSON_DEPTH_MAXIMUM) return false;
  let depth = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) index = endOfString(text, index);
    else if (code === OPENING_BRACKET || code === OPENING_BRACE) {
      depth += 1;
      if (depth > JSON_DEPTH_MAXIMUM) return true;
    } else if (code === CLOSING_BRACKET || code === CLOSING_BRACE) depth -= 1;
  }
  return false;
}

/** @returns the index of the quote that ends a string; the end of the text if none does */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
  return text.length;
}

const [QUOTE, BACKSLASH, COLON, SPACE] = [0x22, 0x5c, 0x3a, 0x20];
const [OPENING_BRACKET, CLOSING_BRACKET, OPENING_BRACE, CLOSING_BRACE] = [0x5b, 0x5d, 0x7b, 0x7d];

/** @throws SyntaxError if the text is not JSON, or is nested deeper than JSON_DEPTH_MAXIMUM */
export function parseJson(text: string): Json {
  if (isTooDeep(text)) throw new SyntaxError(TOO_DEEP);
  const value: Json = JSON.parse(text);
  return value;
}

/**
 * Whether an object of a JSON text has a name twice, so that parsing dropped a value.
 *
 * @param value the parsed text
 * Cost: O(length), less than parsing
 */
export const hasRepeatedName = (text: string, value: Json): boolean => countWrittenNames(text) > countMembers(value);

function countWrittenNames(text: string): number {
  let count = 0;
  for (let start = text.indexOf('"'); start >= 0; ) {
    let next = endOfString(text, start) + 1;
    start = text.indexOf('"', next);
    while (text.charCodeAt(next) <= SPACE) next += 1;
    if (text.charCodeAt(next) === COLON) count += 1;
  }
  return count;
}

function countMembers(value: Json): number {
  if (typeof value !== 'object' || value === null) return 0;
  const members = Object.values(value);
  let count = isList(value) ? 0 : members.length;
  for (const member of members) count += countMembers(member);
  return count;
}

/** Digits that a binary float may not hold, also inside a string. */
const longNumber = /\d{16}|\d[eE]|\d\.\d{15}/;
/** A string, which is left as it is, or a number. */
const stringOrNumber = /"(?:[^"\\]|\\.)*"|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)/g;

/**
 * Parses JSON as `parseJson` does. A number that a binary float cannot represent becomes a text with the same digits.
 *
 * @throws SyntaxError as `parseJson` does
 */
export function parseExactJson(text: string): Json {
  if (!longNumber.test(text)) return parseJson(text);
  return parseJson(
    text.replace(stringOrNumber, (part, digits: string | undefined) =>
      digits === undefined || isExact(digits) ? part : `"${digits}"`,
    ),
  );
}

/** @returns the own member at the end of a path of keys; undefined if a step of the path is not a member */
export function memberAt(value: Json | undefined, ...path: readonly string[]): Json | undefined {
  let member = value;
  for (const key of path) {
    if (!isObject(member) || !Object.hasOwn(member, key)) return undefined;
    member = member[key];
  }
  return member;
}

export function textAt(value: Json | undefined, ...path: readonly string[]): string | undefined {
  const member = memberAt(value, ...path);
  return typeof member === 'string' ? member : undefined;
}

export function numberAt(value: Json | undefined, ...path: readonly string[]): number | undefined {
  const member = memberAt(value, ...path);
  return typeof member === 'number' ? member : undefined;
}

/** @returns the list at the path; an empty list if there is none */
export function listAt(value: Json | undefined, ...path: readonly string[]): readonly Json[] {
  const member = memberAt(value, ...path);
  return isList(member) ? member : [];
}

/** @returns the texts of the list at the path that are not empty */
export const textsAt = (value: Json | undefined, ...path: readonly string[]): readonly string[] =>
  listAt(value, ...path).flatMap((member) => (typeof member === 'string' && member !== '' ? [member] : []));

/** @returns own members in their order; none if the value is not an object */
export const readMembers = (value: Json | undefined): readonly (readonly [string, Json])[] =>
  isObject(value) ? Object.entries(value) : [];
