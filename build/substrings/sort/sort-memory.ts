/**
 * The memory of a thread in which suffixes are sorted, one batch after the other: as much as the largest has needed.
 *
 * It is a WebAssembly memory, which compiled loops work on: the tables of each depth, the suffixes of the batch, and as
 * much that is free. A batch that would not fit into one lies in plain arrays, and so do suffixes where the system gives no
 * address space: then the loops are those of JavaScript.
 */
import { DEPTH_MAXIMUM } from '../../../src/index/termdict/index.js';
import { type CompiledMoves, compiledMoves } from './compiled-moves.js';
import { LEVEL_BYTES, Level, type Suffixes, suffixNumbers } from './moves.js';

const pageBytes = 2 ** 16;
/** One page less than 32 bits address, so that its end has an address too. */
const pagesMaximum = 65_535;
const suffixBytes = suffixNumbers * Int32Array.BYTES_PER_ELEMENT;
/** Where suffixes begin. */
const levelsEnd = Math.ceil((DEPTH_MAXIMUM * LEVEL_BYTES) / pageBytes) * pageBytes;

export interface SortMemory {
  /** Room for the suffixes of a batch, and as much besides. */
  readonly gathered: Suffixes;
  readonly spare: Suffixes;
  /** One for each depth, as a node's children are split while it is. */
  readonly levels: readonly Level[];
  /** Undefined where the loops are those of JavaScript. */
  readonly compiled: CompiledMoves | undefined;
}

interface Home {
  readonly memory: WebAssembly.Memory;
  readonly levels: readonly Level[];
  readonly compiled: CompiledMoves;
}

let home: Home | 'none' | undefined;
let plain: SortMemory | undefined;

function openHome(): Home | 'none' {
  try {
    const initial = levelsEnd / pageBytes;
    const memory = new WebAssembly.Memory({ initial, maximum: pagesMaximum, shared: true });
    const { buffer } = memory;
    const levels = Array.from({ length: DEPTH_MAXIMUM }, (_, depth) => new Level(buffer, depth * LEVEL_BYTES));
    return { memory, levels, compiled: compiledMoves(memory) };
  } catch (error) {
    if (error instanceof RangeError) return 'none';
    throw error;
  }
}

/** @returns this thread's memory, with room for so many suffixes; what it holds is left from another batch */
export function sortMemory(suffixes: number): SortMemory {
  home ??= openHome();
  return (home === 'none' ? undefined : inHome(home, suffixes)) ?? inArrays(suffixes);
}

function inHome({ memory, levels, compiled }: Home, suffixes: number): SortMemory | undefined {
  const pages = Math.ceil((levelsEnd + 2 * suffixes * suffixBytes) / pageBytes);
  const more = pages - memory.buffer.byteLength / pageBytes;
  if (pages > pagesMaximum) return undefined;
  try {
    if (more > 0) memory.grow(more);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
  const numbers = suffixes * suffixNumbers;
  return {
    gathered: new Int32Array(memory.buffer, levelsEnd, numbers),
    spare: new Int32Array(memory.buffer, levelsEnd + suffixes * suffixBytes, numbers),
    levels,
    compiled,
  };
}

function inArrays(suffixes: number): SortMemory {
  if (plain === undefined || plain.gathered.length < suffixes * suffixNumbers) {
    // The old ones go before the new ones come.
    plain = undefined;
    plain = {
      gathered: new Int32Array(suffixes * suffixNumbers),
      spare: new Int32Array(suffixes * suffixNumbers),
      levels: Array.from({ length: DEPTH_MAXIMUM }, () => new Level(new ArrayBuffer(LEVEL_BYTES), 0)),
      compiled: undefined,
    };
  }
  return plain;
}
