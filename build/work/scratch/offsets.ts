/**
 * Where records begin that lie in chunks as src/format/blob says, from their lengths: at once, or piece by piece, in
 * memory that does not depend on how many there are.
 */
import { InvariantError } from '../../../src/content/errors/index.js';
import { CHUNK_BYTES, OFFSET_BLOCK } from '../../../src/format/index.js';
import { discard } from '../buffers.js';

/** Some of a blob's offsets, as its sections have them. */
export interface OffsetPiece {
  /** Less the base of its block. */
  readonly relative: Uint32Array;
  /** One for every OFFSET_BLOCK offsets begun. */
  readonly bases: Float64Array;
  /** Where chunks end that end within the piece, in bytes of all records. */
  readonly chunkEnds: readonly number[];
}

/** Goes from record to record. */
class OffsetWalk {
  /** Where the record begins that was entered last, counted in whole chunks and bytes of the last one. */
  offset = 0;
  readonly #chunkBytes: number;
  #chunk = 0;
  #place = 0;
  /** Bytes of the records so far. */
  #byteLength = 0;

  constructor(chunkBytes: number) {
    this.#chunkBytes = chunkBytes;
  }

  /** @returns where the chunk before ends, in bytes of all records, where the record begins another */
  enter(length: number): number | undefined {
    if (length >= this.#chunkBytes) throw new InvariantError(`a record of ${length} bytes does not fit a chunk`);
    const isNext = this.#place + length >= this.#chunkBytes;
    if (isNext) {
      this.#chunk += 1;
      this.#place = 0;
    }
    const before = this.#byteLength;
    this.offset = this.end;
    this.#place += length;
    this.#byteLength += length;
    return isNext ? before : undefined;
  }

  /** Where the record ends that was entered last. */
  get end(): number {
    return this.#chunk * this.#chunkBytes + this.#place;
  }
}

/** @returns where each record begins, and where the last ends */
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
 * The offsets of records, piece by piece, and in the last where the records end; a piece is valid until the next.
 *
 * @param lengths of the records, of OFFSET_BLOCK or a multiple of it in each piece but the last
 * @throws RangeError when OFFSET_BLOCK neighbouring records span 4 GiB
 */
export async function* offsetPieces(
  lengths: AsyncIterable<Uint32Array> | Iterable<Uint32Array>,
  chunkBytes = CHUNK_BYTES,
): AsyncGenerator<OffsetPiece> {
  const walk = new OffsetWalk(chunkBytes);
  let base = 0;
  let filled = 0;
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
    filled = piece.length % OFFSET_BLOCK;
    yield { relative, bases, chunkEnds };
    discard(relative, bases);
  }
  if (filled > 0) {
    yield { relative: Uint32Array.of(distance(base, walk.end)), bases: new Float64Array(0), chunkEnds: [] };
  } else yield { relative: Uint32Array.of(0), bases: Float64Array.of(walk.end), chunkEnds: [] };
}

function distance(base: number, offset: number): number {
  if (offset - base >= 2 ** 32) throw new RangeError(`${OFFSET_BLOCK} neighbouring records of a blob span 4 GiB`);
  return offset - base;
}
