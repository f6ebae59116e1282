/**
 * The records of a blob in a segment file, read in parts: as a `RecordSpool` is read, and without loading the file.
 *
 * Elsewhere: the layout of a blob (src/format/blob), the records of this build (record-spool).
 */
import { blobChunkName, CHUNK_BYTES, type FileSection, OFFSET_BLOCK } from '../../../src/format/index.js';
import { findSection, readBytes, readNumbers } from './read-sections.js';
import type { RecordSpool } from './record-spool.js';

/** Records that can be read in parts. */
export type RecordSource = Pick<RecordSpool, 'count' | 'sliceBytes' | 'sliceLengths' | 'lengthPieces'>;

/** A chunk of a blob. */
interface FileChunk {
  readonly section: FileSection;
  /** Its range in the bytes of all records. */
  readonly start: number;
  readonly end: number;
}

/** Records per piece of `lengthPieces`. */
const pieceRecords = 2 ** 16;

export class FileRecords implements RecordSource {
  readonly #chunks: readonly FileChunk[];
  readonly #lengths: Uint32Array;

  private constructor(chunks: readonly FileChunk[], lengths: Uint32Array) {
    this.#chunks = chunks;
    this.#lengths = lengths;
  }

  /**
   * @param sections   at least the sections of the blob
   * @param name       name of the blob
   * @param chunkBytes length of a chunk; see `Blob`
   * @throws InvariantError if a section is missing
   * Cost: reading the offsets. Memory: 4 bytes per record.
   */
  static async open(
    sections: readonly FileSection[],
    name: string,
    chunkBytes: number = CHUNK_BYTES,
  ): Promise<FileRecords> {
    const chunks: FileChunk[] = [];
    let start = 0;
    for (let chunk = 0; sections.some((section) => section.name === blobChunkName(name, chunk)); chunk += 1) {
      const section = findSection(sections, blobChunkName(name, chunk));
      chunks.push({ section, start, end: start + section.byteLength });
      start += section.byteLength;
    }
    const relative = await readNumbers(sections, `${name}.offsets`);
    const bases = new Float64Array((await readBytes(sections, `${name}.offsets.bases`)).buffer);
    return new FileRecords(chunks, findLengths(relative, bases, chunks, chunkBytes));
  }

  get count(): number {
    return this.#lengths.length;
  }

  /** @returns the bytes of `[start, end)` of all records, in a buffer of their own */
  async sliceBytes(start: number, end: number): Promise<Uint8Array> {
    const bytes = new Uint8Array(end - start);
    for (const chunk of this.#chunks) {
      const from = Math.max(start, chunk.start);
      const to = Math.min(end, chunk.end);
      if (from < to) await chunk.section.readAt(from - chunk.start, bytes.subarray(from - start, to - start));
    }
    return bytes;
  }

  /** @returns the lengths of the records `[from, to)`, in a buffer of their own */
  async sliceLengths(from: number, to: number): Promise<Uint32Array> {
    return this.#lengths.slice(from, to);
  }

  /** The length of each record, piece by piece. */
  async *lengthPieces(): AsyncGenerator<Uint32Array> {
    for (let from = 0; from < this.count; from += pieceRecords) yield this.#lengths.subarray(from, from + pieceRecords);
  }
}

/** @returns record → its length in bytes. A record ends with its chunk if the next one is in another chunk. */
function findLengths(
  relative: Uint32Array,
  bases: Float64Array,
  chunks: readonly FileChunk[],
  chunkBytes: number,
): Uint32Array {
  const lengths = new Uint32Array(relative.length - 1);
  for (let record = 0; record < lengths.length; record += 1) {
    const offset = bases[Math.floor(record / OFFSET_BLOCK)]! + relative[record]!;
    const next = bases[Math.floor((record + 1) / OFFSET_BLOCK)]! + relative[record + 1]!;
    const place = offset % chunkBytes;
    const chunk = chunks[(offset - place) / chunkBytes]!;
    lengths[record] = Math.min(next - offset, chunk.end - chunk.start - place);
  }
  return lengths;
}
