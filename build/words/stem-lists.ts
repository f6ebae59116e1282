/**
 * Makes the posting lists of consecutive stems from the entries of all batches: docs, impacts, positions, and the best docs
 * of stems with very many docs.
 */
import { type DocId, docId } from '../../src/content/model/index.js';
import { GrowingBytes, GrowingRecords, GrowingU32 } from '../../src/format/index.js';
import { encodeDocs, encodePositions } from '../../src/index/search/index.js';
import { concatenatedRecords } from '../sorting/index.js';
import type { Job } from '../work/index.js';
import { EntryReader } from './batch/entries.js';
import { fieldCount, impactOf } from './impacts.js';
import { TopDocs, type TopLists } from './top-docs.js';

export interface ListsInput {
  readonly fields: FieldLengths;
  /** Batch → its first doc. */
  readonly firstDocs: Uint32Array;
  /** For each stem the batches that have it, ascending: twice their number, and 1 more where a stem begins. */
  readonly occurrences: Uint32Array;
  /** The entries of these stems, batch by batch, as entries.ts writes them. */
  readonly entries: Uint8Array;
  /** Batch → where its own begin. */
  readonly starts: Float64Array;
}

/** What is known of the searched fields once all batches are made. */
export interface FieldLengths {
  readonly weights: readonly number[];
  /** Field → whether it keeps where words stand. */
  readonly hasPositions: readonly boolean[];
  /** Field → words on average, over the docs that have any. */
  readonly averageLengths: readonly number[];
  /** Field → doc → words. */
  readonly lengths: readonly Uint32Array[];
}

export interface StemLists extends TopLists {
  /** The lists, one behind the other: the docs, then a byte of impact for each. */
  readonly bytes: Uint8Array;
  readonly lengths: Uint32Array;
  /** How many docs each list has. */
  readonly counts: Uint32Array;
  /** Where each stem stands, one's behind the other's; nothing where no field keeps that. */
  readonly positions: { readonly bytes: Uint8Array; readonly lengths: Uint32Array };
}

/** The list that is being made. */
interface StemList {
  readonly docs: GrowingU32;
  readonly impacts: GrowingBytes;
  /** Doc of the list → how many places it has. */
  readonly placeCounts: GrowingU32;
}

/** Cost: O(entries). Memory: what comes in and what comes out, and 10 bytes for each doc of the longest list. */
function stemLists({ fields, firstDocs, occurrences, entries, starts }: ListsInput): StemLists {
  const docCount = fields.lengths[0]?.length ?? 0;
  const reader = new EntryReader(entries, fields.hasPositions);
  const hasPositions = fields.hasPositions.includes(true);
  const positions = new GrowingRecords();
  const places = starts.slice();
  const lists = new GrowingRecords();
  const counts = new GrowingU32();
  const tops = new TopDocs();
  const list: StemList = { docs: new GrowingU32(), impacts: new GrowingBytes(), placeCounts: new GrowingU32() };
  const { docs, impacts, placeCounts } = list;
  for (let at = 0; at < occurrences.length; ) {
    docs.length = 0;
    impacts.length = 0;
    placeCounts.length = 0;
    reader.places.length = 0;
    do {
      const batch = occurrences[at]! >>> 1;
      const count = reader.begin(places[batch]!);
      addDocs(reader, count, docId(firstDocs[batch]!), fields, list);
      places[batch] = reader.end;
      at += 1;
    } while (at < occurrences.length && (occurrences[at]! & 1) === 0);
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

/** Adds the docs of a stem in a batch, and what it weighs there. @param count of its entries, at least one */
function addDocs(
  reader: EntryReader,
  count: number,
  firstDoc: DocId,
  { weights, hasPositions, averageLengths, lengths }: FieldLengths,
  { docs, impacts, placeCounts }: StemList,
): void {
  const { entry } = reader;
  let last = -1;
  let weight = 0;
  let places = 0;
  const end = (): void => {
    docs.push(last);
    impacts.push(impactOf(weight));
    placeCounts.push(places);
    weight = 0;
    places = 0;
  };
  for (let left = count; left > 0; left -= 1) {
    reader.next();
    const doc = firstDoc + entry.doc;
    if (doc !== last && last >= 0) end();
    last = doc;
    const { field } = entry;
    weight += fieldCount(entry.frequency, weights[field]!, lengths[field]![doc]!, averageLengths[field]!);
    if (hasPositions[field]!) places += entry.frequency;
  }
  end();
}

export const listsJob: Job<ListsInput, StemLists> = {
  name: 'lists',
  structure: 'search',
  work: stemLists,
};
