/**
 * Reads a localized field, `{"en": …, "de": …}`, and resolves fallbacks.
 *
 * An absent or null value is replaced by the value of the fallback locale. An empty text or an empty list is a value.
 */
import { didYouMean, list } from '../../../src/content/errors/index.js';
import type { Field, Locale } from '../../../src/content/model/index.js';
import { fallbackChains } from '../../../src/content/model/index.js';
import type { FieldValue } from '../item.js';
import { quoted } from '../problems.js';
import { isJsonObject, type JsonValue } from './json-value.js';
import { valueReader } from './reader-table.js';
import { describeValue, type ValueReader, type ValueReport } from './value-reader.js';

export interface LocalizedValue {
  /** One per locale, fallbacks resolved. */
  readonly values: readonly (FieldValue | undefined)[];
  /** Places of the locales with a value of their own, ascending. */
  readonly ownLocales: readonly number[];
}

export type LocalizedReader = (value: JsonValue, report: ValueReport) => LocalizedValue;

/**
 * Finds the locale whose value is used.
 *
 * @param chain the locale itself, then its fallbacks in order
 * @returns the first locale of the chain that has a value, or −1
 */
export function findSource(chain: readonly number[], hasValue: (locale: number) => boolean): number {
  for (const locale of chain) if (hasValue(locale)) return locale;
  return -1;
}

/** @param locales locales of the type, the default one first */
export function localizedReader(field: Field, locales: readonly Locale[]): LocalizedReader {
  const read: ValueReader = valueReader(field);
  const chains = fallbackChains(locales);
  const codes = locales.map(({ code }) => code);
  return (value, report) => {
    /** Locale → its own value; undefined if it has none. */
    const ownValues: (FieldValue | undefined)[] = codes.map(() => undefined);
    if (value !== null && !isJsonObject(value)) {
      report.error(
        () =>
          `the field is localized, so an object of values by locale is expected, not ${describeValue(value)}; write {"${codes[0]}": …}`,
      );
      return { values: ownValues, ownLocales: [] };
    }
    for (const [code, localValue] of value ?? []) {
      const locale = codes.indexOf(code);
      if (locale < 0) warnUnknownLocale(report, code, codes);
      else if (localValue !== null) ownValues[locale] = read(localValue, reportForLocale(report, code));
    }
    const hasValue = (locale: number): boolean => ownValues[locale] !== undefined;
    // The source is −1 if no locale of the chain has a value; there is no value at −1.
    const values = chains.map((chain) => ownValues[findSource(chain, hasValue)]);
    const ownLocales = [...codes.keys()].filter(hasValue);
    return { values, ownLocales };
  };
}

const warnUnknownLocale = (report: ValueReport, code: string, codes: readonly string[]): void =>
  report.warning(
    'unknownKey',
    (ifRepaired) =>
      `the model has no locale ${quoted(code)}${ifRepaired(', so its value is left out')}; locales are ${list(codes)}.${didYouMean(code, codes)}`,
    code,
  );

/** @returns a report that adds the locale's code to the place of a problem */
const reportForLocale = (report: ValueReport, code: string): ValueReport => ({
  error: (reason, member) => report.error(reason, member === undefined ? code : `${code}.${member}`),
  warning: (kind, reason, member) => report.warning(kind, reason, member === undefined ? code : `${code}.${member}`),
});
