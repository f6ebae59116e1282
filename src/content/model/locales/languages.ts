/**
 * The languages that texts can be searched in, by their ISO 639-1 codes.
 *
 * Elsewhere: the stop words and word endings of each (src/index/search/words/word-reader).
 */

export const LANGUAGES = ['da', 'de', 'en', 'es', 'fi', 'fr', 'it', 'nl', 'no', 'pt', 'sv'] as const;

export type Language = (typeof LANGUAGES)[number];

export const isLanguage = (value: unknown): value is Language => LANGUAGES.some((language) => language === value);

/** @returns the language of a locale code; undefined if texts cannot be searched in it */
export function languageOf(code: string): Language | undefined {
  const [first = ''] = code.toLowerCase().split(/[-_]/);
  const named = first === 'nb' || first === 'nn' ? 'no' : first;
  return LANGUAGES.find((language) => language === named);
}

/** The language of a locale in `model.json` whose words match as written. */
export const NO_LANGUAGE = 'none';
