/**
 * An item in each locale of a server -> the values that belong to each locale.
 *
 * An answer in a locale also has values of the fallback locale. A value belongs to a locale if the resource names the locale
 * (`meta.locales`) and the value differs from the one of the fallback.
 */

import type { Locale } from '../../core/declarations/locales.js';
import type { FieldValue, TypeIntake } from '../../core/intake/source.js';
import { list, type Value } from '../../value/value.js';
import type { Values } from './resource-reader.js';

export interface LocalValues {
  readonly locale: Locale;
  readonly values: Values;
}

const same = (a: Value | undefined, b: Value | undefined): boolean => JSON.stringify(a) === JSON.stringify(b);

/**
 * @param shown in every locale, the default one first
 * @param own   codes of the locales in which the item has any value of its own
 */
export function localizedValues(
  shown: readonly LocalValues[],
  own: ReadonlySet<string>,
  type: TypeIntake,
): readonly FieldValue[] {
  const [first] = shown;
  if (first === undefined) return [];
  const values: FieldValue[] = [];
  for (const [field, value] of first.values) {
    values.push({ field, value, only: 'plain' });
    const isLocalized = shown.some((each) => !same(each.values.get(field), value));
    // Also of the others, so that fields come in the server's order.
    type.field(field, isLocalized ? { localized: true } : {});
  }
  for (const { locale, values: here } of shown) {
    if (!own.has(locale.code)) continue;
    const below = shown.find((each) => each.locale.code === locale.fallback)?.values;
    const all = [...here].map(([field, value]): FieldValue => {
      // A list of links that is empty is a value, too, where others would count in its place.
      const empty = below?.get(field)?.kind === 'list' ? list([]) : undefined;
      const isPlain = same(value, first.values.get(field));
      return { field, locale: locale.code, value: value ?? empty, ...(isPlain && { only: 'localized' }) };
    });
    const needed = all.filter(({ field, value }) => below === undefined || !same(value, below.get(field)));
    // What says the same as what it would fall back to makes it one of the item's locales all the same.
    values.push(...(needed.length > 0 ? needed : all));
  }
  return values;
}
