/**
 * A read-only byte string in chunks, with records found by offsets that may exceed 32 bits.
 *
 *     <name>           | record 0 | record 1 | … | record i |           chunk 0, at most CHUNK_BYTES; ends with its last record
 *     <name>#1         | record i+1 | …                                 chunk 1: offsets start at CHUNK_BYTES
 *     <name>.offsets   u32: offset of each record, relative to the base of its block of 32; one more for the end
 *     <name>.offsets.bases   f64: absolute offset of the first record of each block of 32
 *
 * A record ends where the next one begins or, if the next one is in another chunk, at the end of its own chunk.
 */
import { CHUNK_BYTES } from './layout.js';

/** The same bytes for reading one by one and eight at a time. */
export interface Chunk {
  readonly bytes: Uint8Array;
  readonly view: DataView;
}

export const chunkOf = (bytes: Uint8Array): Chunk => ({
  bytes,
  view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength),
});

export class Blob {
  readonly chunks: readonly Uint8Array[];
  readonly #pairs: readonly Chunk[];
  readonly #chunkBytes: number;

  /** @param chunks at least one */
  constructor(chunks: readonly Uint8Array[], chunkBytes: number = CHUNK_BYTES) {
    this.chunks = chunks;
    this.#pairs = chunks.map(chunkOf);
    this.#chunkBytes = chunkBytes;
  }

  /** One past the last offset. */
  get end(): number {
    return (this.chunks.length - 1) * this.#chunkBytes + this.chunks[this.chunks.length - 1]!.byteLength;
  }

  /** Whether its bytes stay in a file. Then call `recordAt` for a record before any other method. */
  get isPaged(): boolean {
    return false;
  }

  /** The chunk with the record `[offset, next)`; a paged blob puts it there. */
  recordAt(offset: number, _next: number): Chunk {
    return this.pairAt(offset);
  }

  /** Announces that these bytes will be read. @returns whether they are in memory */
  want(_offset: number, _end: number): boolean {
    return true;
  }

  /** As `want`, if work cannot go on without the bytes. @throws BlocksAbsent if they are not in memory */
  require(_offset: number, _end: number): void {}

  /** Call it when work continues with a guess in place of absent bytes. @throws BlocksAbsent after too many guesses */
  guess(): void {}

  /** The chunk that holds the record at this offset. */
  chunkAt(offset: number): Uint8Array {
    return offset < this.#chunkBytes ? this.chunks[0]! : this.chunks[Math.floor(offset / this.#chunkBytes)]!;
  }

  /** As chunkAt, with the view for copying. */
  pairAt(offset: number): Chunk {
    return offset < this.#chunkBytes ? this.#pairs[0]! : this.#pairs[Math.floor(offset / this.#chunkBytes)]!;
  }

  /** Position of the record in its chunk. */
  placeAt(offset: number): number {
    return offset < this.#chunkBytes ? offset : offset % this.#chunkBytes;
  }

  /** Bytes of the record at `offset`, the next one being at `next`. */
  lengthOf(offset: number, next: number): number {
    const place = this.placeAt(offset);
    const toNext = next - offset;
    return place + toNext < this.#chunkBytes ? toNext : Math.min(toNext, this.chunkAt(offset).byteLength - place);
  }

  /** A view of `byteLength` bytes, which must lie in one chunk. */
  view(offset: number, byteLength: number): Uint8Array {
    const place = this.placeAt(offset);
    return this.chunkAt(offset).subarray(place, place + byteLength);
  }
}

/** Entries of a block of offsets, which share one absolute base. */
export const OFFSET_BLOCK = 32;
const offsetBlockShift = 5;

/** Ascending offsets: offset i is `bases[i / 32] + relative[i]`. About 4¼ bytes an entry, for a blob of any size. */
export class Offsets {
  readonly #bases: Float64Array;
  readonly #relative: Uint32Array;
  readonly length: number;

  /** @param bases one for each block of 32 entries */
  constructor(bases: Float64Array, relative: Uint32Array) {
    this.#bases = bases;
    this.#relative = relative;
    this.length = relative.length;
  }

  /** The stored arrays, for compiled loops. */
  get tables(): { readonly bases: Float64Array; readonly relative: Uint32Array } {
    return { bases: this.#bases, relative: this.#relative };
  }

  at(index: number): number {
    return this.#bases[index >>> offsetBlockShift]! + this.#relative[index]!;
  }
}

/** Records of any length: record i is `[offsets[i], offsets[i + 1])` of the blob. */
export class Records {
  readonly blob: Blob;
  readonly offsets: Offsets;

  /** @param offsets one for each record, and one for the end */
  constructor(blob: Blob, offsets: Offsets) {
    this.blob = blob;
    this.offsets = offsets;
  }

  get count(): number {
    return this.offsets.length - 1;
  }

  lengthOf(index: number): number {
    return this.blob.lengthOf(this.offsets.at(index), this.offsets.at(index + 1));
  }

  /** A view of the record's bytes. Cost: O(1), one small object. */
  view(index: number): Uint8Array {
    const offset = this.offsets.at(index);
    return this.blob.view(offset, this.blob.lengthOf(offset, this.offsets.at(index + 1)));
  }
}
