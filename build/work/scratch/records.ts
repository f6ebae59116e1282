/**
 * Records of bytes collected one by one: their bytes in one spool, their lengths in another.
 *
 * Put together they lie in chunks as src/format/blob says: a record never crosses from one chunk to the next.
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
import type { Scratch, ScratchFile } from './scratch.js';
import { Spool } from './scratch.js';

const lengthBytes = 4;

/** Where records stand already: their bytes, and their lengths as 32 bits each. */
export interface StoredRecords {
  readonly file: ScratchFile;
  readonly bytesAt: number;
  readonly byteLength: number;
  readonly lengthsAt: number;
}
/** Of a piece of lengths: whole blocks of offsets. */
const pieceRecords = OFFSET_BLOCK * 2 ** 11;

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

  /** Appends records that lie one behind the other. @param stored where they stand in a file already; then all have to */
  append(bytes: Uint8Array, lengths: Uint32Array, stored?: StoredRecords): void {
    if (stored === undefined) {
      this.#bytes.append(bytes);
      this.#lengths.append(bytesOf(lengths));
    } else {
      this.#bytes.appendStored(stored.file, stored.bytesAt, stored.byteLength);
      this.#lengths.appendStored(stored.file, stored.lengthsAt, lengths.byteLength);
    }
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

  /** To be called when all records are added: of what is much nothing stays in memory. */
  async finish(): Promise<void> {
    await this.#bytes.finish();
    await this.#lengths.finish();
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

  /**
   * To be called when all records are added.
   *
   * @param withSums whether they may stay in their file when the snapshot is served: then each block has a checksum
   * @returns the sections of a blob with its offsets, read or reckoned when they are written
   * @throws RangeError when 32 neighbouring records span 4 GiB
   * Cost: two passes over the lengths and one over the bytes. Memory: some pieces of both, however many there are.
   */
  async sections(name: string, withSums = false): Promise<AnySection[]> {
    await this.finish();
    const pieces = (): AsyncGenerator<OffsetPiece> => offsetPieces(this.lengthPieces());
    let start = 0;
    let crcs = { relative: 0, bases: 0 };
    let baseBytes = 0;
    const chunks: StoredSection[] = [];
    const sums: AnySection[] = [];
    const endChunk = async (end: number): Promise<void> => {
      const section = blobChunkName(name, chunks.length);
      const summing = withSums ? new BlockSums(new Uint32Array(blockCount(end - start))) : undefined;
      chunks.push(await spooledSection(section, this.#bytes, start, end, (piece) => summing?.add(piece)));
      if (summing !== undefined) sums.push({ name: blockSumsName(section), data: summing.sums });
      start = end;
    };
    for await (const { relative, bases, chunkEnds } of pieces()) {
      crcs = { relative: crcOf(bytesOf(relative), crcs.relative), bases: crcOf(bytesOf(bases), crcs.bases) };
      baseBytes += bases.byteLength;
      for (const end of chunkEnds) await endChunk(end);
    }
    await endChunk(this.byteLength);
    return [
      ...chunks,
      ...sums,
      {
        name: `${name}.offsets`,
        element: 'u32',
        byteLength: (this.count + 1) * lengthBytes,
        crc32: crcs.relative,
        read: () => mapped(pieces(), ({ relative }) => bytesOf(relative)),
      },
      {
        name: `${name}.offsets.bases`,
        element: 'f64',
        byteLength: baseBytes,
        crc32: crcs.bases,
        read: () => mapped(pieces(), ({ bases }) => bytesOf(bases)),
      },
    ];
  }

  /** @returns the bytes of `[start, end)` of all records, in a buffer of their own */
  bytesBetween(start: number, end: number): Promise<Uint8Array> {
    return this.#bytes.between(start, end);
  }

  /** @returns the length of each record */
  lengths(): Promise<Uint32Array> {
    return this.lengthsBetween(0, this.count);
  }

  /** @returns the lengths of the records `[from, to)`, in a buffer of their own */
  async lengthsBetween(from: number, to: number): Promise<Uint32Array> {
    const bytes = await this.#lengths.between(from * lengthBytes, to * lengthBytes);
    return new Uint32Array(bytes.buffer, bytes.byteOffset, to - from);
  }

  /** The length of each record, piece by piece; a piece is valid until the next. */
  async *lengthPieces(): AsyncGenerator<Uint32Array> {
    for (let from = 0; from < this.count; from += pieceRecords) {
      const piece = await this.lengthsBetween(from, Math.min(this.count, from + pieceRecords));
      yield piece;
      discard(piece);
    }
  }
}

async function* mapped<From, To>(from: AsyncIterable<From>, map: (one: From) => To): AsyncGenerator<To> {
  for await (const one of from) yield map(one);
}

/** As crc32, which begins anew where it is given no bytes that are at no address. */
const crcOf = (bytes: Uint8Array, before: number): number => (bytes.byteLength === 0 ? before : crc32(bytes, before));

/** @param onPiece is given all bytes. @returns them as a section, read when they are written. Cost: a pass over them. */
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

/** Texts of a column, one behind the other, for whoever only reads them. */
export type TextSource = Pick<RecordSpool, 'bytesBetween' | 'lengths'>;
