/**
 * Which locales a server names at its root, as stele does, and how it is asked for one.
 */

import type { Locale } from '../../core/declarations/locales.js';
import { type JsonObject, textAt, textsAt } from '../../value/json.js';

/** @returns the default one first; none where the server names none, or one */
export function localesOf(root: JsonObject): readonly Locale[] {
  const codes = textsAt(root, 'meta', 'locales');
  if (codes.length < 2) return [];
  return codes.map((code, place): Locale => {
    const fallback = textAt(root, 'meta', 'fallbacks', code);
    return { code, ...(place === 0 && { default: true }), ...(fallback !== undefined && { fallback }) };
  });
}

/** @returns the same address, in a locale */
export function inLocale(address: string, code: string): string {
  const url = new URL(address);
  url.searchParams.set('localeCode', code);
  return url.href;
}
