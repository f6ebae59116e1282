/**
 * What a build works with: threads, and how much of its data is in memory at once.
 */
import type { Scratch } from './scratch/scratch.js';
import { SUFFIX_BYTES } from './substrings/sort.js';
import { Gate } from './threads/gate.js';
import { createPool, type Pool } from './threads/pool.js';

export interface Workshop {
  readonly pool: Pool;
  readonly scratch: Scratch;
  /** Columns pass it with the bytes they take at their peak. */
  readonly gate: Gate;
  /** How many suffixes of a text column a thread sorts at once. */
  readonly capacity: number;
}

/** More suffixes at once save little: a batch costs one pass over the text. */
const capacityMaximum = 2 ** 24;
const capacityMinimum = 2 ** 12;

/** @param memoryBytes a quarter for sorting suffixes, a half for columns, the rest for whatever else a process holds */
export function createWorkshop(scratch: Scratch, threads: number, memoryBytes: number): Workshop {
  const pool = createPool(threads);
  const suffixes = Math.floor(memoryBytes / 4 / pool.threads / SUFFIX_BYTES);
  return {
    pool,
    scratch,
    gate: new Gate(memoryBytes / 2, pool.threads + 1),
    capacity: Math.max(capacityMinimum, Math.min(capacityMaximum, suffixes)),
  };
}
