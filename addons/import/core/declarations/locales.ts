/**
 * Locales of systems that do not say how their locales fall back.
 */
export interface Locale {
  readonly code: string;
  readonly default?: true;
  readonly fallback?: string;
}

/** @returns codes, the code of most values or files first */
export const byCount = (counts: ReadonlyMap<string, number>): readonly string[] =>
  [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([code]) => code);

/** @param first the default locale, to which all other locales fall back. @returns no locale if there are no codes */
export function fallingBack(codes: readonly string[], first = codes[0]): readonly Locale[] {
  if (first === undefined || codes.length === 0) return [];
  return [
    { code: first, default: true },
    ...codes.filter((code) => code !== first).map((code) => ({ code, fallback: first })),
  ];
}
