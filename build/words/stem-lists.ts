/**
 * The posting lists of neighbouring stems, from what the batches found: which docs each stem stands in, how much it
 * weighs there, where it stands in fields that keep that, and the best of its docs where it has very many.
 */
import { threshold } from '../../src/content/choices/index.js';
import { type DocId, docId } from '../../src/content/model/index.js';
import { GrowingBytes, GrowingRecords, GrowingU32 } from '../../src/format/index.js';
import { docBytes, positionBytes, TOP_DOCS } from '../../src/index/search/index.js';
import { oneBehindTheOther } from '../sorting/index.js';
import type { Job } from '../work/index.js';
import { EntryReader } from './batch/entries.js';

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
  /** Field → whether it keeps where words stand. */
  readonly keepsPlaces: readonly boolean[];
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
  /** Where each stem stands, one's behind the other's; nothing where no field keeps that. */
  readonly positions: { readonly bytes: Uint8Array; readonly lengths: Uint32Array };
}

/** The list that is being made. */
interface OwnDocs {
  readonly docs: GrowingU32;
  readonly impacts: GrowingBytes;
  /** Doc of the list → how many places it has. */
  readonly placeCounts: GrowingU32;
}

/** Cost: O(entries). Memory: what comes in and what comes out, and 10 bytes for each doc of the longest list. */
function stemLists({ fields, firstDocs, occurrences, entries, starts }: ListsInput): StemLists {
  const docCount = fields.lengths[0]?.length ?? 0;
  const reader = new EntryReader(entries, fields.keepsPlaces);
  const hasPositions = fields.keepsPlaces.includes(true);
  const positions = new GrowingRecords();
  const places = starts.slice();
  const lists = new GrowingRecords();
  const counts = new GrowingU32();
  const tops = new TopDocs();
  const own: OwnDocs = { docs: new GrowingU32(), impacts: new GrowingBytes(), placeCounts: new GrowingU32() };
  const { docs, impacts, placeCounts } = own;
  for (let at = 0; at < occurrences.length; ) {
    docs.length = 0;
    impacts.length = 0;
    placeCounts.length = 0;
    reader.places.length = 0;
    do {
      const batch = occurrences[at]! >>> 1;
      const count = reader.begin(places[batch]!);
      addDocs(reader, count, docId(firstDocs[batch]!), fields, own);
      places[batch] = reader.end;
      at += 1;
    } while (at < occurrences.length && (occurrences[at]! & 1) === 0);
    tops.add(counts.length, docs.view(), impacts.view());
    counts.push(docs.length);
    lists.push(Buffer.concat([docBytes(docs.view(), docCount), impacts.view()]));
    if (hasPositions) positions.push(positionBytes(placeCounts.view(), reader.places.view()));
  }
  return {
    ...oneBehindTheOther(lists),
    counts: counts.view().slice(),
    positions: oneBehindTheOther(positions),
    ...tops.finish(),
  };
}

/** Adds the docs of a stem in a batch, and what it weighs there. @param count of its entries, at least one */
function addDocs(
  reader: EntryReader,
  count: number,
  firstDoc: DocId,
  { weights, keepsPlaces, usual, lengths }: SearchedLengths,
  { docs, impacts, placeCounts }: OwnDocs,
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
    weight += fieldCount(entry.frequency, weights[field]!, lengths[field]![doc]!, usual[field]!);
    if (keepsPlaces[field]!) places += entry.frequency;
  }
  end();
}

export const listsJob: Job<ListsInput, StemLists> = {
  name: 'lists',
  structure: 'search',
  work: stemLists,
};

// How much a stem weighs in a doc: BM25F without the rarity of the stem, in eight bits.
//
// Each field counts a stem as often as it stands there, times the field's weight, and less where the field is longer
// than usual; what all fields count together is worth less and less. Only sums, products and quotients: the same bytes
// everywhere.
// Source: Zaragoza et al., "Microsoft Cambridge at TREC 13", 2004.

/** How soon more of the same adds little. */
const saturation = 1.2;
/** How much a text longer than usual counts less: 0 not at all, 1 in proportion. */
const lengthShare = 0.75;
/** The greatest impact; the least is 1. */
const impactMaximum = 255;

/**
 * @param frequency how often the stem stands in the field
 * @param length    words of the field in this doc
 * @param usual     words of the field on average, over the docs that have any
 */
export const fieldCount = (frequency: number, weight: number, length: number, usual: number): number =>
  (weight * frequency) / (1 - lengthShare + (lengthShare * length) / usual);

/** @param count of all fields together, above 0 */
export const impactOf = (count: number): number =>
  Math.max(1, Math.round((impactMaximum * count) / (saturation + count)));

// The best docs of the stems that very many docs have: what most questions of one word are answered from.

/** Up to so many docs are decoded and compared in a microsecond. */
const docsMinimum = 256;

interface TopLists {
  /** Stems that have such a list, ascending. */
  readonly topStems: Uint32Array;
  /** TOP_DOCS for each. */
  readonly topDocs: Uint32Array;
  readonly topImpacts: Uint8Array;
}

export class TopDocs {
  readonly #stems = new GrowingU32();
  readonly #docs = new GrowingU32();
  readonly #impacts = new GrowingBytes();

  /** To be called stem by stem. Cost: O(docs). */
  add(stem: number, docs: Uint32Array, impacts: Uint8Array): void {
    if (docs.length <= threshold('search.top', docsMinimum)) return;
    this.#stems.push(stem);
    for (const place of bestPlaces(impacts)) {
      this.#docs.push(docs[place]!);
      this.#impacts.push(impacts[place]!);
    }
  }

  /** Adds what was found for stems from `firstStem` on. */
  append(firstStem: number, { topStems, topDocs, topImpacts }: TopLists): void {
    for (const stem of topStems) this.#stems.push(firstStem + stem);
    for (const doc of topDocs) this.#docs.push(doc);
    for (const impact of topImpacts) this.#impacts.push(impact);
  }

  finish(): TopLists {
    return {
      topStems: this.#stems.view().slice(),
      topDocs: this.#docs.view().slice(),
      topImpacts: this.#impacts.view().slice(),
    };
  }
}

/** @returns the places of the greatest impacts, these first, and of equal ones the first place first */
function bestPlaces(impacts: Uint8Array): number[] {
  const counts = new Uint32Array(256);
  for (let place = 0; place < impacts.length; place += 1) counts[impacts[place]!]! += 1;
  let least = 255;
  for (let above = 0; least > 0 && above + counts[least]! < TOP_DOCS; least -= 1) above += counts[least]!;
  const places: number[] = [];
  for (let place = 0; place < impacts.length; place += 1) if (impacts[place]! >= least) places.push(place);
  return places.sort((a, b) => impacts[b]! - impacts[a]! || a - b).slice(0, TOP_DOCS);
}
