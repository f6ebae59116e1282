/**
 * A blob that stays in a table: what one answer reads of it is fetched before, and what is not there yet breaks its work off
 * (src/format/blocks/wanted).
 */
import { Blob, BlocksAbsent, CHUNK_BYTES, type PagedChunk, pagedRecordLength } from '../../../src/format/index.js';
import { PIECE_BYTES } from '../schema/search-table.js';

const absent = new BlocksAbsent('lists are yet to be fetched');
const nothing = new Uint8Array(0);

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
interface Stretch {
  readonly start: number;
  end: number;
  readonly records: { readonly offset: number; readonly length: number }[];
}

export class FetchedBlob extends Blob {
  readonly #left: readonly PagedChunk[];
  /** By offset. */
  readonly #known = new Map<number, Uint8Array>();
  /** Offset → length. */
  #wanted = new Map<number, number>();

  /** @param left its chunks */
  constructor(left: readonly PagedChunk[]) {
    super([nothing]);
    this.#left = left;
  }

  override lengthOf(offset: number, next: number): number {
    return pagedRecordLength(this.#left, offset, next);
  }

  override want(offset: number, end: number): boolean {
    const isHere = this.#known.has(offset) || end === offset;
    if (!isHere) this.#wanted.set(offset, end - offset);
    return isHere;
  }

  /** @throws BlocksAbsent where it was not fetched */
  override view(offset: number, byteLength: number): Uint8Array {
    if (!this.want(offset, offset + byteLength)) throw absent;
    return this.#known.get(offset) ?? nothing;
  }

  /** What is wanted, from now on asked for. @returns the rows' parts, and who takes their bytes, in the same order */
  take(): { readonly slices: readonly Slice[]; readonly give: (bytes: readonly Uint8Array[]) => void } {
    const stretches = stretchesOf(this.#wanted);
    this.#wanted = new Map();
    const slices = stretches.map((stretch) => this.#slicesOf(stretch));
    const give = (bytes: readonly Uint8Array[]): void => {
      let next = 0;
      for (const [number, { start, records }] of stretches.entries()) {
        const count = slices[number]!.length;
        const own = bytes.slice(next, next + count);
        next += count;
        const whole = count === 1 ? own[0]! : Buffer.concat(own);
        for (const { offset, length } of records) {
          this.#known.set(offset, whole.subarray(offset - start, offset - start + length));
        }
      }
    };
    return { slices: slices.flat(), give };
  }

  #slicesOf({ start, end }: Stretch): readonly Slice[] {
    const slices: Slice[] = [];
    for (let at = start; at < end; ) {
      const place = at % CHUNK_BYTES;
      const within = place % PIECE_BYTES;
      const length = Math.min(end - at, PIECE_BYTES - within);
      const { section } = this.#left[Math.floor(at / CHUNK_BYTES)]!;
      slices.push({ section, piece: Math.floor(place / PIECE_BYTES), start: within, length });
      at += length;
    }
    return slices;
  }
}

/** @param wanted offset → length */
function stretchesOf(wanted: ReadonlyMap<number, number>): readonly Stretch[] {
  const stretches: Stretch[] = [];
  for (const [offset, length] of [...wanted].sort(([a], [b]) => a - b)) {
    const last = stretches.at(-1);
    const isNear =
      last !== undefined &&
      offset - last.end <= gapBytes &&
      Math.floor(offset / CHUNK_BYTES) === Math.floor(last.start / CHUNK_BYTES);
    if (!isNear) stretches.push({ start: offset, end: offset + length, records: [{ offset, length }] });
    else {
      last.end = offset + length;
      last.records.push({ offset, length });
    }
  }
  return stretches;
}
