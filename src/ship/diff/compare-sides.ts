/**
 * Compares a content type that both snapshots have: matches items by id, then compares their fields in every locale.
 */
import { type DocId, docId } from '../../content/model/index.js';
import { Bitset } from '../../index/docset/index.js';
import type { ChangedItem, FieldChanges, TypeChanges } from './changes.js';
import { Comparison } from './compare-fields.js';
import { listDocs, type Matching, matchItems, NONE } from './match-items.js';
import { iterateJsonIds, readJsonId, type TypeContent } from './type-content.js';

function* iterateChangedItems(
  side: TypeContent,
  locales: readonly ComparedLocale[],
  changed: Uint32Array,
  { after }: Matching,
): Generator<ChangedItem> {
  for (const doc of changed) {
    const fields = new Set<number>();
    for (const { comparison } of locales)
      comparison.visitDifferences(docId(doc), docId(after[doc]!), (field) => fields.add(field));
    const fieldNames = [...fields].sort((a, b) => a - b).map((field) => locales[0]!.comparison.fields[field]!);
    yield { id: readJsonId(side, docId(doc)), fields: fieldNames };
  }
}

/** One locale of both snapshots during the comparison. */
interface ComparedLocale {
  readonly code: string | undefined;
  readonly comparison: Comparison;
  readonly changed: Bitset;
  /** Field → number of changed items. */
  readonly counts: Uint32Array;
}

function openLocales(before: TypeContent, after: TypeContent): readonly ComparedLocale[] {
  const compareLocale = (
    code: string | undefined,
    localBefore: TypeContent,
    localAfter: TypeContent,
  ): ComparedLocale => {
    const comparison = new Comparison(localBefore, localAfter);
    return {
      code,
      comparison,
      changed: new Bitset(localBefore.size),
      counts: new Uint32Array(comparison.fields.length),
    };
  };
  const otherLocales = before.byLocale.flatMap((local, index) => {
    const { code } = before.type.locales[index + 1]!;
    const match = after.byLocale[after.type.locales.findIndex((locale) => locale.code === code) - 1];
    return match === undefined ? [] : [compareLocale(code, local, match)];
  });
  return [compareLocale(undefined, before, after), ...otherLocales];
}

/** Whether the list of locales in which the item has own values has changed. Documents of every locale show this list. */
function isInOtherLocales(before: TypeContent, after: TypeContent, doc: DocId, match: number): boolean {
  if (before.ownLocales === undefined || after.ownLocales === undefined) return before.ownLocales !== after.ownLocales;
  const [ownBefore, ownAfter] = [before.ownLocales, after.ownLocales];
  return Buffer.compare(ownBefore.sets.view(ownBefore.docs[doc]!), ownAfter.sets.view(ownAfter.docs[match]!)) !== 0;
}

/** @returns the changes of the type. Cost: O(bytes of the rendered items and the links). */
export function compareSides(before: TypeContent, after: TypeContent): TypeChanges {
  const matching = matchItems(before, after);
  const locales = openLocales(before, after);
  const { fields: fieldNames } = locales[0]!.comparison;
  const changed = new Bitset(before.size);
  const counts = new Uint32Array(fieldNames.length);
  const differing = new Set<number>();
  let hasOtherLocales = false;
  for (let doc = 0; doc < before.size; doc += 1) {
    const match = matching.after[doc]!;
    if (match === NONE) continue;
    differing.clear();
    for (const { comparison, changed: localeChanged, counts: localeCounts } of locales) {
      comparison.visitDifferences(docId(doc), docId(match), (field) => {
        changed.add(doc);
        localeChanged.add(doc);
        localeCounts[field]! += 1;
        differing.add(field);
      });
    }
    for (const field of differing) counts[field]! += 1;
    if (!isInOtherLocales(before, after, docId(doc), match)) continue;
    hasOtherLocales = true;
    changed.add(doc);
    for (const locale of locales) locale.changed.add(doc);
  }
  const { added, removed, reordered } = matching;
  const changedDocs = listDocs(changed);
  const countFields = (items: Uint32Array): FieldChanges[] =>
    fieldNames.map((name, field) => ({ name, items: items[field]! })).filter(({ items }) => items > 0);
  return {
    name: before.type.name,
    itemsBefore: before.size,
    itemsAfter: after.size,
    added,
    changed: changedDocs,
    removed,
    reordered,
    hasOtherLocales,
    fields: countFields(counts),
    locales: locales.map(({ code, comparison, changed: localeChanged, counts: localeCounts }) => {
      const docs = listDocs(localeChanged);
      return {
        code,
        changed: docs,
        fields: countFields(localeCounts),
        eachChange: (onChange) => {
          for (const doc of docs) {
            const match = matching.after[doc]!;
            comparison.visitDifferences(docId(doc), docId(match), (field) =>
              onChange(fieldNames[field]!, () => comparison.valuesOfOneSide(field, docId(doc), docId(match))),
            );
          }
        },
      };
    }),
    addedIds: () => iterateJsonIds(after, added),
    changedItems: () => iterateChangedItems(before, locales, changedDocs, matching),
    removedIds: () => iterateJsonIds(before, removed),
  };
}
