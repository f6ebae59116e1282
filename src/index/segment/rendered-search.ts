/**
 * Looks for a pattern in the rendered texts of many terms at once, where they lie in memory.
 */

import type { DocumentStore } from '../documents/index.js';
import type { RunPostings } from '../postings/index.js';
import { type Holds, type Scratch, siftTexts } from '../termdict/index.js';

export class RenderedSearch {
  readonly #documents: DocumentStore;
  readonly #postings: RunPostings;
  readonly #attribute: { readonly place: number; readonly behind: number; readonly lead: number };
  /** What was read ahead: of no meaning, but what is not kept is not read. */
  fetched = 0;

  /**
   * @param documents in memory, the same in all locales
   * @param place     which of the items' attributes the text is
   * @param lead      bytes of `"name":"` before the text
   */
  constructor(documents: DocumentStore, postings: RunPostings, place: number, lead: number) {
    this.#documents = documents;
    this.#postings = postings;
    this.#attribute = { place, behind: documents.attributeCount - place - 1, lead };
  }

  /** As siftTexts. @param rendered the pattern as it stands in rendered items */
  sift(indexes: Uint32Array, rendered: Uint8Array, scratch: Scratch, containing: () => Holds): Uint32Array | undefined {
    const { chunks } = this.#documents.records.blob;
    const locate = (terms: Uint32Array, records: Uint32Array): void => this.#locate(terms, records);
    return siftTexts(indexes, rendered, scratch, { chunks, attribute: this.#attribute, locate, containing });
  }

  /** In passes: reads that do not depend on each other are waited for together. */
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
