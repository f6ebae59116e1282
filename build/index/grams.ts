/**
 * Writing the n-gram lists that `src/termdict/grams` reads: two passes over the terms, exact in size.
 */
import {
  blobSections,
  CHUNK_BYTES,
  type GrowingRecords,
  GrowingU32,
  offsetSections,
  type SectionInput,
} from '../../src/format/index.js';
import { sectionNames } from '../../src/segment/index.js';
import { GRAM_LENGTH_MAXIMUM, gramKey } from '../../src/termdict/index.js';

const varintLength = (value: number): number => {
  if (value < 2 ** 7) return 1;
  if (value < 2 ** 14) return 2;
  if (value < 2 ** 21) return 3;
  return value < 2 ** 28 ? 4 : 5;
};

/**
 * Tables by gram, as large as there can be grams; made once a build and cleaned where they were touched. The pages
 * of grams that never occur are never used.
 */
export class GramTables {
  /** Index + 1 of the last term seen with the gram. */
  readonly last = new Uint32Array(2 ** 24);
  readonly counts = new Uint32Array(2 ** 24);
  /** Bytes of the list; in the second pass, where its next byte goes. */
  readonly places = new Float64Array(2 ** 24);

  clean(keys: Uint32Array): void {
    for (const key of keys) {
      this.last[key] = 0;
      this.counts[key] = 0;
      this.places[key] = 0;
    }
  }
}

/** @returns the sections of the n-grams of every length. Cost: O(bytes of the terms), twice per length. */
export function gramSections(field: string, terms: GrowingRecords, tables: GramTables): SectionInput[] {
  const names = sectionNames(field);
  const sections: SectionInput[] = [];
  for (let length = 1; length <= GRAM_LENGTH_MAXIMUM; length += 1) {
    const lists = buildLists(terms, length, tables);
    sections.push(
      { name: names.gramKeys(length), data: lists.keys },
      { name: names.gramCounts(length), data: lists.counts },
      ...offsetSections(names.gramOffsets(length), lists.offsets),
      ...blobSections(names.gramLists(length), lists.chunks),
    );
  }
  return sections;
}

interface Lists {
  readonly keys: Uint32Array;
  readonly counts: Uint32Array;
  readonly offsets: Float64Array;
  readonly chunks: Uint8Array[];
}

function buildLists(terms: GrowingRecords, length: number, tables: GramTables): Lists {
  const { last, counts, places } = tables;
  const touched = new GrowingU32();
  eachGram(terms, length, tables, (key, gap) => {
    if (counts[key] === 0) touched.push(key);
    counts[key]! += 1;
    places[key]! += varintLength(gap);
  });
  const keys = touched.view().slice().sort();
  const { offsets, chunks } = placeLists(keys, places);
  for (const [index, key] of keys.entries()) {
    places[key] = offsets[index]!;
    last[key] = 0;
  }
  eachGram(terms, length, tables, (key, gap) => {
    const offset = places[key]!;
    const chunk = chunks[Math.floor(offset / CHUNK_BYTES)]!;
    let at = offset % CHUNK_BYTES;
    let rest = gap;
    for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) chunk[at++] = (rest & 0x7f) | 0x80;
    chunk[at++] = rest;
    places[key] = offset - (offset % CHUNK_BYTES) + at;
  });
  const countsOut = keys.map((key) => counts[key]!);
  tables.clean(keys);
  return { keys, counts: countsOut, offsets, chunks };
}

/** Calls back once for every gram of every term, with the gap to the term before that has it. */
function eachGram(
  terms: GrowingRecords,
  length: number,
  tables: GramTables,
  found: (key: number, gap: number) => void,
): void {
  const { last } = tables;
  for (let term = 0; term < terms.count; term += 1) {
    const bytes = terms.view(term);
    for (let start = 0; start + length <= bytes.byteLength; start += 1) {
      const key = gramKey(bytes, start, length);
      if (last[key] === term + 1) continue;
      found(key, term - last[key]!);
      last[key] = term + 1;
    }
  }
}

/** Lays the lists out one behind the other; none crosses a chunk. */
function placeLists(keys: Uint32Array, places: Float64Array): { offsets: Float64Array; chunks: Uint8Array[] } {
  const offsets = new Float64Array(keys.length + 1);
  const chunkLengths = [0];
  for (const [index, key] of keys.entries()) {
    const byteLength = places[key]!;
    if (chunkLengths.at(-1)! + byteLength >= CHUNK_BYTES) chunkLengths.push(0);
    const chunk = chunkLengths.length - 1;
    offsets[index] = chunk * CHUNK_BYTES + chunkLengths[chunk]!;
    chunkLengths[chunk]! += byteLength;
  }
  const lastChunk = chunkLengths.length - 1;
  offsets[keys.length] = lastChunk * CHUNK_BYTES + chunkLengths[lastChunk]!;
  return { offsets, chunks: chunkLengths.map((byteLength) => new Uint8Array(byteLength)) };
}
