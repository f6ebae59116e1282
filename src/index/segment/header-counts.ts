/**
 * Counts of items in a segment's header: with a value in each field, and with values of their own in each locale.
 *
 * They are known without reading a section. `countPopulated` counts the same from a field's structures.
 */
import { Bitset } from '../docset/index.js';
import type { FieldIndex } from './fields.js';

/** Key in a segment's `meta`: code of a locale → number of items with values of their own there. */
export const LOCALES_META = 'locales';

/** @returns items with own values by code of the locale; undefined if the header has no such entry */
export function ownItemCounts(meta: ReadonlyMap<unknown, unknown>): ReadonlyMap<string, number> | undefined {
  const counts = meta.get(LOCALES_META);
  if (!(counts instanceof Map)) return undefined;
  const items = new Map<string, number>();
  // A missing locale counts no items, so a malformed entry is left out.
  for (const [code, count] of counts) {
    if (typeof code === 'string' && typeof count === 'number') items.set(code, count);
  }
  return items;
}

/** Key in a segment's `meta`: field → number of items with a value. */
export const POPULATED_META = 'populated';

/** @returns items with a value by field, in the model's order; undefined if the header has no such entry, as in older versions */
export function populatedByField(meta: ReadonlyMap<unknown, unknown>): ReadonlyMap<string, number> | undefined {
  const counts = meta.get(POPULATED_META);
  if (!(counts instanceof Map)) return undefined;
  const items = new Map<string, number>();
  for (const [field, count] of counts) {
    // Each field must have a count, so a malformed entry makes all of them unknown: the caller then counts itself.
    if (typeof field !== 'string' || typeof count !== 'number') return undefined;
    items.set(field, count);
  }
  return items;
}

/** @returns the number of items with a value. Cost: O(items) for relationships and lists of texts, O(1) for other fields. */
export function countPopulated(index: FieldIndex): number {
  if (index.kind === 'locales') return new Bitset(index.size, index.docsOfAny()).count();
  if (index.kind !== 'links' && index.kind !== 'textLists') return index.postings.populated;
  const { starts } = index.links;
  let populated = 0;
  for (let doc = 0; doc + 1 < starts.length; doc += 1) if (starts[doc]! < starts[doc + 1]!) populated += 1;
  return populated;
}
