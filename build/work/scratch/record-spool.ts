/**
 * Byte records, appended one by one: their bytes in one spool, their lengths in another.
 *
 * In a section the records are stored in chunks (src/format/blob). A record never crosses chunks.
 */
import { crc32 } from 'node:zlib';
import {
  type AnySection,
  BlockSums,
  blobChunkName,
  blockCount,
  blockSumsName,
  bytesOf,
  OFFSET_BLOCK,
  type StoredSection,
} from '../../../src/format/index.js';
import { discard } from '../buffers.js';
import { type OffsetPiece, offsetPieces } from './offsets.js';
import type { ScratchFile, ScratchFolder } from './scratch-files.js';
import { Spool } from './spool.js';

const lengthBytes = 4;

/** The place of records in a scratch file: their bytes, and their lengths of 32 bits each. */
export interface StoredRecords {
  readonly file: ScratchFile;
  readonly bytesAt: number;
  readonly byteLength: number;
  readonly lengthsAt: number;
}

/** Whether each block of a section gets a checksum. */
export type BlockChecksums = 'with checksums' | 'without checksums';

/** Lengths per piece; a multiple of OFFSET_BLOCK. */
const pieceRecords = OFFSET_BLOCK * 2 ** 11;

export class RecordSpool {
  readonly #bytes: Spool;
  readonly #lengths: Spool;

  constructor(scratch: ScratchFolder) {
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
    this.#bytes.pending.set(record, this.#bytes.pendingLength);
    this.#commitRecord(record.byteLength);
  }

  /** Appends the text as UTF-8; it must be well-formed. */
  pushText(text: string): void {
    this.#bytes.reserve(text.length * 3);
    this.#commitRecord(this.#bytes.pending.write(text, this.#bytes.pendingLength, 'utf8'));
  }

  /**
   * Appends concatenated records.
   *
   * @param stored place of the records in a file; either all records of a spool have one, or none
   */
  append(bytes: Uint8Array, lengths: Uint32Array, stored?: StoredRecords): void {
    if (stored === undefined) {
      this.#bytes.append(bytes);
      this.#lengths.append(bytesOf(lengths));
    } else {
      this.#bytes.appendStored(stored.file, stored.bytesAt, stored.byteLength);
      this.#lengths.appendStored(stored.file, stored.lengthsAt, lengths.byteLength);
    }
  }

  /**
   * Appends the records `[from, to)` of another spool, whose bytes are `[start, end)`. Bytes in a file are not copied, so the
   * other spool must not be removed before this one is read.
   */
  async appendFrom(
    other: RecordSpool,
    { from, to, start, end }: { from: number; to: number; start: number; end: number },
  ): Promise<void> {
    await this.#bytes.appendFrom(other.#bytes, start, end);
    await this.#lengths.appendFrom(other.#lengths, from * lengthBytes, to * lengthBytes);
  }

  /** Like `append` and `flushIfLarge`, without copying large buffers. */
  async write(bytes: Uint8Array, lengths: Uint32Array): Promise<void> {
    await this.#bytes.write(bytes);
    await this.#lengths.write(bytesOf(lengths));
  }

