/**
 * A blob that stays in a table: what one answer reads of it is fetched before, and what is not there yet breaks its work off
 * (src/format/blocks/wanted).
 */
import { Blob, BlocksAbsent, CHUNK_BYTES, type PagedChunk, pagedRecordLength } from '../../../src/format/index.js';
import { PIECE_BYTES } from '../schema/search-table.js';

const recordsAbsent = new BlocksAbsent('lists are yet to be fetched');
const noBytes = new Uint8Array(0);

/** What lies between two records that are wanted is read with them, if it is no more than so much. */
const gapBytes = 8192;

/** Bytes of one row. */
export interface Slice {
  /** The name of the section. */
  readonly section: string;
  readonly piece: number;
  /** Within the piece. */
  readonly start: number;
  readonly length: number;
}

/** Neighbouring records that are read at once, and where they lie. */
interface RecordRange {
  readonly start: number;
  end: number;
  readonly records: { readonly offset: number; readonly length: number }[];
}

export class FetchedBlob extends Blob {
  readonly #chunks: readonly PagedChunk[];
  /** By offset. */
  readonly #fetchedRecords = new Map<number, Uint8Array>();
  /** Offset → length. */
  #requestedRecords = new Map<number, number>();

  /** @param chunks its chunks */
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

  /** @throws BlocksAbsent where it was not fetched */
  override view(offset: number, byteLength: number): Uint8Array {
    if (!this.want(offset, offset + byteLength)) throw recordsAbsent;
    return this.#fetchedRecords.get(offset) ?? noBytes;
  }

  /** What is wanted, from now on asked for. @returns the rows' parts, and who takes their bytes, in the same order */
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

/** @param requestedRecords offset → length */
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
