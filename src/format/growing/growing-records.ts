/**
 * Records of bytes that are appended one by one while a structure is built, in chunks as a blob has them (blob).
 */
import { CHUNK_BYTES } from '../layout.js';
import type { SectionInput } from '../writer.js';
import { GrowingF64 } from './growing-arrays.js';
import { blobSections, offsetSections } from './sections.js';

/** Records as plain data that can be sent to another thread. */
export interface RecordParts {
  /** Each chunk but the last ends with its last record. */
  readonly chunks: readonly Uint8Array[];
  /** Offset of each record, then the end of the last. */
  readonly offsets: Float64Array;
}

/** Appended records; a record never crosses into the next chunk. */
export class GrowingRecords {
  readonly #chunkBytes: number;
  readonly #full: Uint8Array[] = [];
  #chunk: Buffer;
  #chunkLength = 0;
  /** Offset of each record, then the end of the last. */
  #offsets = new GrowingF64();

  constructor(chunkBytes: number = CHUNK_BYTES) {
    this.#chunkBytes = chunkBytes;
    this.#chunk = Buffer.allocUnsafe(Math.min(chunkBytes, 2 ** 16));
    this.#offsets.push(0);
  }

  /** The records of parts with chunks of the default size. The chunks belong to the result: do not use them afterwards. */
  static of({ chunks, offsets }: RecordParts): GrowingRecords {
    const records = new GrowingRecords();
    const last = chunks.at(-1) ?? new Uint8Array(0);
    records.#full.push(...chunks.slice(0, -1));
    records.#chunk = Buffer.from(last.buffer, last.byteOffset, last.byteLength);
    records.#chunkLength = last.byteLength;
    records.#offsets = GrowingF64.of(offsets);
    return records;
  }

  /** The records as plain data, without a copy. */
  get parts(): RecordParts {
    return { chunks: this.chunks(), offsets: this.offsets() };
  }

  get count(): number {
    return this.#offsets.length - 1;
  }

  /** Bytes of all records. */
  get byteLength(): number {
    return this.#full.reduce((sum, chunk) => sum + chunk.byteLength, this.#chunkLength);
  }

  /** @throws RangeError when the record is as long as a chunk */
  push(bytes: Uint8Array): void {
    const start = this.#reserve(bytes.byteLength);
    this.#chunk.set(bytes, start);
    this.#finish(bytes.byteLength);
  }

  /** Appends the text as UTF-8; it must be well-formed. */
  pushText(text: string): void {
    const start = this.#reserve(text.length * 3);
    this.#finish(this.#chunk.write(text, start, 'utf8'));
  }

  /** A view of a record, valid until the next push. */
  view(index: number): Buffer {
    const offset = this.#offsets.at(index);
    const chunkIndex = Math.floor(offset / this.#chunkBytes);
    const start = offset - chunkIndex * this.#chunkBytes;
    const isFull = chunkIndex < this.#full.length;
    const chunk = isFull ? this.#full[chunkIndex]! : this.#chunk;
    const chunkEnd = isFull ? chunk.byteLength : this.#chunkLength;
    // The last record of a chunk ends with it, even if the next record starts later, in the next chunk.
    const distanceToNext = this.#offsets.at(index + 1) - offset;
    return Buffer.from(chunk.buffer, chunk.byteOffset + start, Math.min(distanceToNext, chunkEnd - start));
  }

  /** Makes room for a record in the chunk, or starts a new chunk. @returns the start of the record in the chunk */
  #reserve(byteLength: number): number {
    if (byteLength >= this.#chunkBytes) throw new RangeError(`a record of ${byteLength} bytes does not fit a chunk`);
    // A chunk is never filled to its last byte: the offset after its last record would belong to the next chunk.
    if (this.#chunkLength + byteLength >= this.#chunkBytes) {
      this.#full.push(this.#chunk.subarray(0, this.#chunkLength));
      this.#chunk = Buffer.allocUnsafe(Math.min(this.#chunkBytes, 2 ** 20));
      this.#chunkLength = 0;
      // The previous record ends with its chunk; this record starts the next chunk.
      this.#offsets.set(this.#offsets.length - 1, this.#full.length * this.#chunkBytes);
    }
    if (this.#chunkLength + byteLength > this.#chunk.byteLength) {
      const neededBytes = Math.max(this.#chunk.byteLength * 2, this.#chunkLength + byteLength);
      const larger = Buffer.allocUnsafe(Math.min(this.#chunkBytes, neededBytes));
      larger.set(this.#chunk.subarray(0, this.#chunkLength));
      this.#chunk = larger;
    }
    return this.#chunkLength;
  }

  #finish(byteLength: number): void {
    this.#chunkLength += byteLength;
    this.#offsets.push(this.#full.length * this.#chunkBytes + this.#chunkLength);
  }

  /** The chunks; each but the last ends with its last record. */
  chunks(): Uint8Array[] {
    return [...this.#full, this.#chunk.subarray(0, this.#chunkLength)];
  }

  offsets(): Float64Array {
    return this.#offsets.view();
  }

  /** Sections `<name>`, `<name>#1`, …, `<name>.offsets` and `<name>.offsets.bases`. */
  sections(name: string): SectionInput[] {
    return [...blobSections(name, this.chunks()), ...offsetSections(`${name}.offsets`, this.offsets())];
  }
}
