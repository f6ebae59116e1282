/**
 * Checks the items that the search tuning puts first in the results of a search: a search would silently omit a missing one.
 *
 * Elsewhere: the tuning (src/content/model/tuning), its use in a search (src/index/search).
 */
import { list } from '../../src/content/errors/index.js';
import type { ContentModel } from '../../src/content/model/index.js';
import type { ItemLookup } from './incremental/linked-type.js';

/** @returns a note for each tuned search with missing items, or with items of a missing type */
export async function noteMissingFirstItems(
  { locales, search }: ContentModel,
  items: ItemLookup,
): Promise<readonly string[]> {
  // With locales, each locale has its own tuning; without, the model has one.
  const tunings = locales.length > 0 ? locales.map((locale) => locale.search) : [search];
  const notes: string[] = [];
  for (const tuning of tunings) {
    for (const { search: words, type, ids } of tuning?.first ?? []) {
      if (items.contentOf(type) === undefined) {
        notes.push(`"first" of "${words}" names the content type ${type}, which the model does not have`);
        continue;
      }
      await items.loadIds([type]);
      const missingIds = ids.filter((id) => items.docOf(type, id) === undefined);
      if (missingIds.length > 0) notes.push(`"first" of "${words}" names no ${type}: ${list(missingIds)}`);
    }
  }
  return notes;
}
