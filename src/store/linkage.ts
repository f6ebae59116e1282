/**
 * Rendered linkage of one relationship: target → `{"type":"…","id":"…"},`, so that any window of an item's links is
 * these bytes, one target's behind the other's.
 */
import type { Chunk, Records } from '../format/index.js';

export class LinkageStore {
  readonly #rendered: Records;

  constructor(rendered: Records) {
    this.#rendered = rendered;
  }

  /** The chunk that holds the target's bytes. */
  chunk(target: number): Chunk {
    return this.#rendered.blob.pairAt(this.#rendered.offsets.at(target));
  }

  /** Where they begin in it. */
  start(target: number): number {
    return this.#rendered.blob.placeAt(this.#rendered.offsets.at(target));
  }

  /** How many they are, with the comma. */
  byteLength(target: number): number {
    return this.#rendered.lengthOf(target);
  }
}
