/**
 * Computes the offsets of records in chunks (src/format/blob) from their lengths: all at once, or in pieces of constant
 * memory.
 *
 * A record never crosses chunks. An offset is chunk number · chunk length + place in the chunk.
 */
import { InvariantError } from '../../../src/content/errors/index.js';
import { CHUNK_BYTES, OFFSET_BLOCK } from '../../../src/format/index.js';
import { discard } from '../buffers.js';

/** Consecutive offsets of a blob, as its sections store them. */
export interface OffsetPiece {
  /** Offsets minus the base of their block. */
  readonly relative: Uint32Array;
  /** The base of each block of OFFSET_BLOCK offsets. */
  readonly bases: Float64Array;
  /** Ends of the chunks that end within the piece, in bytes of all records. */
  readonly chunkEnds: readonly number[];
}

/** Computes offsets record by record. */
class OffsetWalk {
  /** Offset of the last record. */
  offset = 0;
  readonly #chunkBytes: number;
  #chunk = 0;
  #place = 0;
  /** Bytes of the records so far. */
  #byteLength = 0;

  constructor(chunkBytes: number) {
    this.#chunkBytes = chunkBytes;
  }

  /** @returns the end of the previous chunk, in bytes of all records, if the record starts a new chunk */
  enter(length: number): number | undefined {
    if (length >= this.#chunkBytes) throw new InvariantError(`a record of ${length} bytes does not fit a chunk`);
    const startsChunk = this.#place + length >= this.#chunkBytes;
    if (startsChunk) {
      this.#chunk += 1;
      this.#place = 0;
    }
    const before = this.#byteLength;
    this.offset = this.end;
    this.#place += length;
    this.#byteLength += length;
    return startsChunk ? before : undefined;
  }

  /** End of the last record. */
  get end(): number {
    return this.#chunk * this.#chunkBytes + this.#place;
  }
}

/** @returns the offset of each record, and the end of the last */
export function recordOffsets(lengths: Uint32Array, chunkBytes = CHUNK_BYTES): Float64Array {
  const offsets = new Float64Array(lengths.length + 1);
  const walk = new OffsetWalk(chunkBytes);
  for (let i = 0; i < lengths.length; i += 1) {
    walk.enter(lengths[i]!);
    offsets[i] = walk.offset;
  }
  offsets[lengths.length] = walk.end;
  return offsets;
}

/**
 * The offsets of records piece by piece, with the end of the records in the last; a piece is valid until the next.
 *
 * @param lengths lengths of the records; each piece except the last has a multiple of OFFSET_BLOCK of them
 * @throws RangeError if OFFSET_BLOCK consecutive records span 4 GiB
 */
export async function* offsetPieces(
  lengths: AsyncIterable<Uint32Array> | Iterable<Uint32Array>,
  chunkBytes = CHUNK_BYTES,
): AsyncGenerator<OffsetPiece> {
  const walk = new OffsetWalk(chunkBytes);
  let base = 0;
  let lastBlockCount = 0;
  for await (const piece of lengths) {
    const relative = new Uint32Array(piece.length);
    const bases = new Float64Array(Math.ceil(piece.length / OFFSET_BLOCK));
    const chunkEnds: number[] = [];
    for (let i = 0; i < piece.length; i += 1) {
      const chunkEnd = walk.enter(piece[i]!);
      if (chunkEnd !== undefined) chunkEnds.push(chunkEnd);
      if (i % OFFSET_BLOCK === 0) {
        base = walk.offset;
        bases[i / OFFSET_BLOCK] = base;
      }
      relative[i] = distance(base, walk.offset);
    }
    lastBlockCount = piece.length % OFFSET_BLOCK;
    yield { relative, bases, chunkEnds };
    discard(relative, bases);
  }
  if (lastBlockCount > 0) {
    yield { relative: Uint32Array.of(distance(base, walk.end)), bases: new Float64Array(0), chunkEnds: [] };
  } else yield { relative: Uint32Array.of(0), bases: Float64Array.of(walk.end), chunkEnds: [] };
}

function distance(base: number, offset: number): number {
  if (offset - base >= 2 ** 32) throw new RangeError(`${OFFSET_BLOCK} consecutive records of a blob span 4 GiB`);
  return offset - base;
}