  #commitRecord(byteLength: number): void {
    this.#bytes.commit(byteLength);
    this.#lengths.reserve(lengthBytes);
    this.#lengths.pending.writeUInt32LE(byteLength, this.#lengths.pendingLength);
    this.#lengths.commit(lengthBytes);
  }

  /** Call it after the last record: if there are many bytes, the pending ones are written to files. */
  async finish(): Promise<void> {
    await this.#bytes.finish();
    await this.#lengths.finish();
  }

  async flushIfLarge(): Promise<void> {
    await this.#bytes.flushIfLarge();
    await this.#lengths.flushIfLarge();
  }

  /** Frees the disk space. Nothing may be read or added afterwards. */
  async remove(): Promise<void> {
    await this.#bytes.remove();
    await this.#lengths.remove();
  }

  /**
   * Call it after the last record.
   *
   * @param blocks a section with a checksum of each block may be paged: a server may leave it in its file
   * @returns the sections of a blob and its offsets, which are read or computed when they are written
   * @throws RangeError if 32 consecutive records span 4 GiB
   * Cost: two passes over the lengths and one over the bytes. Memory: a piece of each.
   */
  async sections(name: string, blocks: BlockChecksums = 'without checksums'): Promise<AnySection[]> {
    await this.finish();
    // Each call is a new pass over the lengths: one here, for chunks and checksums, and one when each section is written.
    const pieces = (): AsyncGenerator<OffsetPiece> => offsetPieces(this.lengthPieces());
    const chunkEnds: number[] = [];
    let relativeCrc = 0;
    let basesCrc = 0;
    let baseBytes = 0;
    for await (const piece of pieces()) {
      relativeCrc = continueCrc(relativeCrc, bytesOf(piece.relative));
      basesCrc = continueCrc(basesCrc, bytesOf(piece.bases));
      baseBytes += piece.bases.byteLength;
      chunkEnds.push(...piece.chunkEnds);
    }
    chunkEnds.push(this.byteLength);
    return [
      ...(await this.#chunkSections(name, chunkEnds, blocks)),
      {
        name: `${name}.offsets`,
        element: 'u32',
        byteLength: (this.count + 1) * lengthBytes,
        crc32: relativeCrc,
        read: () => mapPieces(pieces(), ({ relative }) => bytesOf(relative)),
      },
      {
        name: `${name}.offsets.bases`,
        element: 'f64',
        byteLength: baseBytes,
        crc32: basesCrc,
        read: () => mapPieces(pieces(), ({ bases }) => bytesOf(bases)),
      },
    ];
  }

  /** @param chunkEnds end of each chunk, in bytes of all records. @returns all chunks, then the checksums of all chunks */
  async #chunkSections(name: string, chunkEnds: readonly number[], blocks: BlockChecksums): Promise<AnySection[]> {
    const chunks: AnySection[] = [];
    const checksums: AnySection[] = [];
    let start = 0;
    for (const [chunk, end] of chunkEnds.entries()) {
      const section = blobChunkName(name, chunk);
      if (blocks === 'without checksums') chunks.push(await spooledSection(section, this.#bytes, start, end));
      else {
        const sums = new BlockSums(new Uint32Array(blockCount(end - start)));
        chunks.push(await spooledSection(section, this.#bytes, start, end, (piece) => sums.add(piece)));
        checksums.push({ name: blockSumsName(section), data: sums.sums });
      }
      start = end;
    }
    return [...chunks, ...checksums];
  }

  /** @returns the bytes of `[start, end)` of all records, in a buffer of their own */
  sliceBytes(start: number, end: number): Promise<Uint8Array> {
    return this.#bytes.slice(start, end);
  }

  /** @returns the length of each record */
  lengths(): Promise<Uint32Array> {
    return this.sliceLengths(0, this.count);
  }

  /** @returns the lengths of the records `[from, to)`, in a buffer of their own */
  async sliceLengths(from: number, to: number): Promise<Uint32Array> {
    const bytes = await this.#lengths.slice(from * lengthBytes, to * lengthBytes);
    return new Uint32Array(bytes.buffer, bytes.byteOffset, to - from);
  }

  /** The length of each record, piece by piece; a piece is valid until the next. */
  async *lengthPieces(): AsyncGenerator<Uint32Array> {
    for (let from = 0; from < this.count; from += pieceRecords) {
      const piece = await this.sliceLengths(from, Math.min(this.count, from + pieceRecords));
      yield piece;
      discard(piece);
    }
  }
}

async function* mapPieces<From, To>(pieces: AsyncIterable<From>, map: (piece: From) => To): AsyncGenerator<To> {
  for await (const piece of pieces) yield map(piece);
}

/** Like crc32, which restarts at 0 if the bytes are empty. */
const continueCrc = (crc: number, bytes: Uint8Array): number => (bytes.byteLength === 0 ? crc : crc32(bytes, crc));

/**
 * @param onPiece called with each piece of the bytes, in order
 * @returns a section whose bytes are read again when it is written
 * Cost: a pass over the bytes.
 */
export async function spooledSection(
  name: string,
  spool: Spool,
  start = 0,
  end = spool.byteLength,
  onPiece: (piece: Uint8Array) => void = () => undefined,
): Promise<StoredSection> {
  const read = () => spool.pieces(start, end);
  let crc = 0;
  for await (const piece of read()) {
    crc = crc32(piece, crc);
    onPiece(piece);
  }
  return { name, element: 'u8', byteLength: end - start, crc32: crc, read };
}

/** The concatenated texts of a column, for readers. */
export type TextSource = Pick<RecordSpool, 'sliceBytes' | 'lengths'>;
