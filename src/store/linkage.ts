/**
 * Rendered linkage of one relationship: link number → `{"type":"…","id":"…"},`, so that any window of an item's
 * links is one range of bytes. The links of one item lie in one chunk.
 */
import type { Blob, Chunk, Offsets } from '../format/index.js';

export class LinkageStore {
  readonly #blob: Blob;
  readonly #offsets: Offsets;

  /** @param offsets one per link, and the end */
  constructor(blob: Blob, offsets: Offsets) {
    this.#blob = blob;
    this.#offsets = offsets;
  }

  /** The chunk that holds these links; link `from` must exist. */
  chunk(from: number): Chunk {
    return this.#blob.pairAt(this.#offsets.at(from));
  }

  /** Where link `from` begins in its chunk. */
  start(from: number): number {
    return this.#blob.placeAt(this.#offsets.at(from));
  }

  /** Bytes of the links `[from, to)` of one item, without the last comma. @param to > from */
  byteLength(from: number, to: number): number {
    return this.#blob.lengthOf(this.#offsets.at(from), this.#offsets.at(to)) - 1;
  }
}
