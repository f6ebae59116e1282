/**
 * Computes how much memory snapshots and blocks of files may take, from the memory that the process is allowed.
 */
import { allowedMemory } from '../../format/platform/index.js';
import { DEFAULT_CACHE_BYTES, DEFAULT_RESIDENT_CACHE_BYTES } from '../options/sizes.js';
import type { ResidenceOptions } from './folder-options.js';

/** Memory of a thread in addition to snapshots and caches, in bytes. */
const THREAD_BYTES = 64 * 2 ** 20;

/**
 * @returns the number of bytes that snapshots may have, each counted once. Three quarters of the memory without caches and threads are
 *          for snapshots (the rest is for answers and the system), and half of that is for the next snapshots. A process
 *          with hardly more memory than its caches need still has an eighth for snapshots.
 */
export const snapshotRoom = (allowedBytes: number, threads = 1, cacheBytes = DEFAULT_CACHE_BYTES): number =>
  Math.floor(Math.max(allowedBytes / 4, (allowedBytes - cacheBytes - threads * THREAD_BYTES) * 0.75) / 2);

/** The inverse of `snapshotRoom`. @returns the minimum of allowed memory for this many bytes of snapshots, each counted once */
export const memoryFor = (bytes: number, threads = 1, cacheBytes = DEFAULT_CACHE_BYTES): number =>
  Math.min(bytes * 8, (bytes * 2) / 0.75 + cacheBytes + threads * THREAD_BYTES);

/** @returns bytes for cached blocks of files, over all threads: the default, or less if there is little memory */
export const blockCacheBytes = ({
  server,
  allowedBytes = allowedMemory(),
}: Pick<ResidenceOptions, 'server' | 'allowedBytes'>): number =>
  server.residentCacheBytes ?? Math.min(DEFAULT_RESIDENT_CACHE_BYTES, Math.floor(allowedBytes / 8));
