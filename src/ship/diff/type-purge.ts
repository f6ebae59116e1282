/**
 * The part of a purge that belongs to one content type: which items and which fields have changed, in each locale.
 *
 * Elsewhere: the list of keys (purge), the list of paths (purge-paths), why these keys are enough
 * (src/jsonapi/surrogate-keys).
 */

import { type ContentType, type Field, isLocalized } from '../../content/model/index.js';
import { Bitset } from '../../index/docset/index.js';
import { anyValueKey, fieldKey, hasMarks, marksOf, typeInLocale, valueKey } from '../../jsonapi/index.js';
import type { LocaleChanges, TypeChanges } from './changes.js';

/** What there is to purge of a type's answers in one locale. */
export interface LocalePurge {
  /** The type as keys name it. */
  readonly name: string;
  /** Docs before that are shown otherwise, or not at all. */
  readonly touched: Bitset;
  readonly touchedCount: number;
  /** Keys of the fields that have changed, each before those of its values; what is not localized is the default locale's. */
  readonly fieldKeys: readonly string[];
}

/** What there is to purge of one type. */
export interface TypePurge {
  readonly name: string;
  /** Docs before that were changed, in whichever locale, or removed. */
  readonly touched: Bitset;
  readonly touchedCount: number;
  readonly locales: readonly LocalePurge[];
  /** Docs after. */
  readonly added: Uint32Array;
  /** Whether it has other items, or another order. */
  readonly hasOtherItems: boolean;
  readonly hasOtherCount: boolean;
}

/** Of a field in a locale: with more, lists by whichever value are dropped. */
const valueKeysMaximum = 1000;

/** @returns by field, the keys of the values that have changed. Memory: O(fields · `valueKeysMaximum`). */
function valueKeys(
  type: string,
  fields: readonly Field[],
  { eachChange }: LocaleChanges,
): ReadonlyMap<string, ReadonlySet<string>> {
  const named = new Map(fields.filter(hasMarks).map((field) => [field.name, { field, keys: new Set<string>() }]));
  eachChange((name, values) => {
    const { field, keys } = named.get(name) ?? {};
    if (field === undefined || keys === undefined || keys.size > valueKeysMaximum) return;
    for (const value of values()) for (const mark of marksOf(field, value)) keys.add(valueKey(type, name, mark));
  });
  const limited = (name: string, keys: ReadonlySet<string>): ReadonlySet<string> =>
    keys.size > valueKeysMaximum ? new Set([anyValueKey(type, name)]) : keys;
  return new Map([...named].map(([name, { keys }]) => [name, limited(name, keys)]));
}

/** Docs before that are not what they were. */
function touchedIn(
  { itemsBefore = 0, removed }: TypeChanges,
  changed: Uint32Array,
): Pick<LocalePurge, 'touched' | 'touchedCount'> {
  const touched = new Bitset(itemsBefore);
  touched.addAll(changed);
  touched.addAll(removed);
  return { touched, touchedCount: changed.length + removed.length };
}

function localePurge(changes: TypeChanges, locale: LocaleChanges, model: ContentType | undefined): LocalePurge {
  const { code, changed, fields } = locale;
  const inLocale = typeInLocale(changes.name, code);
  const own = fields.flatMap((field) => model?.fieldByName.get(field.name) ?? []);
  const shown = code === undefined ? own : own.filter(isLocalized);
  const byValue = valueKeys(inLocale, shown, locale);
  const fieldKeys = shown.flatMap((field) => [fieldKey(inLocale, field.name), ...(byValue.get(field.name) ?? [])]);
  return { name: inLocale, ...touchedIn(changes, changed), fieldKeys };
}

/** @param model of the type, which is the same in both */
export function purgeOf(changes: TypeChanges, model: ContentType | undefined): TypePurge {
  const { name, itemsBefore = 0, itemsAfter = 0, added, changed, removed, reordered } = changes;
  return {
    name,
    ...touchedIn(changes, changed),
    added,
    hasOtherItems: added.length + removed.length > 0 || reordered,
    hasOtherCount: itemsBefore !== itemsAfter,
    locales: changes.locales.map((locale) => localePurge(changes, locale, model)),
  };
}

export const isTouched = ({ hasOtherItems, touchedCount }: TypePurge): boolean => hasOtherItems || touchedCount > 0;
