/**
 * Reads the locales that a server lists in its root document, and builds addresses of documents in a locale.
 *
 * The format is the one of stele: `meta.locales`, `meta.fallbacks`, and the parameter `localeCode`.
 */

import type { Locale } from '../../core/declarations/locales.js';
import { type JsonObject, textAt, textsAt } from '../../value/json.js';

/** @returns the default locale first; none if the server names one locale or none */
export function readLocales(root: JsonObject): readonly Locale[] {
  const codes = textsAt(root, 'meta', 'locales');
  if (codes.length < 2) return [];
  return codes.map((code, index): Locale => {
    const fallback = textAt(root, 'meta', 'fallbacks', code);
    return { code, ...(index === 0 && { default: true }), ...(fallback !== undefined && { fallback }) };
  });
}

/** @returns the address of the same document in a locale */
export function buildAddressInLocale(address: string, code: string): string {
  const url = new URL(address);
  url.searchParams.set('localeCode', code);
  return url.href;
}
