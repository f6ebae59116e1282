/**
 * The memory of a thread for sorting suffixes, reused for each batch:
 *
 *     │ level of each depth │ packing of lists │ suffixes of the batch │ spare, of the same size │ free memory for gathering │
 *
 * A batch that does not fit is sorted in ordinary arrays. Elsewhere: the memory of the thread (memory/thread-memory), the
 * levels (moves).
 */
import { DEPTH_MAXIMUM } from '../../../src/index/termdict/index.js';
import { LEVEL_BYTES } from '../../../src/kernels/index.js';
import { type KernelMemory, openKernelMemory } from '../memory/thread-memory.js';
import { Level, type Suffixes, suffixNumbers } from './moves.js';

const suffixBytes = suffixNumbers * Int32Array.BYTES_PER_ELEMENT;
/** Address of the memory for packing lists, in bytes; and its length. */
const levelsEnd = Math.ceil((DEPTH_MAXIMUM * LEVEL_BYTES) / suffixBytes) * suffixBytes;
const packingBytes = 2 ** 16;
/** Address of the first suffix, in bytes. */
const suffixesStart = levelsEnd + packingBytes;

/** The arrays that a batch is sorted in. */
export interface SortMemory {
  /** The suffixes of a batch. */
  readonly gathered: Suffixes;
  /** A second array of the same size; sorting moves suffixes from one to the other. */
  readonly spare: Suffixes;
  /** One level per depth. */
  readonly levels: readonly Level[];
  /** The memory that contains these arrays; undefined if they are ordinary arrays and the loops run in JavaScript. */
  readonly kernelMemory: KernelMemory | undefined;
  /** The memory for packing lists; undefined if `kernelMemory` is. */
  readonly packing: Uint8Array | undefined;
  /** Address of the free memory in `kernelMemory`; 0 if that is undefined. */
  readonly freeStart: number;
}

const createLevels = (buffer: ArrayBufferLike): Level[] =>
  Array.from({ length: DEPTH_MAXIMUM }, (_, depth) => new Level(buffer, depth * LEVEL_BYTES));

/**
 * Opens the memory for a batch.
 *
 * @param suffixes  number of suffixes of the batch
 * @param freeBytes bytes of free memory, for gathering
 * @returns arrays whose contents are undefined
 */
export function openSortMemory(suffixes: number, freeBytes = 0): SortMemory {
  const freeStart = suffixesStart + 2 * suffixes * suffixBytes;
  const kernelMemory = openKernelMemory(freeStart + freeBytes);
  const numbers = suffixes * suffixNumbers;
  if (kernelMemory === undefined) {
    const gathered = new Int32Array(numbers);
    const spare = new Int32Array(numbers);
    const levels = createLevels(new ArrayBuffer(levelsEnd));
    return { gathered, spare, levels, kernelMemory, packing: undefined, freeStart: 0 };
  }
  const { buffer } = kernelMemory.memory;
  return {
    gathered: new Int32Array(buffer, suffixesStart, numbers),
    spare: new Int32Array(buffer, suffixesStart + suffixes * suffixBytes, numbers),
    levels: createLevels(buffer),
    kernelMemory,
    packing: new Uint8Array(buffer, levelsEnd, packingBytes),
    freeStart,
  };
}
