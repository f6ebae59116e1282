/**
 * Locales of systems that do not say how their locales fall back: all other locales fall back to the default locale.
 *
 * Elsewhere: reading the locales of a system (the sources), locales in `model.json` (model/plan).
 */
export interface Locale {
  readonly code: string;
  readonly default?: true;
  readonly fallback?: string;
  /** Its name for readers: `German`. */
  readonly label?: string;
}

/**
 * @param counts number of values or files by the code of their locale
 * @returns the codes, the most frequent first
 */
export function sortByFrequency(counts: ReadonlyMap<string, number>): readonly string[] {
  const frequencies = [...counts].map(([code, count]) => ({ code, count }));
  frequencies.sort((a, b) => b.count - a.count || (a.code < b.code ? -1 : 1));
  return frequencies.map(({ code }) => code);
}

/**
 * @param defaultCode the default locale, to which all other locales fall back
 * @returns no locale if there are no codes
 */
export function buildLocales(codes: readonly string[], defaultCode = codes[0]): readonly Locale[] {
  if (defaultCode === undefined || codes.length === 0) return [];
  const otherCodes = codes.filter((code) => code !== defaultCode);
  return [{ code: defaultCode, default: true }, ...otherCodes.map((code) => ({ code, fallback: defaultCode }))];
}
