/**
 * Shared names: a segment's header states which columns, documents, search indexes and dictionaries of a locale are shared with
 * an earlier locale, so that only one of them is stored. Only types with localized fields have these entries.
 */
import { type ContentType, isHeldAs, isLocalized, storedFieldName } from '../../content/model/index.js';
import type { SegmentFile } from '../../format/index.js';
import { localPlacesName, localSearchName } from './names.js';

/** Key in a segment's `meta`: map from the name of a structure that is not stored to the stored name with the same content. */
export const SHARED_META = 'shared';
/** Key in a segment's `meta`: map from a stored field to the stored field whose dictionary it uses; absent if there is none. */
export const DICTIONARIES_META = 'dictionaries';

/**
 * Checks that every entry leads from a later locale to an earlier one of the same field in one step: readers rely on it.
 *
 * @throws IntegrityError. Cost: O(fields · locales²).
 */
export function checkSharing({ meta, sections }: SegmentFile, type: ContentType): void {
  const shared = sharedNames(meta);
  const dictionaries = dictionaryNames(meta);
  const localized = type.fields.filter(isLocalized);
  const storedNames = (name: string): string[] => type.locales.map((_, locale) => storedFieldName(type, name, locale));
  const columns = [
    ...localized.map(({ name }) => storedNames(name)),
    type.locales.map((_, locale) => localPlacesName(type, locale)),
    type.locales.map((_, locale) => localSearchName(type, locale)),
  ];
  for (const [name, target] of shared) {
    const fieldColumns = columns.find((stored) => stored.includes(name)) ?? [];
    const isEarlier = fieldColumns.includes(target) && fieldColumns.indexOf(target) < fieldColumns.indexOf(name);
    if (isEarlier && !shared.has(target)) continue;
    throw sections.damage('header', `an earlier locale's name that ${name} shares`, target);
  }
  const longTexts = localized.filter((field) => isHeldAs(field, 'renderedTexts')).map(({ name }) => storedNames(name));
  for (const [name, owner] of dictionaries) {
    const fieldColumns = longTexts.find((stored) => stored.includes(name));
    if (fieldColumns?.includes(owner) === true && name !== owner && !dictionaries.has(owner) && !shared.has(owner))
      continue;
    throw sections.damage('header', `the long text that owns the dictionary of ${name}`, owner);
  }
}

/** @returns a map: name of a structure that is not stored → the stored name with the same content; empty if nothing is shared */
export const sharedNames = (meta: ReadonlyMap<unknown, unknown>): ReadonlyMap<string, string> =>
  readNames(meta.get(SHARED_META));

/** @returns a map: stored field → the stored field whose dictionary it uses; empty if each has its own */
export const dictionaryNames = (meta: ReadonlyMap<unknown, unknown>): ReadonlyMap<string, string> =>
  readNames(meta.get(DICTIONARIES_META));

function readNames(value: unknown): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const [name, target] of value instanceof Map ? value : []) {
    if (typeof name === 'string' && typeof target === 'string') names.set(name, target);
  }
  return names;
}
