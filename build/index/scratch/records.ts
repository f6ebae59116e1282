/**
 * Records of bytes collected one by one: their bytes in one spool, their lengths in another.
 *
 * Put together they lie in chunks as src/format/blob says: a record never crosses from one chunk to the next.
 */
import { crc32 } from 'node:zlib';
import { InvariantError } from '../../../src/errors/index.js';
import {
  type AnySection,
  blobChunkName,
  bytesOf,
  CHUNK_BYTES,
  offsetSections,
  type StoredSection,
} from '../../../src/format/index.js';
import type { Scratch } from './scratch.js';
import { Spool } from './spool.js';

const lengthBytes = 4;

export class RecordSpool {
  readonly #bytes: Spool;
  readonly #lengths: Spool;

  constructor(scratch: Scratch) {
    this.#bytes = new Spool(scratch);
    this.#lengths = new Spool(scratch);
  }

  get count(): number {
    return this.#lengths.byteLength / lengthBytes;
  }

  get byteLength(): number {
    return this.#bytes.byteLength;
  }

  push(record: Uint8Array): void {
    this.#bytes.reserve(record.byteLength);
    this.#bytes.pending.set(record, this.#bytes.length);
    this.#end(record.byteLength);
  }

  /** Appends the text as UTF-8; it must be well-formed. */
  pushText(text: string): void {
    this.#bytes.reserve(text.length * 3);
    this.#end(this.#bytes.pending.write(text, this.#bytes.length, 'utf8'));
  }

  /** Appends records that lie one behind the other. */
  append(bytes: Uint8Array, lengths: Uint32Array): void {
    this.#bytes.append(bytes);
    this.#lengths.append(bytesOf(lengths));
  }

  /** As `append` and `settle`, without a copy of what is much. */
  async write(bytes: Uint8Array, lengths: Uint32Array): Promise<void> {
    await this.#bytes.write(bytes);
    await this.#lengths.write(bytesOf(lengths));
  }

  #end(byteLength: number): void {
    this.#bytes.added(byteLength);
    this.#lengths.reserve(lengthBytes);
    this.#lengths.pending.writeUInt32LE(byteLength, this.#lengths.length);
    this.#lengths.added(lengthBytes);
  }

  async settle(): Promise<void> {
    await this.#bytes.settle();
    await this.#lengths.settle();
  }

  /** Gives its bytes back to the disk. Nothing may be read or added any more. */
  async remove(): Promise<void> {
    await this.#bytes.remove();
    await this.#lengths.remove();
  }

  /** @returns the sections of a blob with its offsets; the blob's bytes are read when they are written */
  async sections(name: string): Promise<AnySection[]> {
    const lengths = await this.lengths();
    const chunks = await Promise.all(
      chunkRanges(lengths).map(([start, end], index) =>
        spooledSection(blobChunkName(name, index), this.#bytes, start, end),
      ),
    );
    return [...chunks, ...offsetSections(`${name}.offsets`, recordOffsets(lengths))];
  }

  /** @returns the bytes of `[start, end)` of all records, in a buffer of their own */
  bytesBetween(start: number, end: number): Promise<Uint8Array> {
    return this.#bytes.between(start, end);
  }

  /** @returns the length of each record */
  async lengths(): Promise<Uint32Array> {
    const bytes = await this.#lengths.load();
    return new Uint32Array(bytes.buffer, bytes.byteOffset, this.count);
  }
}

/** @returns bytes as a section, read when they are written. Cost: a pass over them. */
export async function spooledSection(
  name: string,
  spool: Spool,
  start = 0,
  end = spool.byteLength,
): Promise<StoredSection> {
  const read = () => spool.pieces(start, end);
  let crc = 0;
  for await (const piece of read()) crc = crc32(piece, crc);
  return { name, element: 'u8', byteLength: end - start, crc32: crc, read };
}

/** @returns the chunks that records of these lengths fill, as ranges of all their bytes; at least one */
function chunkRanges(lengths: Uint32Array): [start: number, end: number][] {
  const ranges: [number, number][] = [];
  let start = 0;
  let end = 0;
  for (const length of lengths) {
    if (length >= CHUNK_BYTES) throw new InvariantError(`a record of ${length} bytes does not fit a chunk`);
    if (end - start + length >= CHUNK_BYTES) {
      ranges.push([start, end]);
      start = end;
    }
    end += length;
  }
  return [...ranges, [start, end]];
}

/** @returns where each record begins, and where the last ends, counted in whole chunks and bytes of the last one */
export function recordOffsets(lengths: Uint32Array): Float64Array {
  const offsets = new Float64Array(lengths.length + 1);
  let chunk = 0;
  let place = 0;
  for (let i = 0; i < lengths.length; i += 1) {
    const length = lengths[i]!;
    if (place + length >= CHUNK_BYTES) {
      chunk += 1;
      place = 0;
    }
    offsets[i] = chunk * CHUNK_BYTES + place;
    place += length;
  }
  offsets[lengths.length] = chunk * CHUNK_BYTES + place;
  return offsets;
}
