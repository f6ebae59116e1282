/**
 * Builds the posting lists of consecutive stems from the entries of all batches: docs, impacts and positions.
 *
 * Elsewhere: the entries (batch/entries), impacts (impacts), the best docs of frequent stems (top-docs).
 */
import { type DocId, docId } from '../../src/content/model/index.js';
import { GrowingBytes, GrowingRecords, GrowingU32 } from '../../src/format/index.js';
import { encodeDocs, encodePositions } from '../../src/index/search/index.js';
import { concatenatedRecords } from '../sorting/index.js';
import type { Job } from '../work/index.js';
import { EntryReader } from './batch/entries.js';
import { computeImpact, weighFieldCount } from './impacts.js';
import { TopDocs, type TopLists } from './top-docs.js';

export interface ListsInput {
  readonly fields: FieldLengths;
  /** Batch → its first doc. */
  readonly firstDocs: Uint32Array;
  /** Per stem, the batches that have it, ascending. An occurrence is batch · 2, plus 1 for the first batch of a stem. */
  readonly occurrences: Uint32Array;
  /** The entries of these stems, batch by batch (batch/entries). */
  readonly entries: Uint8Array;
  /** Batch → start of its entries in `entries`. */
  readonly starts: Float64Array;
}

/** Properties of the searched fields, computed from all batches. */
export interface FieldLengths {
  /** Field → its weight. */
  readonly weights: readonly number[];
  /** Field → whether the index stores the positions of its words. */
  readonly hasPositions: readonly boolean[];
  /** Field → average number of words, over the docs with words. */
  readonly averageLengths: readonly number[];
  /** Field → doc → number of words. */
  readonly lengths: readonly Uint32Array[];
}

export interface StemLists extends TopLists {
  /** The lists, concatenated: the docs, then a byte of impact for each doc. */
  readonly bytes: Uint8Array;
  readonly lengths: Uint32Array;
  /** Stem → number of docs. */
  readonly counts: Uint32Array;
  /** The positions of each stem, concatenated; empty if no field stores positions. */
  readonly positions: { readonly bytes: Uint8Array; readonly lengths: Uint32Array };
}

/** The list of the current stem. */
interface StemList {
  readonly docs: GrowingU32;
  readonly impacts: GrowingBytes;
  /** Doc of the list → number of its positions. */
  readonly placeCounts: GrowingU32;
}

/** Cost: O(entries). Memory: input and output, and 10 bytes per doc of the longest list. */
function buildStemLists({ fields, firstDocs, occurrences, entries, starts }: ListsInput): StemLists {
  const docCount = fields.lengths[0]?.length ?? 0;
  const reader = new EntryReader(entries, fields.hasPositions);
  const hasPositions = fields.hasPositions.includes(true);
  const positions = new GrowingRecords();
  /** Batch → start of its next entries. */
  const nextEntries = starts.slice();
  const lists = new GrowingRecords();
  const counts = new GrowingU32();
  const tops = new TopDocs();
  const list: StemList = { docs: new GrowingU32(), impacts: new GrowingBytes(), placeCounts: new GrowingU32() };
  const { docs, impacts, placeCounts } = list;
  let next = 0;
  while (next < occurrences.length) {
    docs.length = 0;
    impacts.length = 0;
    placeCounts.length = 0;
    reader.places.length = 0;
    // The lowest bit of an occurrence is set for the first batch of a stem.
    do {
      const batch = occurrences[next]! >>> 1;
      const count = reader.begin(nextEntries[batch]!);
      addDocs(reader, count, docId(firstDocs[batch]!), fields, list);
      nextEntries[batch] = reader.end;
      next += 1;
    } while (next < occurrences.length && (occurrences[next]! & 1) === 0);
    tops.add(counts.length, docs.view(), impacts.view());
    counts.push(docs.length);
    lists.push(Buffer.concat([encodeDocs(docs.view(), docCount), impacts.view()]));
    if (hasPositions) positions.push(encodePositions(placeCounts.view(), reader.places.view()));
  }
  return {
    ...concatenatedRecords(lists),
    counts: counts.view().slice(),
    positions: concatenatedRecords(positions),
    ...tops.finish(),
  };
}

/** Adds the docs and impacts of a stem in a batch. @param count number of its entries, at least one */
function addDocs(
  reader: EntryReader,
  count: number,
  firstDoc: DocId,
  { weights, hasPositions, averageLengths, lengths }: FieldLengths,
  { docs, impacts, placeCounts }: StemList,
): void {
  const { entry } = reader;
  /** The doc of the previous entry; −1 before the first one. */
  let currentDoc = -1;
  let weight = 0;
  let placeCount = 0;
  const endDoc = (): void => {
    docs.push(currentDoc);
    impacts.push(computeImpact(weight));
    placeCounts.push(placeCount);
    weight = 0;
    placeCount = 0;
  };
  for (let remaining = count; remaining > 0; remaining -= 1) {
    reader.next();
    const doc = firstDoc + entry.doc;
    if (doc !== currentDoc && currentDoc >= 0) endDoc();
    currentDoc = doc;
    const { field } = entry;
    weight += weighFieldCount(entry.frequency, weights[field]!, lengths[field]![doc]!, averageLengths[field]!);
    if (hasPositions[field]!) placeCount += entry.frequency;
  }
  endDoc();
}

export const listsJob: Job<ListsInput, StemLists> = {
  name: 'lists',
  structure: 'search',
  work: buildStemLists,
};
