/**
 * Recognizes the kinds of values in a Sanity document: localised values, references, images and files, slugs, and lists of
 * objects.
 *
 * Elsewhere: reading a value as the type of its field (document-reader), texts (portable-text).
 */
import {
  isList,
  isObject,
  type Json,
  type JsonObject,
  listAt,
  memberAt,
  readMembers,
  textAt,
} from '../../value/json.js';

const localeCode = /^[a-z]{2,3}(?:[-_][A-Za-z0-9]{2,8})*$/;

/** @returns pairs of locale and value; undefined if the value is not localised */
export function splitByLocale(value: Json): readonly (readonly [string, Json])[] | undefined {
  if (Array.isArray(value)) {
    const entries = listAt(value);
    const isLocalised = (entry: Json): boolean => /^internationalizedArray.*Value$/.test(textAt(entry, '_type') ?? '');
    if (entries.length === 0 || !entries.every(isLocalised)) return undefined;
    return entries.map((entry) => [
      formatLocale(textAt(entry, 'language') ?? textAt(entry, '_key') ?? ''),
      memberAt(entry, 'value') ?? null,
    ]);
  }
  if (!isObject(value) || !/^(?:locale|locali[sz]ed|i18n)(?:[A-Z]|$)/.test(textAt(value, '_type') ?? ''))
    return undefined;
  const entries = readMembers(value).filter(([key]) => !key.startsWith('_'));
  if (entries.length === 0 || !entries.every(([key]) => localeCode.test(key))) return undefined;
  return entries.map(([key, localValue]) => [formatLocale(key), localValue]);
}

/** @returns the code in the notation of BCP 47: `de-CH` for `de_CH` */
const formatLocale = (code: string): string => code.replaceAll('_', '-');

/** Whether the value is a reference to a document of this dataset. An emptied reference keeps its type. */
export const isReference = (value: Json): boolean =>
  (textAt(value, '_ref') !== undefined || textAt(value, '_type') === 'reference') &&
  textAt(value, '_dataset') === undefined;

/** Whether the value is a field of an image or a file. */
export const isFile = (value: Json): value is JsonObject =>
  isObject(value) &&
  (textAt(value, '_sanityAsset') !== undefined ||
    /^(?:image|file)-/.test(textAt(value, 'asset', '_ref') ?? '') ||
    ((value['_type'] === 'image' || value['_type'] === 'file') &&
      value['asset'] === undefined &&
      Object.keys(value).length === 1));

/** Members of an image or file that are imported, or that only editors need. */
export const fileMembers: ReadonlySet<string> = new Set([
  '_type',
  '_key',
  'asset',
  '_sanityAsset',
  'alt',
  'altText',
  '_upload',
  'hotspot',
  'crop',
]);

/** Whether the value is a list in which each member is an object with a key or a type. */
export const isMemberList = (value: Json): value is readonly JsonObject[] =>
  isList(value) &&
  value.length > 0 &&
  value.every((member) => isObject(member) && (member['_key'] !== undefined || member['_type'] !== undefined));

/** @param place `type.field`. @returns the key of the type of a list member */
export const buildComponentKey = (member: JsonObject, place: string): string =>
  `component:${textAt(member, '_type') ?? place}`;

/** Whether the value is a slug, whose text is its member `current`. */
export const isSlug = (value: Json): value is JsonObject => isObject(value) && textAt(value, '_type') === 'slug';
