/**
 * The number of serving threads that the allowed memory has room for, next to two snapshots.
 *
 * Each thread needs memory of its own. With too many of them the kernel would kill the server during a swap, so fewer are started.
 */
import { allowedMemory } from '../../format/platform/index.js';
import { divideMemory } from '../memory/budget.js';
import type { LoadingOptions } from './folder-options.js';
import { sumIndexBytes } from './residence.js';

/** @returns at least 1, at most as many as requested; a warning says if there are fewer. Cost: reading the heads of the snapshots. */
export async function chooseThreads(options: LoadingOptions): Promise<number> {
  const { threads: requestedThreads, logger, allowedBytes = allowedMemory() } = options;
  if (requestedThreads === 1) return 1;
  const { cacheBytes, residentCacheBytes, overload } = options.server;
  const choices = { cacheBytes, residentCacheBytes, heldBytesMaximum: overload?.heldBytesMaximum };
  const indexBytes = await sumIndexBytes(options.folders);
  let threads = requestedThreads;
  while (threads > 1 && divideMemory({ allowedBytes, threads, indexBytes, choices }).snapshotBytes < 2 * indexBytes) {
    threads -= 1;
  }
  if (threads < requestedThreads) {
    logger.warn(
      { allowedBytes, indexBytes, requestedThreads, threads },
      'the memory that is allowed has no room for all threads next to two snapshots, so fewer are started; allow more (the limit of the control group, or --memory), or use fewer --threads',
    );
  }
  return threads;
}
