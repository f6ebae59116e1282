/**
 * The posting lists of neighbouring stems, from what the batches found: which docs each stem stands in, how much it
 * weighs there, and the best of its docs where it has very many.
 */

import { GrowingBytes, GrowingRecords, GrowingU32 } from '../../src/format/index.js';
import { docBytes } from '../../src/search/index.js';
import { oneBehindTheOther } from '../sorting/index.js';
import type { Job } from '../work/index.js';
import { EntryReader } from './batch/entries.js';
import { fieldCount, impactOf } from './impact.js';
import { TopDocs, type TopLists } from './top-docs.js';

export interface ListsInput {
  readonly fields: SearchedLengths;
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
export interface SearchedLengths {
  readonly weights: readonly number[];
  /** Field → words on average, over the docs that have any. */
  readonly usual: readonly number[];
  /** Field → doc → words. */
  readonly lengths: readonly Uint32Array[];
}

export interface StemLists extends TopLists {
  /** The lists, one behind the other: the docs, then a byte of impact for each. */
  readonly bytes: Uint8Array;
  readonly lengths: Uint32Array;
  /** How many docs each list has. */
  readonly counts: Uint32Array;
}

/** Cost: O(entries). Memory: what comes in and what comes out, and 10 bytes for each doc of the longest list. */
function stemLists({ fields, firstDocs, occurrences, entries, starts }: ListsInput): StemLists {
  const docCount = fields.lengths[0]?.length ?? 0;
  const reader = new EntryReader(entries, fields.weights.length);
  const places = starts.slice();
  const lists = new GrowingRecords();
  const counts = new GrowingU32();
  const tops = new TopDocs();
  const docs = new GrowingU32();
  const impacts = new GrowingBytes();
  for (let at = 0; at < occurrences.length; ) {
    docs.length = 0;
    impacts.length = 0;
    do {
      const batch = occurrences[at]! >>> 1;
      const count = reader.begin(places[batch]!);
      addDocs(reader, count, firstDocs[batch]!, fields, docs, impacts);
      places[batch] = reader.end;
      at += 1;
    } while (at < occurrences.length && (occurrences[at]! & 1) === 0);
    tops.add(counts.length, docs.view(), impacts.view());
    counts.push(docs.length);
    lists.push(Buffer.concat([docBytes(docs.view(), docCount), impacts.view()]));
  }
  return { ...oneBehindTheOther(lists), counts: counts.view().slice(), ...tops.finish() };
}

/** Adds the docs of a stem in a batch, and what it weighs there. @param count of its entries, at least one */
function addDocs(
  reader: EntryReader,
  count: number,
  firstDoc: number,
  { weights, usual, lengths }: SearchedLengths,
  docs: GrowingU32,
  impacts: GrowingBytes,
): void {
  const { entry } = reader;
  let last = -1;
  let weight = 0;
  for (let left = count; left > 0; left -= 1) {
    reader.next();
    const doc = firstDoc + entry.doc;
    if (doc !== last && last >= 0) {
      docs.push(last);
      impacts.push(impactOf(weight));
      weight = 0;
    }
    last = doc;
    const { field } = entry;
    weight += fieldCount(entry.frequency, weights[field]!, lengths[field]![doc]!, usual[field]!);
  }
  docs.push(last);
  impacts.push(impactOf(weight));
}

export const listsJob: Job<ListsInput, StemLists> = {
  name: 'lists',
  structure: 'search',
  work: stemLists,
};
