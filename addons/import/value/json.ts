/**
 * JSON of foreign systems: any value, asked for members without trusting its shape.
 */

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);

/** @throws SyntaxError where the text is no JSON */
export function parseJson(text: string): Json {
  const value: Json = JSON.parse(text);
  return value;
}

/** @returns the own member at the end of a path of keys; undefined where the path leaves the objects there are */
export function at(value: Json | undefined, ...path: readonly string[]): Json | undefined {
  let found = value;
  for (const key of path) {
    if (!isObject(found) || !Object.hasOwn(found, key)) return undefined;
    found = found[key];
  }
  return found;
}

export function textAt(value: Json | undefined, ...path: readonly string[]): string | undefined {
  const found = at(value, ...path);
  return typeof found === 'string' ? found : undefined;
}

export function numberAt(value: Json | undefined, ...path: readonly string[]): number | undefined {
  const found = at(value, ...path);
  return typeof found === 'number' ? found : undefined;
}

/** @returns the list at the path; an empty one where there is none */
export function listAt(value: Json | undefined, ...path: readonly string[]): readonly Json[] {
  const found = at(value, ...path);
  return isList(found) ? found : [];
}

/** @returns the texts of the list at the path, and of those that are empty none */
export const textsAt = (value: Json | undefined, ...path: readonly string[]): readonly string[] =>
  listAt(value, ...path).flatMap((each) => (typeof each === 'string' && each !== '' ? [each] : []));

/** @returns own members in their order; none where the value is not an object */
export const membersOf = (value: Json | undefined): readonly (readonly [string, Json])[] =>
  isObject(value) ? Object.entries(value) : [];
