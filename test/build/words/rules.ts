/**
 * A type with two searched fields.
 */
import { contentType, type Language, type SearchOption, type SearchRules } from '../../../src/content/model/index.js';

type SwitchedOff = Pick<SearchOption, 'stems' | 'typos'>;

/** @returns the rules of a title that counts three times as much as the Markdown below it. @param phrases whether the Markdown keeps where its words stand. @param off what of it is off */
export function rulesOf(language: Language | undefined, phrases = false, off: SwitchedOff = {}): SearchRules {
  const fields = [
    { name: 'title', type: 'text', search: { weight: 3 } },
    { name: 'body', type: 'markdown', search: { weight: 1, ...(phrases ? { phrases } : {}), ...off } },
  ] as const;
  const { search } = contentType('page', fields, language);
  if (search === undefined) throw new Error('no rules');
  return search;
}
