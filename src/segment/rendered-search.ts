/**
 * Looks for a pattern in the rendered texts of many terms at once, by a compiled loop (rendered-routine).
 */
import type { RunPostings } from '../postings/index.js';
import type { DocumentStore } from '../store/index.js';
import type { Scratch } from '../termdict/index.js';
import { searchRecordsIn, UNSURE } from './rendered-routine.js';

/** Tests one term. */
type Holds = (index: number) => boolean;

export class RenderedSearch {
  readonly #documents: DocumentStore;
  readonly #postings: RunPostings;
  readonly #attribute: number;
  readonly #lead: number;
  /** What was read ahead: of no meaning, but what is not kept is not read. */
  fetched = 0;

  /**
   * @param documents in memory, the same in all locales
   * @param attribute which of the items' attributes the text is
   * @param lead      bytes of `"name":"` before the text
   */
  constructor(documents: DocumentStore, postings: RunPostings, attribute: number, lead: number) {
    this.#documents = documents;
    this.#postings = postings;
    this.#attribute = attribute;
    this.#lead = lead;
  }

  /**
   * @param rendered the pattern as it stands in rendered items, at least one byte
   * @param scratch  is written to
   * @param one      makes the test of one term, for those that an escape sequence leaves in doubt
   * @returns the terms that hold the pattern, in their order; undefined where the items are in no memory of compiled loops
   * Cost: O(bytes of the texts / 16).
   */
  sift(indexes: Uint32Array, rendered: Buffer, scratch: Scratch, one: () => Holds): Uint32Array | undefined {
    const { blob } = this.#documents.records;
    if (indexes.length === 0) return indexes;
    if (scratch.memory === undefined || blob.chunks.some(({ buffer }) => !scratch.isHome(buffer))) return undefined;
    const search = searchRecordsIn(scratch.memory);
    const records = scratch.list(indexes.length);
    const found = scratch.list(indexes.length);
    // The loop reads sixteen bytes from the last of the pattern on.
    const text = scratch.list(Math.ceil(rendered.byteLength / 4) + 4);
    if (search === undefined || [records, found, text].some(({ buffer }) => !scratch.isHome(buffer))) return undefined;
    new Uint8Array(text.buffer, text.byteOffset, rendered.byteLength).set(rendered);
    this.#locate(indexes, records);
    const end = search(
      records.byteOffset,
      records.byteOffset + records.byteLength,
      this.#attribute,
      this.#documents.attributeCount - this.#attribute - 1,
      this.#lead,
      text.byteOffset,
      rendered.byteLength,
      found.byteOffset,
    );
    return taken(indexes, found.subarray(0, (end - found.byteOffset) / 4), one);
  }

  /** Writes the addresses of the terms' records, in passes: reads that do not depend on each other are waited for together. */
  #locate(indexes: Uint32Array, records: Uint32Array): void {
    const { docs, starts } = this.#postings;
    const { blob, offsets } = this.#documents.records;
    for (let i = 0; i < indexes.length; i += 1) records[i] = docs[starts[indexes[i]!]!]!;
    let read = 0;
    for (let i = 0; i < indexes.length; i += 1) {
      const offset = offsets.at(records[i]!);
      const chunk = blob.chunkAt(offset);
      const place = blob.placeAt(offset);
      read += chunk[place]!;
      records[i] = chunk.byteOffset + place;
    }
    this.fetched = read;
  }
}

/** The terms at the places, of which those are looked at again that are in doubt. */
function taken(indexes: Uint32Array, places: Uint32Array, one: () => Holds): Uint32Array {
  const out = new Uint32Array(places.length);
  let holds: Holds | undefined;
  let count = 0;
  for (let i = 0; i < places.length; i += 1) {
    const place = places[i]!;
    const index = indexes[place & ~UNSURE]!;
    if (place >= UNSURE) {
      holds ??= one();
      if (!holds(index)) continue;
    }
    out[count] = index;
    count += 1;
  }
  return out.subarray(0, count);
}
