/**
 * Where a thread sorts suffixes, one batch after the other: in its memory lie the tables of each depth, the suffixes of the
 * batch, as much that is free, and room for whoever gathers. A batch that would not fit lies in plain arrays.
 */
import { DEPTH_MAXIMUM } from '../../../src/index/termdict/index.js';
import { LEVEL_BYTES } from '../../../src/kernels/index.js';
import { type Home, homeOf } from '../memory/thread-memory.js';
import { Level, type Suffixes, suffixNumbers } from './moves.js';

const suffixBytes = suffixNumbers * Int32Array.BYTES_PER_ELEMENT;
/** Where suffixes begin. */
const levelsEnd = Math.ceil((DEPTH_MAXIMUM * LEVEL_BYTES) / suffixBytes) * suffixBytes;

export interface SortMemory {
  /** Room for the suffixes of a batch, and as much besides. */
  readonly gathered: Suffixes;
  readonly spare: Suffixes;
  /** One for each depth, as a node's children are split while it is. */
  readonly levels: readonly Level[];
  /** Of which these are a part; undefined where the loops are those of JavaScript. */
  readonly home: Home | undefined;
  /** Where there is room in it. */
  readonly roomAt: number;
}

const levelsOf = (buffer: ArrayBufferLike): Level[] =>
  Array.from({ length: DEPTH_MAXIMUM }, (_, depth) => new Level(buffer, depth * LEVEL_BYTES));

/**
 * @param roomBytes that are needed besides
 * @returns this thread's memory, with room for so many suffixes; what it holds is left from another job
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
