/**
 * In which locales items have values of their own, as documents show it.
 */
import { type Chunk, chunkOf, type Records } from '../format/index.js';

export class OwnLocales {
  /** Sets of locales as JSON arrays of their codes. */
  readonly sets: Records;
  /** Doc → set. */
  readonly docs: Uint8Array | Uint16Array | Uint32Array;
  readonly #shown: readonly Chunk[];

  constructor(sets: Records, docs: Uint8Array | Uint16Array | Uint32Array) {
    this.sets = sets;
    this.docs = docs;
    this.#shown = Array.from({ length: sets.count }, (_, set) =>
      chunkOf(Buffer.concat([Buffer.from('"locales":'), sets.view(set)])),
    );
  }

  /** @returns the member of `meta` that shows the doc's */
  shown(doc: number): Chunk {
    return this.#shown[this.docs[doc]!]!;
  }
}
