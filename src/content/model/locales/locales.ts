/**
 * The locales of a space, and the locale that each falls back to.
 *
 * Elsewhere: reading and checking them (json/read-locales), content types with locales (localized).
 */

import type { SearchTuning } from '../tuning.js';
import type { Language } from './languages.js';

export interface Locale {
  /** A well-formed language tag (BCP 47), spelled as in the model. */
  readonly code: string;
  /** The locale whose values are used if this locale has none. */
  readonly fallback: string | undefined;
  /** Search language of its texts; undefined: words match as written. */
  readonly language: Language | undefined;
  readonly search?: SearchTuning;
  /** Its name for readers: `German (Switzerland)`. Absent: the code is shown. */
  readonly label?: string;
}

/** @returns for each locale its fallback chain, itself first, as indexes of the list */
export const fallbackChains = (locales: readonly Locale[]): readonly (readonly number[])[] =>
  locales.map((_, place) => {
    const chain: number[] = [];
    for (let locale = place; locale >= 0 && !chain.includes(locale); ) {
      chain.push(locale);
      const { fallback } = locales[locale]!;
      locale = fallback === undefined ? -1 : locales.findIndex(({ code }) => code === fallback);
    }
    return chain;
  });

/** @param code from a client, in any case. @returns the index of the locale; -1 if it is unknown */
export function localePlace(locales: readonly Locale[], code: string): number {
  const exact = locales.findIndex((locale) => locale.code === code);
  const lower = code.toLowerCase();
  return exact >= 0 ? exact : locales.findIndex((locale) => locale.code.toLowerCase() === lower);
}
