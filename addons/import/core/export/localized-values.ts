/**
 * The values that one field of an item has in several locales -> one value, or one for each locale of the model.
 */
import type { Value } from '../../value/value.js';
import type { Spooled } from '../intake/source-type.js';

export interface SpreadValues {
  /** Of a field without locales; undefined if the field has no value in the default locale. */
  readonly single?: Value | undefined;
  /** Of a localized field, in the order of the model's locales. */
  readonly byLocale?: readonly (readonly [code: string, value: Value])[];
  /** Values of other locales, which a field without locales cannot have. */
  readonly droppedCount: number;
  /** Locales that the model lacks; their values are dropped. */
  readonly unknownLocales: readonly string[];
}

/**
 * @param defaultLocale of values without a locale; undefined if the export has no locales
 * @param codes         locales of the model
 */
export function spreadByLocale(
  spooledValues: readonly Spooled[],
  isLocalized: boolean,
  defaultLocale: string | undefined,
  codes: readonly string[],
): SpreadValues {
  const values = new Map<string, Value>();
  const plainValue = spooledValues.find(([, , , isPlain]) => isPlain === true)?.[2];
  for (const [, locale, value, isPlain] of spooledValues) {
    if (isPlain !== true) values.set(locale === 0 ? (defaultLocale ?? '') : locale, value);
  }
  if (!isLocalized) return singleValue(values, plainValue, defaultLocale);
  if (plainValue !== undefined && values.size === 0) values.set(defaultLocale ?? '', plainValue);
  const byLocale = codes.flatMap((code): (readonly [string, Value])[] => {
    const value = values.get(code);
    return value === undefined ? [] : [[code, value]];
  });
  const unknownLocales = [...values.keys()].filter((code) => !codes.includes(code));
  return { byLocale, droppedCount: 0, unknownLocales };
}

function singleValue(
  values: ReadonlyMap<string, Value>,
  plainValue: Value | undefined,
  defaultLocale: string | undefined,
): SpreadValues {
  if (plainValue !== undefined) {
    const plainJson = JSON.stringify(plainValue);
    const differing = [...values.values()].filter((value) => JSON.stringify(value) !== plainJson);
    return { single: plainValue, droppedCount: differing.length, unknownLocales: [] };
  }
  const isOnly = values.size === 1 && defaultLocale === undefined;
  const single = values.get(defaultLocale ?? '') ?? (isOnly ? [...values.values()][0] : undefined);
  return { single, droppedCount: values.size - (single === undefined ? 0 : 1), unknownLocales: [] };
}
