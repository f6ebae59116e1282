/**
 * How a Sanity document writes values that plain JSON does not have: localised values, references, image and file fields,
 * and lists of objects.
 *
 * Elsewhere: reading a value as the type of its field (document-reader), texts (portable-text).
 */
import { at, isList, isObject, type Json, type JsonObject, listAt, membersOf, textAt } from '../../value/json.js';

const localeCode = /^[a-z]{2,3}(?:[-_][A-Za-z0-9]{2,8})*$/;

/** @returns values by locale, where the value is a list or an object of them; undefined for any other */
export function byLocale(value: Json): readonly (readonly [string, Json])[] | undefined {
  if (Array.isArray(value)) {
    const entries = listAt(value);
    const isLocalised = (entry: Json): boolean => /^internationalizedArray.*Value$/.test(textAt(entry, '_type') ?? '');
    if (entries.length === 0 || !entries.every(isLocalised)) return undefined;
    return entries.map((entry) => [
      codeOf(textAt(entry, 'language') ?? textAt(entry, '_key') ?? ''),
      at(entry, 'value') ?? null,
    ]);
  }
  if (!isObject(value) || !/^(?:locale|locali[sz]ed|i18n)(?:[A-Z]|$)/.test(textAt(value, '_type') ?? ''))
    return undefined;
  const entries = membersOf(value).filter(([key]) => !key.startsWith('_'));
  if (entries.length === 0 || !entries.every(([key]) => localeCode.test(key))) return undefined;
  return entries.map(([key, each]) => [codeOf(key), each]);
}

/** As BCP 47 writes it. */
const codeOf = (code: string): string => code.replaceAll('_', '-');

/** Whether the value leads to a document of this dataset, or did: a studio leaves the type of one that was emptied. */
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

/** Members of an image or file field that an export has a place for, or that only its editors need. */
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

/** Whether the value is a list as the studio writes them: of objects that have a key or a type, and nothing besides. */
export const areMembers = (value: Json): value is readonly JsonObject[] =>
  isList(value) &&
  value.length > 0 &&
  value.every((each) => isObject(each) && (each['_key'] !== undefined || each['_type'] !== undefined));

/** @param place type and field. @returns the key of the type that a member of a list becomes */
export const componentKey = (member: JsonObject, place: string): string =>
  `component:${textAt(member, '_type') ?? place}`;

/** Whether the value is a slug, whose text is its member `current`. */
export const isSlug = (value: Json): value is JsonObject => isObject(value) && textAt(value, '_type') === 'slug';
