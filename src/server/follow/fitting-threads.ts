/**
 * The number of serving threads that the allowed memory has room for next to two snapshots, and the size of their young generations.
 *
 * Each thread needs memory of its own. With too many of them the kernel would kill the server during a swap. So threads get less
 * space for young objects, and if that is not enough, fewer are started. Elsewhere: the memory of a thread (memory/budget).
 */
import { allowedMemory } from '../../format/platform/index.js';
import { computeYoungBytes, divideMemory, hasOneArenaOnly, YOUNG_BYTES_TIGHT } from '../memory/budget.js';
import type { LoadingOptions } from './folder-options.js';
import { sumIndexBytes } from './residence.js';

interface ChosenThreads {
  /** At least 1. */
  readonly threads: number;
  /** Bytes of each thread's young generation. */
  readonly youngBytes: number;
}

/** Share of the memory that the program and its threads may take; the rest is for content and answers. */
const RUNTIME_SHARE_MAXIMUM = 3 / 4;

const ONE_THREAD: ChosenThreads = { threads: 1, youngBytes: computeYoungBytes(1) };

/**
 * @param hasOneArena whether the C library has one arena of memory
 * @returns           at most as many threads as requested; a warning says if there are fewer. Cost: reading the heads of the snapshots
 */
export async function chooseThreads(options: LoadingOptions, hasOneArena = hasOneArenaOnly()): Promise<ChosenThreads> {
  const { threads: requestedThreads, logger, allowedBytes = allowedMemory() } = options;
  if (requestedThreads === 1) return ONE_THREAD;
  const { cacheBytes, residentCacheBytes, overload } = options.server;
  const choices = { cacheBytes, residentCacheBytes, heldBytesMaximum: overload?.heldBytesMaximum };
  const indexBytes = await sumIndexBytes(options.folders);
  const hasRoom = (threads: number, youngBytes: number): boolean => {
    const request = { allowedBytes, threads, indexBytes, choices, youngBytes, hasOneArena };
    const { runtimeBytes, snapshotBytes } = divideMemory(request);
    return runtimeBytes <= allowedBytes * RUNTIME_SHARE_MAXIMUM && snapshotBytes >= 2 * indexBytes;
  };
  let chosen = ONE_THREAD;
  for (let threads = requestedThreads; threads > 1 && chosen === ONE_THREAD; threads -= 1) {
    const youngBytes = [computeYoungBytes(threads), YOUNG_BYTES_TIGHT].find((size) => hasRoom(threads, size));
    if (youngBytes !== undefined) chosen = { threads, youngBytes };
  }
  if (chosen.threads < requestedThreads) {
    logger.warn(
      { allowedBytes, indexBytes, requestedThreads, threads: chosen.threads },
      'the memory that is allowed has no room for all threads next to two snapshots, so fewer are started; allow more (the limit of the control group, or --memory), set MALLOC_ARENA_MAX=1, or use fewer --threads',
    );
  }
  return chosen;
}
