/**
 * How a build shares out the memory it may use.
 */

import { fileURLToPath } from 'node:url';
import { threshold } from '../../src/content/choices/index.js';
import { type BuildChoices, DEFAULT_CHOICES } from '../../src/content/model/index.js';
import { SECTION_BYTES_MAXIMUM } from '../../src/format/index.js';
import { SUFFIX_BYTES } from '../substrings/index.js';
import { createPool, Gate, type Pool, type Scratch, type Workshop } from '../work/index.js';

/** More suffixes at once save little, and are slower to move about. */
const capacityMaximum = 2 ** 20;
const capacityMinimum = 2 ** 12;
/** Longer runs save little: twice as many cost one comparison more a record. */
const runBytesMaximum = 2 ** 27;
const runBytesMinimum = 2 ** 16;

const program = fileURLToPath(new URL('./segment-thread.js', import.meta.url));

const between = (minimum: number, value: number, maximum: number): number =>
  Math.max(minimum, Math.min(maximum, Math.floor(value)));

/** @returns threads that read blocks, and do all other jobs of a build */
export const createBuildPool = (threads: number): Pool => createPool(threads, program);

/**
 * @param threads     how many there shall be, or those of another build
 * @param memoryBytes a quarter for sorting suffixes; a half for columns, with the runs of texts that they sort and the
 *                    ids that are known by then; the rest for whatever else a process holds
 */
export function createWorkshop(
  scratch: Scratch,
  threads: number | Pool,
  memoryBytes: number,
  choices: BuildChoices = DEFAULT_CHOICES,
  sectionBytes = SECTION_BYTES_MAXIMUM,
): Workshop {
  const pool = typeof threads === 'number' ? createBuildPool(threads) : threads;
  return {
    pool,
    scratch,
    gate: new Gate(memoryBytes / 2, pool.threads + 1),
    capacity: between(
      threshold('substring.batch', capacityMinimum),
      memoryBytes / 4 / pool.threads / SUFFIX_BYTES,
      capacityMaximum,
    ),
    textBytes: memoryBytes / 3,
    choices,
    sectionBytes,
    runBytes: between(threshold('sort.run', runBytesMinimum), memoryBytes / 32 / pool.threads, runBytesMaximum),
  };
}
