/**
 * Values of items, each with its kind, before the types of fields are decided.
 *
 * Values are plain JSON, because items wait in a file until the model is known.
 * Elsewhere: fitting a value to the type of its field (core/export/field-value).
 */
import { IMAGE_ATTRIBUTES, type ImageValue } from '../../../src/content/model/index.js';
import { isList, isObject, type Json, type JsonObject } from './json.js';
import { removeExponent } from './numbers.js';

export type Value =
  | { readonly kind: 'boolean'; readonly value: boolean }
  /** As digits, without exponent. */
  | { readonly kind: 'number'; readonly text: string }
  | {
      readonly kind: 'text';
      readonly text: string;
      /** The format has no types, such as CSV, so the text may be a number, a boolean or a time. */
      readonly isUntyped?: true;
      readonly markdown?: true;
      /** The rich text that the Markdown was made from, as the JSON of its system. */
      readonly rich?: Json;
    }
  | Link
  | { readonly kind: 'asset'; readonly asset: ImageValue; readonly isImage: boolean; readonly item?: Link }
  | { readonly kind: 'json'; readonly value: Json }
  | { readonly kind: 'list'; readonly values: readonly Value[] };

/** A link to an item. It has no type if the source names none, because its ids are unique over all types. */
export interface Link {
  readonly kind: 'link';
  readonly id: string;
  /** The source's key of the type. */
  readonly type?: string;
}

export const text = (value: string): Value => ({ kind: 'text', text: value });
export const markdown = (value: string, rich?: Json): Value => ({
  kind: 'text',
  text: value,
  markdown: true,
  ...(rich !== undefined && { rich }),
});
export const untypedText = (value: string): Value => ({ kind: 'text', text: value, isUntyped: true });
export const json = (value: Json): Value => ({ kind: 'json', value });
export const list = (values: readonly Value[]): Value => ({ kind: 'list', values });
export const link = (id: string, type?: string): Link =>
  type === undefined ? { kind: 'link', id } : { kind: 'link', id, type };
export const number = (value: number): Value => ({
  kind: 'number',
  text: removeExponent(String(value)) ?? String(value),
});
export const boolean = (value: boolean): Value => ({ kind: 'boolean', value });

const isScalar = (value: Json): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

/** @returns a JSON value with the kind of its JSON type; undefined for null */
export function toValue(value: Json | undefined): Value | undefined {
  if (value === null || value === undefined) return undefined;
  if (typeof value === 'string') return text(value);
  if (typeof value === 'number') return number(value);
  if (typeof value === 'boolean') return boolean(value);
  if (isList(value)) {
    return value.every(isScalar) ? list(value.flatMap((member) => toValue(member) ?? [])) : json(value);
  }
  return json(value);
}

/** @returns the value as JSON, for a `json` field */
export function toJson(value: Value): Json {
  switch (value.kind) {
    case 'boolean':
      return value.value;
    case 'number':
      return removeExponent(String(Number(value.text))) === value.text ? Number(value.text) : value.text;
    case 'text':
      return value.text;
    case 'link':
      return value.type === undefined ? { id: value.id } : { type: value.type, id: value.id };
    case 'asset':
      return writeAsset(value.asset);
    case 'json':
      return value.value;
    case 'list':
      return value.values.map(toJson);
  }
}

/** @returns the members of an image that are set, always in the same order */
export const writeAsset = (asset: ImageValue): JsonObject =>
  Object.fromEntries(IMAGE_ATTRIBUTES.flatMap((name) => (asset[name] === undefined ? [] : [[name, asset[name]]])));

const imageMembers: ReadonlySet<string> = new Set(IMAGE_ATTRIBUTES);

/** Whether an object has only members of an image as stele delivers it, the address among them. */
export const isDeliveredImage = (value: Json): value is JsonObject =>
  isObject(value) && typeof value['url'] === 'string' && Object.keys(value).every((key) => imageMembers.has(key));

const isAddress = (text: string): boolean => /^https?:\/\/\S+$/.test(text);

/** @returns the address of an item in a short description by an API, such as `{"name": "Rome", "url": "https://…/cities/4"}` */
export function readAddress(value: Json): string | undefined {
  if (typeof value === 'string') return isAddress(value) ? value : undefined;
  const [url, members] = isObject(value) ? [value['url'], Object.values(value)] : [undefined, []];
  return typeof url === 'string' && members.length <= 3 && members.every(isScalar) ? url : undefined;
}

const imageEnding = /\.(?:apng|avif|bmp|gif|heic|ico|jpe?g|png|svg|tiff?|webp)(?:[?#].*)?$/is;

/** Members by which other systems call the text of an image. */
export const ALT_TEXT_NAMES = ['alt', 'alternativeText'] as const;
const altTextNames: ReadonlySet<string> = new Set(ALT_TEXT_NAMES);

/** Whether an object is an image: an address alone may be the address of anything. */
export const looksLikeImage = (value: Json): value is JsonObject =>
  isObject(value) &&
  typeof value['url'] === 'string' &&
  Object.keys(value).every((key) => imageMembers.has(key) || altTextNames.has(key)) &&
  (Object.keys(value).length > 1 || imageEnding.test(value['url']));
