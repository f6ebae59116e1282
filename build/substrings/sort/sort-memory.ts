/**
 * The memory of a thread for sorting suffixes, reused for each batch:
 *
 *     │ level of each depth │ suffixes of the batch │ spare, of the same size │ room for gathering │
 *
 * A batch that does not fit is sorted in ordinary arrays.
 */
import { DEPTH_MAXIMUM } from '../../../src/index/termdict/index.js';
import { LEVEL_BYTES } from '../../../src/kernels/index.js';
import { type Home, homeOf } from '../memory/thread-memory.js';
import { Level, type Suffixes, suffixNumbers } from './moves.js';

const suffixBytes = suffixNumbers * Int32Array.BYTES_PER_ELEMENT;
/** Place of the first suffix. */
const levelsEnd = Math.ceil((DEPTH_MAXIMUM * LEVEL_BYTES) / suffixBytes) * suffixBytes;

export interface SortMemory {
  /** The suffixes of a batch. */
  readonly gathered: Suffixes;
  /** Of the same size; suffixes move between the two. */
  readonly spare: Suffixes;
  /** One level per depth. */
  readonly levels: readonly Level[];
  /** The memory that contains these arrays; undefined if they are ordinary arrays and the loops run in JavaScript. */
  readonly home: Home | undefined;
  /** Place of the free room in `home`. */
  readonly roomAt: number;
}

const levelsOf = (buffer: ArrayBufferLike): Level[] =>
  Array.from({ length: DEPTH_MAXIMUM }, (_, depth) => new Level(buffer, depth * LEVEL_BYTES));

/**
 * @param suffixes  number of suffixes of the batch
 * @param roomBytes bytes of free room
 * @returns the memory of this thread; its contents are undefined
 */
export function sortMemory(suffixes: number, roomBytes = 0): SortMemory {
  const roomAt = levelsEnd + 2 * suffixes * suffixBytes;
  const home = homeOf(roomAt + roomBytes);
  const numbers = suffixes * suffixNumbers;
  if (home === undefined) {
    const [gathered, spare] = [new Int32Array(numbers), new Int32Array(numbers)];
    return { gathered, spare, levels: levelsOf(new ArrayBuffer(levelsEnd)), home, roomAt: 0 };
  }
  const { buffer } = home.memory;
  return {
    gathered: new Int32Array(buffer, levelsEnd, numbers),
    spare: new Int32Array(buffer, levelsEnd + suffixes * suffixBytes, numbers),
    levels: levelsOf(buffer),
    home,
    roomAt,
  };
}
