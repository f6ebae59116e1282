/**
 * JSON Schema (2020-12) as plain values, and functions that build common schemas.
 */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
export type Schema = { readonly [keyword: string]: Json };

export const isObject = (value: Json | undefined): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

/** @returns an object with these members and no others */
export function objectWith(
  properties: Readonly<Record<string, Schema>>,
  required: readonly string[],
  more: Schema = {},
): Schema {
  return {
    type: 'object',
    ...more,
    properties,
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
  };
}

/** @returns an object in which all of these members are required */
export const objectWithAll = (properties: Readonly<Record<string, Schema>>, more: Schema = {}): Schema =>
  objectWith(properties, Object.keys(properties), more);

/** @returns the schemas as members in the given order; keys may be any text, even `__proto__` */
export const members = (entries: Iterable<readonly [string, Schema]>): Readonly<Record<string, Schema>> =>
  Object.fromEntries(entries);

/** @returns a value of the type, or null for an unpopulated field */
export const orNull = (type: string, more: Schema = {}): Schema => ({ type: [type, 'null'], ...more });

/** @returns a choice of the schemas; the schema itself if there is only one */
export function anyOf(schemas: readonly Schema[]): Schema {
  const [only] = schemas;
  return schemas.length === 1 && only !== undefined ? only : { anyOf: schemas };
}

/** The JSON text of a value; of an object also the texts of its members. */
export type JsonTexts = string | ReadonlyMap<string, JsonTexts>;

/** Yields the parts of one JSON text: at least one part for each member, and for each member of a member. */
export function* textParts(texts: JsonTexts): Generator<string, void> {
  if (typeof texts === 'string') {
    yield texts;
    return;
  }
  yield '{';
  let separator = '';
  for (const [name, member] of texts) {
    yield `${separator}${JSON.stringify(name)}:`;
    yield* textParts(member);
    separator = ',';
  }
  yield '}';
}
