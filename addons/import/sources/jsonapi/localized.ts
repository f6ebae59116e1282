/**
 * Chooses the values that belong to each locale, from an item in all locales of a server.
 *
 * An answer in a locale also has values of the fallback locale. A value belongs to a locale if the resource names the locale
 * (`meta.locales`) and the value differs from the one of the fallback.
 */

import type { Locale } from '../../core/declarations/locales.js';
import type { FieldValue, TypeIntake } from '../../core/intake/source.js';
import { list, type Value } from '../../value/value.js';
import type { Values } from './resource-reader.js';

/** The values of an item in one locale, including values of fallback locales. */
export interface LocalValues {
  readonly locale: Locale;
  readonly values: Values;
}

const areEqual = (a: Value | undefined, b: Value | undefined): boolean => JSON.stringify(a) === JSON.stringify(b);

/**
 * @param localizations the item in each locale, the default locale first
 * @param ownLocales    codes of the locales in which the item has values that are not from a fallback
 */
export function localizedValues(
  localizations: readonly LocalValues[],
  ownLocales: ReadonlySet<string>,
  type: TypeIntake,
): readonly FieldValue[] {
  const [defaultLocalization] = localizations;
  if (defaultLocalization === undefined) return [];
  const values: FieldValue[] = [];
  for (const [field, value] of defaultLocalization.values) {
    values.push({ field, value, only: 'plain' });
    const isLocalized = localizations.some((localization) => !areEqual(localization.values.get(field), value));
    // Fields that are not localized are declared too, so that fields keep the server's order.
    type.field(field, isLocalized ? { localized: true } : {});
  }
  for (const { locale, values: localValues } of localizations) {
    if (!ownLocales.has(locale.code)) continue;
    const fallbackValues = localizations.find((localization) => localization.locale.code === locale.fallback)?.values;
    const allValues = [...localValues].map(([field, value]): FieldValue => {
      // An empty list is a value if the fallback has a list: otherwise the list of the fallback would count.
      const empty = fallbackValues?.get(field)?.kind === 'list' ? list([]) : undefined;
      const isPlain = areEqual(value, defaultLocalization.values.get(field));
      return { field, locale: locale.code, value: value ?? empty, ...(isPlain && { only: 'localized' }) };
    });
    const changedValues = allValues.filter(
      ({ field, value }) => fallbackValues === undefined || !areEqual(value, fallbackValues.get(field)),
    );
    // Without a changed value, all values are added, because the item has the locale nevertheless.
    values.push(...(changedValues.length > 0 ? changedValues : allValues));
  }
  return values;
}
