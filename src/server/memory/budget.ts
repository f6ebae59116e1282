/**
 * The memory budget: divides the memory that the process may use into runtime, snapshots, answers and caches.
 *
 *     allowed = runtime │ reserve │ waiting answers │ cached answers │ cached blocks │ two snapshots
 *
 * Two snapshots are in memory during a swap. If the indexes of both do not fit next to the default buffers, the buffers get less.
 * Sizes that the operator has chosen are never changed. Elsewhere: choosing the parts of a snapshot in memory (follow/residence).
 */
import { DEFAULT_CACHE_BYTES, DEFAULT_RESIDENT_CACHE_BYTES } from '../options/sizes.js';
import { DEFAULT_OVERLOAD } from '../wire/overload.js';

const MEBIBYTE = 2 ** 20;
/** Node.js, the program and the threads of the system for one serving thread; `npm run soak:memory` tries whether it is enough. */
const PROCESS_BYTES = 72 * MEBIBYTE;
/** The same with several serving threads: the supervisor, the thread that loads the next snapshot, and unused parts of arenas. */
const SUPERVISOR_BYTES = 48 * MEBIBYTE;
/** Each of several serving threads: its program, its heap without young objects, and buffers of answers that it makes. */
const THREAD_BYTES = 59 * MEBIBYTE;
/** V8's default size of a thread's young generation: it grows to this size under load, even with few objects. */
const YOUNG_BYTES = 48 * MEBIBYTE;
/** With less, V8 would promote objects of unfinished requests to the old generation. */
const YOUNG_BYTES_MINIMUM = 8 * MEBIBYTE;
/** The young generation of each thread if memory is short: the collector runs more often. */
export const YOUNG_BYTES_TIGHT = 6 * MEBIBYTE;
/** Unused parts of arenas that the C library keeps by default, and not with `MALLOC_ARENA_MAX=1`. */
const ARENA_BYTES = 40 * MEBIBYTE;
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
  /** Young generation of each of several threads; absent: as `computeYoungBytes`. */
  readonly youngBytes?: number | undefined;
  /** Whether the C library has one arena of memory for all threads. */
  readonly hasOneArena?: boolean;
}

const clamp = (value: number, minimum: number, maximum: number): number =>
  Math.floor(Math.max(minimum, Math.min(maximum, value)));

/** @returns bytes of each thread's young generation, so that all of them together have V8's default size of one */
export const computeYoungBytes = (threads: number): number =>
  Math.max(YOUNG_BYTES_MINIMUM, Math.round(YOUNG_BYTES / threads));

/** Whether the operator has limited the C library to one arena (glibc). */
export const hasOneArenaOnly = (env: Readonly<Record<string, string | undefined>> = process.env): boolean =>
  env['MALLOC_ARENA_MAX'] === '1';

function computeRuntime({ threads, youngBytes = computeYoungBytes(threads), hasOneArena }: MemoryRequest): number {
  if (threads === 1) return PROCESS_BYTES;
  return SUPERVISOR_BYTES + threads * (THREAD_BYTES + youngBytes) - (hasOneArena === true ? ARENA_BYTES : 0);
}

/** Cost: a few additions. */
export function divideMemory(request: MemoryRequest): MemoryBudget {
  const { allowedBytes, threads, indexBytes = 0, choices = {} } = request;
  const runtimeBytes = computeRuntime(request);
  // With less memory than the runtime needs, everything else still gets something: the server starts, and the log says so.
  const freeBytes = Math.max(allowedBytes / 4, allowedBytes - runtimeBytes);
  const reserveBytes = Math.floor(freeBytes * RESERVE_SHARE);
  const usableBytes = freeBytes - reserveBytes;
  const bufferBytes = usableBytes * BUFFER_SHARE;
  const wantedBytes = Math.min(bufferBytes, DEFAULT_CACHE_BYTES);
  const missingBytes = Math.max(0, 3 * wantedBytes + 2 * indexBytes - usableBytes);
  const waitingBytes =
    choices.heldBytesMaximum ??
    clamp(wantedBytes - missingBytes / 3, WAITING_BYTES_MINIMUM * threads, DEFAULT_OVERLOAD.heldBytesMaximum);
  const missingCacheBytes = Math.max(0, waitingBytes + 2 * wantedBytes + 2 * indexBytes - usableBytes);
  const cachingBytes = Math.max(bufferBytes / 4, wantedBytes - missingCacheBytes / 2);
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
