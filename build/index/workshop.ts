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
  /** How many bytes of a column's records a thread sorts at once; it takes several times as many. */
  readonly runBytes: number;
  /** How long a text may be to be in memory while its substrings are sorted. */
  readonly textBytes: number;
}

/** More suffixes at once save little, and are slower to move about. */
const capacityMaximum = 2 ** 20;
const capacityMinimum = 2 ** 12;
/** Longer runs save little: twice as many cost one comparison more a record. */
const runBytesMaximum = 2 ** 27;
const runBytesMinimum = 2 ** 16;

const between = (minimum: number, value: number, maximum: number): number =>
  Math.max(minimum, Math.min(maximum, Math.floor(value)));

/**
 * @param memoryBytes a quarter for sorting suffixes; a half for columns, with the runs of texts that they sort and the
 *                    ids that are known by then; the rest for whatever else a process holds
 */
export function createWorkshop(scratch: Scratch, threads: number, memoryBytes: number): Workshop {
  const pool = createPool(threads);
  return {
    pool,
    scratch,
    gate: new Gate(memoryBytes / 2, pool.threads + 1),
    capacity: between(capacityMinimum, memoryBytes / 4 / pool.threads / SUFFIX_BYTES, capacityMaximum),
    textBytes: memoryBytes / 3,
    runBytes: between(runBytesMinimum, memoryBytes / 32 / pool.threads, runBytesMaximum),
  };
}
