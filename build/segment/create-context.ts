/**
 * Creates the context of a build: its thread pool, and the limits that divide its memory.
 *
 * Elsewhere: the context's type (build/work/build-context).
 */
import { fileURLToPath } from 'node:url';
import { threshold } from '../../src/content/choices/index.js';
import { type BuildChoices, DEFAULT_CHOICES } from '../../src/content/model/index.js';
import { SECTION_BYTES_MAXIMUM } from '../../src/format/index.js';
import { SUFFIX_BYTES } from '../substrings/index.js';
import { type BuildContext, createPool, MemoryGate, type Pool, type ScratchFolder } from '../work/index.js';

/** Suffixes in a batch. Larger batches save little, and moving their suffixes is slower. */
const batchSuffixesMaximum = 2 ** 20;
const batchSuffixesMinimum = 2 ** 12;
/** Longer runs save little: twice as many runs cost one more comparison per record. */
const runBytesMaximum = 2 ** 27;
const runBytesMinimum = 2 ** 16;

const threadProgram = fileURLToPath(new URL('./segment-thread.js', import.meta.url));

const clamp = (minimum: number, value: number, maximum: number): number =>
  Math.max(minimum, Math.min(maximum, Math.floor(value)));

/** @returns the threads of a build, which read blocks and do all other jobs */
export const createBuildPool = (threads: number): Pool => createPool(threads, threadProgram);

/**
 * @param threads     number of threads, or the pool of another build
 * @param memoryBytes a quarter is for sorting suffixes; a half for columns, the runs that they sort, and ids; the last
 *                    quarter for everything else in the process. Limits of one text column (`textBytes`) and of one sorted
 *                    run (`runBytes`) are parts of the half, not in addition to it.
 */
export function createBuildContext(
  scratch: ScratchFolder,
  threads: number | Pool,
  memoryBytes: number,
  choices: BuildChoices = DEFAULT_CHOICES,
  sectionBytes = SECTION_BYTES_MAXIMUM,
): BuildContext {
  const pool = typeof threads === 'number' ? createBuildPool(threads) : threads;
  return {
    pool,
    scratch,
    gate: new MemoryGate(memoryBytes / 2, pool.threads + 1),
    capacity: clamp(
      threshold('substring.batch', batchSuffixesMinimum),
      memoryBytes / 4 / pool.threads / SUFFIX_BYTES,
      batchSuffixesMaximum,
    ),
    textBytes: memoryBytes / 3,
    choices,
    sectionBytes,
    runBytes: clamp(threshold('sort.run', runBytesMinimum), memoryBytes / 32 / pool.threads, runBytesMaximum),
  };
}
