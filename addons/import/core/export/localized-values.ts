/**
 * The values that one field of an item has in several locales -> one value, or one for each locale of the model.
 */
import type { Value } from '../../value/value.js';
import type { SpooledValue } from '../intake/source-type.js';

export interface LocalizedValue {
  readonly code: string;
  readonly value: Value;
}

export interface SpreadValues {
  /** Of a field without locales; undefined if the field has no value in the default locale. */
  readonly single?: Value | undefined;
  /** Of a localized field, in the order of the model's locales. */
  readonly byLocale?: readonly LocalizedValue[];
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
  spooledValues: readonly SpooledValue[],
  isLocalized: boolean,
  defaultLocale: string | undefined,
  codes: readonly string[],
): SpreadValues {
  const valueByLocale = new Map<string, Value>();
  for (const { locale, value, isPlain } of spooledValues) {
    if (isPlain !== true) valueByLocale.set(locale ?? defaultLocale ?? '', value);
  }
  const plainValue = spooledValues.find(({ isPlain }) => isPlain === true)?.value;
  if (!isLocalized) return chooseSingle(valueByLocale, plainValue, defaultLocale);
  if (plainValue !== undefined && valueByLocale.size === 0) valueByLocale.set(defaultLocale ?? '', plainValue);
  const byLocale: LocalizedValue[] = [];
  for (const code of codes) {
    const value = valueByLocale.get(code);
    if (value !== undefined) byLocale.push({ code, value });
  }
  const unknownLocales = [...valueByLocale.keys()].filter((code) => !codes.includes(code));
  return { byLocale, droppedCount: 0, unknownLocales };
}

/** @param plainValue counts only for a field without locales; undefined if the source gave none */
function chooseSingle(
  valueByLocale: ReadonlyMap<string, Value>,
  plainValue: Value | undefined,
  defaultLocale: string | undefined,
): SpreadValues {
  if (plainValue !== undefined) {
    const plainJson = JSON.stringify(plainValue);
    const differingValues = [...valueByLocale.values()].filter((value) => JSON.stringify(value) !== plainJson);
    return { single: plainValue, droppedCount: differingValues.length, unknownLocales: [] };
  }
  const onlyValue =
    valueByLocale.size === 1 && defaultLocale === undefined ? [...valueByLocale.values()][0] : undefined;
  const single = valueByLocale.get(defaultLocale ?? '') ?? onlyValue;
  const chosenCount = single === undefined ? 0 : 1;
  return { single, droppedCount: valueByLocale.size - chosenCount, unknownLocales: [] };
}
