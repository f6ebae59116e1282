/**
 * The locales of a space: which there are, and which falls back to which.
 *
 * Elsewhere: reading and checking them (json/read-locales), what they make of content types (localized).
 */

import type { SearchTuning } from '../tuning.js';
import type { Language } from './languages.js';

export interface Locale {
  /** As the model writes it: a well-formed tag of BCP 47. */
  readonly code: string;
  /** The locale whose values are used if this one has none. */
  readonly fallback: string | undefined;
  /** How its texts are searched; undefined: words count as they are written. */
  readonly language: Language | undefined;
  readonly search?: SearchTuning;
}

/** @returns for each of the locales: itself, and where it falls back to, one after the other, as places in the list */
export const fallbackChains = (locales: readonly Locale[]): readonly (readonly number[])[] =>
  locales.map((_, place) => {
    const chain: number[] = [];
    for (let at = place; at >= 0 && !chain.includes(at); ) {
      chain.push(at);
      const { fallback } = locales[at]!;
      at = fallback === undefined ? -1 : locales.findIndex(({ code }) => code === fallback);
    }
    return chain;
  });

/** @param code as a client writes it: upper and lower case make no difference. @returns its place; -1 where it is unknown */
export function localePlace(locales: readonly Locale[], code: string): number {
  const exact = locales.findIndex((locale) => locale.code === code);
  const lower = code.toLowerCase();
  return exact >= 0 ? exact : locales.findIndex((locale) => locale.code.toLowerCase() === lower);
}
