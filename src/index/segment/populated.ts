/**
 * How many items have a value in each field: as a segment's header says, known without reading a section, and as its
 * structures have it.
 */

import type { FieldIndex } from './fields.js';

/** In a segment's `meta`: field → items. */
export const POPULATED_META = 'populated';

/** @returns by field, in the model's order; undefined where the header says nothing of it, as one of an older stele */
export function populatedCounts(meta: ReadonlyMap<unknown, unknown>): ReadonlyMap<string, number> | undefined {
  const counts = meta.get(POPULATED_META);
  if (!(counts instanceof Map)) return undefined;
  const read = new Map<string, number>();
  for (const [field, count] of counts) {
    if (typeof field !== 'string' || typeof count !== 'number') return undefined;
    read.set(field, count);
  }
  return read;
}

/** Cost of a relationship, or of lists of texts: O(items); of every other field: O(1). */
export function populatedOf(index: FieldIndex): number {
  if (index.kind !== 'links' && index.kind !== 'textLists') return index.postings.populated;
  const { starts } = index.links;
  let populated = 0;
  for (let doc = 0; doc + 1 < starts.length; doc += 1) if (starts[doc]! < starts[doc + 1]!) populated += 1;
  return populated;
}
