/**
 * What a segment's header says of locales: which of them share what is stored, and in how many items each has values of
 * its own. Only that of a type with localized fields says any of it.
 */

/** In a segment's `meta`: what is not stored → what has the same; both named as sections are. */
export const SHARED_META = 'shared';
/** In a segment's `meta`: stored field → the one whose terms are also its own; only where a field has such. */
export const DICTIONARIES_META = 'dictionaries';
/** In a segment's `meta`: code of a locale → items with values of their own there. */
export const LOCALES_META = 'locales';

/** @returns stored name → the name of what stands for it; empty where nothing is shared */
export const sharedNames = (meta: ReadonlyMap<unknown, unknown>): ReadonlyMap<string, string> =>
  namesIn(meta.get(SHARED_META));

/** @returns stored field → the one whose dictionary it has; empty where each has its own */
export const dictionaryNames = (meta: ReadonlyMap<unknown, unknown>): ReadonlyMap<string, string> =>
  namesIn(meta.get(DICTIONARIES_META));

function namesIn(value: unknown): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const [name, other] of value instanceof Map ? value : []) {
    if (typeof name === 'string' && typeof other === 'string') names.set(name, other);
  }
  return names;
}

/** @returns by code; undefined where the header says nothing of it */
export function ownCounts(meta: ReadonlyMap<unknown, unknown>): ReadonlyMap<string, number> | undefined {
  const counts = meta.get(LOCALES_META);
  if (!(counts instanceof Map)) return undefined;
  const read = new Map<string, number>();
  for (const [code, count] of counts) {
    if (typeof code === 'string' && typeof count === 'number') read.set(code, count);
  }
  return read;
}
