/**
 * A blob that stays in the table `_search`, of which one answer fetches the records that it reads.
 *
 * Reading a record that was not fetched requests it and throws BlocksAbsent; the caller fetches all requested records and
 * repeats its work (search-reading). Neighbouring records are fetched as one range.
 */
import { Blob, BlocksAbsent, CHUNK_BYTES, type PagedChunk, pagedRecordLength } from '../../../src/format/index.js';
import { PIECE_BYTES } from '../schema/search-table.js';

const recordsAbsent = new BlocksAbsent('a record is not fetched yet');
const noBytes = new Uint8Array(0);

/** Largest gap between two requested records that are fetched as one range, in bytes. */
const gapBytes = 8192;

/** A part of one row of the table. */
export interface Slice {
  /** Name of the section. */
  readonly section: string;
  readonly piece: number;
  /** First byte within the piece. */
  readonly start: number;
  readonly length: number;
}

/** Bytes [start, end) of the blob with neighbouring records, fetched together. */
interface RecordRange {
  readonly start: number;
  end: number;
  readonly records: { readonly offset: number; readonly length: number }[];
}

export class FetchedBlob extends Blob {
  readonly #chunks: readonly PagedChunk[];
  /** Offset → bytes. */
  readonly #fetchedRecords = new Map<number, Uint8Array>();
  /** Offset → length. */
  #requestedRecords = new Map<number, number>();

  /** @param chunks sections of which the blob consists */
  constructor(chunks: readonly PagedChunk[]) {
    super([noBytes]);
    this.#chunks = chunks;
  }

  override lengthOf(offset: number, next: number): number {
    return pagedRecordLength(this.#chunks, offset, next);
  }

  override want(offset: number, end: number): boolean {
    const isFetched = this.#fetchedRecords.has(offset) || end === offset;
    if (!isFetched) this.#requestedRecords.set(offset, end - offset);
    return isFetched;
  }

  /** @throws BlocksAbsent if the record was not fetched; it is then requested */
  override view(offset: number, byteLength: number): Uint8Array {
    if (!this.want(offset, offset + byteLength)) throw recordsAbsent;
    return this.#fetchedRecords.get(offset) ?? noBytes;
  }

  /** Takes the open requests. @returns the slices to fetch, and a function that stores their bytes, in the same order */
  takeRequests(): { readonly slices: readonly Slice[]; readonly storeBytes: (bytes: readonly Uint8Array[]) => void } {
    const ranges = mergeIntoRanges(this.#requestedRecords);
    this.#requestedRecords = new Map();
    const slices = ranges.map((range) => this.#splitIntoSlices(range));
    const give = (bytes: readonly Uint8Array[]): void => {
      let next = 0;
      for (const [number, { start, records }] of ranges.entries()) {
        const count = slices[number]!.length;
        const rangeSlices = bytes.slice(next, next + count);
        next += count;
        const rangeBytes = count === 1 ? rangeSlices[0]! : Buffer.concat(rangeSlices);
        for (const { offset, length } of records) {
          this.#fetchedRecords.set(offset, rangeBytes.subarray(offset - start, offset - start + length));
        }
      }
    };
    return { slices: slices.flat(), storeBytes: give };
  }

  #splitIntoSlices({ start, end }: RecordRange): readonly Slice[] {
    const slices: Slice[] = [];
    for (let offset = start; offset < end; ) {
      const chunkOffset = offset % CHUNK_BYTES;
      const pieceOffset = chunkOffset % PIECE_BYTES;
      const length = Math.min(end - offset, PIECE_BYTES - pieceOffset);
      const { section } = this.#chunks[Math.floor(offset / CHUNK_BYTES)]!;
      slices.push({ section, piece: Math.floor(chunkOffset / PIECE_BYTES), start: pieceOffset, length });
      offset += length;
    }
    return slices;
  }
}

/** @param requestedRecords offset → length. @returns ranges that do not cross a chunk, in ascending order */
function mergeIntoRanges(requestedRecords: ReadonlyMap<number, number>): readonly RecordRange[] {
  const ranges: RecordRange[] = [];
  for (const [offset, length] of [...requestedRecords].sort(([a], [b]) => a - b)) {
    const lastRange = ranges.at(-1);
    const isNear =
      lastRange !== undefined &&
      offset - lastRange.end <= gapBytes &&
      Math.floor(offset / CHUNK_BYTES) === Math.floor(lastRange.start / CHUNK_BYTES);
    if (!isNear) ranges.push({ start: offset, end: offset + length, records: [{ offset, length }] });
    else {
      lastRange.end = offset + length;
      lastRange.records.push({ offset, length });
    }
  }
  return ranges;
}
