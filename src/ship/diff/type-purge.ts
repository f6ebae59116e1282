/**
 * The part of a purge for one content type: its changed items and fields, in each locale.
 *
 * Elsewhere: the list of keys (purge), the list of paths (purge-paths), why these keys are enough
 * (src/jsonapi/surrogate-keys).
 */

import { type ContentType, type Field, isLocalized, LOCALE_FIELD } from '../../content/model/index.js';
import { Bitset } from '../../index/docset/index.js';
import { anyValueKey, fieldKey, hasMarks, marksOf, typeInLocale, valueKey } from '../../jsonapi/index.js';
import type { LocaleChanges, TypeChanges } from './changes.js';

/** The part of a purge for one type in one locale. */
export interface LocalePurge {
  /** Name of the type in keys. */
  readonly name: string;
  /** Docs of the earlier snapshot that are changed or removed. */
  readonly touched: Bitset;
  readonly touchedCount: number;
  /** Keys of changed fields, each followed by the keys of its values. Fields that are not localized are only in the default locale. */
  readonly fieldKeys: readonly string[];
}

/** The part of a purge for one type. */
export interface TypePurge {
  readonly name: string;
  /** Docs of the earlier snapshot that are removed, or changed in any locale. */
  readonly touched: Bitset;
  readonly touchedCount: number;
  readonly locales: readonly LocalePurge[];
  /** Docs of the later snapshot. */
  readonly added: Uint32Array;
  /** Whether items were added or removed, or the order changed. */
  readonly hasOtherItems: boolean;
  readonly hasOtherCount: boolean;
}

/** If a field has more changed values in a locale, one key purges its lists by any value. */
const valueKeysMaximum = 1000;

/** @returns field → keys of its changed values. Memory: O(fields · `valueKeysMaximum`). */
function listValueKeys(
  type: string,
  fields: readonly Field[],
  { eachChange }: LocaleChanges,
): ReadonlyMap<string, ReadonlySet<string>> {
  const keysByField = new Map(fields.filter(hasMarks).map((field) => [field.name, { field, keys: new Set<string>() }]));
  eachChange((name, values) => {
    const { field, keys } = keysByField.get(name) ?? {};
    if (field === undefined || keys === undefined || keys.size > valueKeysMaximum) return;
    for (const value of values()) for (const mark of marksOf(field, value)) keys.add(valueKey(type, name, mark));
  });
  const limitKeys = (name: string, keys: ReadonlySet<string>): ReadonlySet<string> =>
    keys.size > valueKeysMaximum ? new Set([anyValueKey(type, name)]) : keys;
  return new Map([...keysByField].map(([name, { keys }]) => [name, limitKeys(name, keys)]));
}

/** @returns the set of changed and removed docs of the earlier snapshot */
function collectTouched(
  { itemsBefore = 0, removed }: TypeChanges,
  changed: Uint32Array,
): Pick<LocalePurge, 'touched' | 'touchedCount'> {
  const touched = new Bitset(itemsBefore);
  touched.addAll(changed);
  touched.addAll(removed);
  return { touched, touchedCount: changed.length + removed.length };
}

function describeLocale(changes: TypeChanges, locale: LocaleChanges, model: ContentType | undefined): LocalePurge {
  const { code, changed, fields } = locale;
  const localeTypeName = typeInLocale(changes.name, code);
  const changedFields = fields.flatMap((field) => model?.fieldByName.get(field.name) ?? []);
  const localeFields = code === undefined ? changedFields : changedFields.filter(isLocalized);
  const byValue = listValueKeys(localeTypeName, localeFields, locale);
  const fieldKeys = localeFields.flatMap((field) => [
    fieldKey(localeTypeName, field.name),
    ...(byValue.get(field.name) ?? []),
  ]);
  // One key for all locales, as of a field that is not localized.
  const localeKeys = code === undefined && changes.hasOtherLocales ? [fieldKey(localeTypeName, LOCALE_FIELD)] : [];
  return { name: localeTypeName, ...collectTouched(changes, changed), fieldKeys: [...fieldKeys, ...localeKeys] };
}

/** @param model the content type, equal in both snapshots. @returns the part of a purge for the type */
export function describeTypePurge(changes: TypeChanges, model: ContentType | undefined): TypePurge {
  const { name, itemsBefore = 0, itemsAfter = 0, added, changed, removed, reordered } = changes;
  return {
    name,
    ...collectTouched(changes, changed),
    added,
    hasOtherItems: added.length + removed.length > 0 || reordered,
    hasOtherCount: itemsBefore !== itemsAfter,
    locales: changes.locales.map((locale) => describeLocale(changes, locale, model)),
  };
}

export const isTouched = ({ hasOtherItems, touchedCount }: TypePurge): boolean => hasOtherItems || touchedCount > 0;
