/**
 * A type with two searched fields.
 */
import { contentType, type Language, type SearchRules } from '../../../src/content/model/index.js';

/** @returns the rules of a title that counts three times as much as the Markdown below it. @param phrases whether the Markdown keeps where its words stand */
export function rulesOf(language: Language | undefined, phrases = false): SearchRules {
  const fields = [
    { name: 'title', type: 'text', search: { weight: 3 } },
    { name: 'body', type: 'markdown', search: { weight: 1, ...(phrases ? { phrases } : {}) } },
  ] as const;
  const { search } = contentType('page', fields, language);
  if (search === undefined) throw new Error('no rules');
  return search;
}
