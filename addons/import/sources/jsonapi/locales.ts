/**
 * Locales that a server names in its root document, as stele does, and addresses of documents in one of them.
 */

import type { Locale } from '../../core/declarations/locales.js';
import { type JsonObject, textAt, textsAt } from '../../value/json.js';

/** @returns the default locale first; none if the server names one locale or none */
export function localesOf(root: JsonObject): readonly Locale[] {
  const codes = textsAt(root, 'meta', 'locales');
  if (codes.length < 2) return [];
  return codes.map((code, place): Locale => {
    const fallback = textAt(root, 'meta', 'fallbacks', code);
    return { code, ...(place === 0 && { default: true }), ...(fallback !== undefined && { fallback }) };
  });
}

/** @returns the address of the same document in a locale */
export function inLocale(address: string, code: string): string {
  const url = new URL(address);
  url.searchParams.set('localeCode', code);
  return url.href;
}
