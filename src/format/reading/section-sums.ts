/**
 * The CRC-32 of each section of a file, computed from pieces of the file in file order.
 */
import { crc32 } from 'node:zlib';
import type { SectionPlace } from '../layout.js';

export class SectionSums {
  readonly #places: readonly SectionPlace[];
  readonly #sums: Uint32Array;
  #next = 0;

  constructor(places: readonly SectionPlace[]) {
    this.#places = places;
    this.#sums = new Uint32Array(places.length);
  }

  /** @returns the CRC-32 of a section whose bytes were all added */
  of(section: number): number {
    return this.#sums[section]!;
  }

  /** Adds the next piece. @param position offset of the piece in the file; pieces come in file order, with gaps */
  add(piece: Uint8Array, position: number): void {
    const end = position + piece.byteLength;
    for (; this.#next < this.#places.length; this.#next += 1) {
      const { payloadStart, payloadEnd } = this.#places[this.#next]!;
      // The piece ends before the next section; that section keeps waiting for its bytes.
      if (payloadStart >= end) return;
      // This section stays in the file and was skipped.
      if (payloadEnd <= position) continue;
      const partStart = Math.max(payloadStart, position);
      const partEnd = Math.min(payloadEnd, end);
      const part = piece.subarray(partStart - position, partEnd - position);
      this.#sums[this.#next] = crc32(part, this.#sums[this.#next]);
      // The section continues in the next piece.
      if (payloadEnd > end) return;
    }
  }
}
