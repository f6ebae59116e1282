/**
 * The memory budget: divides the memory that the process may use into runtime, snapshots, answers and caches.
 *
 *     allowed = runtime │ reserve │ waiting answers │ cached answers │ cached blocks │ two snapshots
 *
 * Two snapshots are in memory during a swap. If the indexes of both do not fit beside the default caches, the caches get less.
 * Sizes that the operator has chosen are never changed. Elsewhere: choosing the parts of a snapshot in memory (follow/residence).
 */
import { DEFAULT_CACHE_BYTES, DEFAULT_RESIDENT_CACHE_BYTES } from '../options/sizes.js';
import { DEFAULT_OVERLOAD } from '../wire/overload.js';

const MEBIBYTE = 2 ** 20;
/** Node.js, the program and the threads of the system for one serving thread; `npm run soak:memory` tries whether it is enough. */
const PROCESS_BYTES = 72 * MEBIBYTE;
/** Each further serving thread: its heap, and buffers of answers that it makes. */
const THREAD_BYTES = 36 * MEBIBYTE;
/** Share of the memory beside the runtime that is left to garbage, and to the system's cache of files. */
const RESERVE_SHARE = 1 / 4;
/** Share of the memory beside runtime and reserve that each of the three buffers may take. */
const BUFFER_SHARE = 1 / 8;
/** Waiting answers need room for some large ones in each thread, otherwise requests are refused. */
const WAITING_BYTES_MINIMUM = 4 * MEBIBYTE;
const BLOCK_BYTES_MINIMUM = MEBIBYTE;

/** Sizes that the operator has chosen, in bytes; undefined: they follow from the budget. */
export interface MemoryChoices {
  /** `--cache-bytes` */
  readonly cacheBytes?: number | undefined;
  /** `--resident-cache-bytes` */
  readonly residentCacheBytes?: number | undefined;
  /** `--max-waiting-bytes` */
  readonly heldBytesMaximum?: number | undefined;
}

/** In bytes, over all threads. */
export interface MemoryBudget {
  readonly allowedBytes: number;
  readonly runtimeBytes: number;
  readonly reserveBytes: number;
  /** Answers that clients have not read yet. */
  readonly waitingBytes: number;
  /** Cached answers. */
  readonly cacheBytes: number;
  /** Cached blocks of files. */
  readonly blockCacheBytes: number;
  /** Both snapshots of a swap together. */
  readonly snapshotBytes: number;
}

export interface MemoryRequest {
  readonly allowedBytes: number;
  /** Number of serving threads. */
  readonly threads: number;
  /** Bytes of all snapshots that are in memory in any case, each counted once. */
  readonly indexBytes?: number;
  readonly choices?: MemoryChoices;
}

const clamp = (value: number, minimum: number, maximum: number): number =>
  Math.floor(Math.max(minimum, Math.min(maximum, value)));

/** Cost: a few additions. */
export function divideMemory({ allowedBytes, threads, indexBytes = 0, choices = {} }: MemoryRequest): MemoryBudget {
  const runtimeBytes = PROCESS_BYTES + (threads - 1) * THREAD_BYTES;
  // With less memory than the runtime needs, everything else still gets something: the server starts, and the log says so.
  const freeBytes = Math.max(allowedBytes / 4, allowedBytes - runtimeBytes);
  const reserveBytes = Math.floor(freeBytes * RESERVE_SHARE);
  const usableBytes = freeBytes - reserveBytes;
  const bufferBytes = usableBytes * BUFFER_SHARE;
  const waitingBytes =
    choices.heldBytesMaximum ?? clamp(bufferBytes, WAITING_BYTES_MINIMUM * threads, DEFAULT_OVERLOAD.heldBytesMaximum);
  const wantedCacheBytes = Math.min(bufferBytes, DEFAULT_CACHE_BYTES);
  const missingBytes = Math.max(0, waitingBytes + 2 * wantedCacheBytes + 2 * indexBytes - usableBytes);
  const cachingBytes = Math.max(bufferBytes / 4, wantedCacheBytes - missingBytes / 2);
  const cacheBytes = choices.cacheBytes ?? clamp(cachingBytes, 0, DEFAULT_CACHE_BYTES);
  const blockCacheBytes =
    choices.residentCacheBytes ?? clamp(cachingBytes, BLOCK_BYTES_MINIMUM, DEFAULT_RESIDENT_CACHE_BYTES);
  const snapshotBytes = Math.max(0, Math.floor(usableBytes - waitingBytes - cacheBytes - blockCacheBytes));
  return { allowedBytes, runtimeBytes, reserveBytes, waitingBytes, cacheBytes, blockCacheBytes, snapshotBytes };
}

/** @returns the least memory, to a mebibyte, with which snapshots of this size, each counted once, are in memory completely */
export function memoryFor(bytes: number, threads = 1): number {
  const fits = (allowedBytes: number): boolean =>
    divideMemory({ allowedBytes, threads, indexBytes: bytes }).snapshotBytes >= 2 * bytes;
  let [tooLittle, enough] = [0, MEBIBYTE];
  while (!fits(enough)) [tooLittle, enough] = [enough, enough * 2];
  while (enough - tooLittle > MEBIBYTE) {
    const middle = Math.floor((tooLittle + enough) / 2);
    if (fits(middle)) enough = middle;
    else tooLittle = middle;
  }
  return enough;
}
