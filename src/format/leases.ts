/**
 * Leases: which thread uses which of the pages that a shared memory has grown by.
 *
 * A memory never shrinks, so pages of a dead thread, or of a snapshot that is no longer served, must be used again. The list
 * lies at the start of the memory, as 32-bit integers, where every thread finds it:
 *
 *     word 0       number of refused leases
 *     words 1–2    random name of the memory
 *     word 3       unused
 *     words 4–6    lease 0: owner (thread id + 1; 0 unused, −1 free), first page, number of pages
 *     words 7–9    lease 1, and so on
 *
 * After a lease is written only its owner changes, by atomic exchange, so no two threads get the same pages.
 */

import { randomFillSync } from 'node:crypto';

/** Bytes of the list, at the start of the memory. */
export const LEASES_BYTES = 4096;

const entryWords = 3;
const firstEntry = 4;
const entriesMaximum = Math.floor((LEASES_BYTES / 4 - firstEntry) / entryWords);
const unused = 0;
/** Owner of a lease that may be taken. */
const free = -1;

const pageBytes = 2 ** 16;

/** A range of bytes in the memory, `[start, end)`. */
export interface Lease {
  readonly start: number;
  readonly end: number;
}

const nameStart = 1;
const nameEnd = 3;

/** Names a new memory. Call it once. */
export function nameMemory(memory: WebAssembly.Memory): void {
  listIn(memory).set(randomFillSync(new Int32Array(nameEnd - nameStart)), nameStart);
}

/** Whether two objects, perhaps from other threads, are the same memory. A memory without a name equals only itself. */
export function isSameMemory(a: WebAssembly.Memory, b: WebAssembly.Memory): boolean {
  if (a === b) return true;
  const [name, otherName] = [a, b].map((memory) => listIn(memory).subarray(nameStart, nameEnd).join(' '));
  return name === otherName && name !== '0 0';
}

const listIn = (memory: WebAssembly.Memory): Int32Array => new Int32Array(memory.buffer, 0, LEASES_BYTES / 4);

/**
 * @param thread      id of the caller, unique for ever
 * @param neededBytes minimum bytes of the lease
 * @param grownBytes  bytes to grow the memory by if no free lease is large enough
 * @returns undefined if there is no room, which is counted
 * @throws errors of growing other than RangeError
 */
export function takeLease(
  memory: WebAssembly.Memory,
  thread: number,
  neededBytes: number,
  grownBytes: number,
): Lease | undefined {
  const owner = toOwner(thread);
  return takeFree(listIn(memory), owner, neededBytes) ?? grow(memory, owner, Math.ceil(grownBytes / pageBytes));
}

/** Takes the smallest free lease that is large enough. */
function takeFree(list: Int32Array, owner: number, neededBytes: number): Lease | undefined {
  for (;;) {
    let best: number | undefined;
    for (let entry = 0; entry < entriesMaximum; entry += 1) {
      const word = firstEntry + entry * entryWords;
      const state = Atomics.load(list, word);
      if (state === unused) break;
      const pages = list[word + 2]!;
      if (state !== free || pages * pageBytes < neededBytes) continue;
      if (best === undefined || pages < list[best + 2]!) best = word;
    }
    if (best === undefined) return undefined;
    if (Atomics.compareExchange(list, best, free, owner) === free) return readLease(list, best);
  }
}

const readLease = (list: Int32Array, word: number): Lease => {
  const firstPage = list[word + 1]!;
  const pages = list[word + 2]!;
  return { start: firstPage * pageBytes, end: (firstPage + pages) * pageBytes };
};

function grow(memory: WebAssembly.Memory, owner: number, pages: number): Lease | undefined {
  let firstPage: number;
  try {
    firstPage = memory.grow(pages);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    Atomics.add(listIn(memory), 0, 1);
    return undefined;
  }
  const list = listIn(memory);
  for (let entry = 0; entry < entriesMaximum; entry += 1) {
    const word = firstEntry + entry * entryWords;
    if (Atomics.compareExchange(list, word, unused, owner) !== unused) continue;
    list[word + 1] = firstPage;
    list[word + 2] = pages;
    break;
  }
  return { start: firstPage * pageBytes, end: (firstPage + pages) * pageBytes };
}

/** @returns the owner word of a thread; the id of the main thread is 0, which would mean unused */
const toOwner = (thread: number): number => thread + 1;

/** Frees a lease that is no longer used. @param start first byte of the lease */
export function freeLease(memory: WebAssembly.Memory, thread: number, start: number): void {
  const list = listIn(memory);
  const owner = toOwner(thread);
  for (let entry = 0; entry < entriesMaximum; entry += 1) {
    const word = firstEntry + entry * entryWords;
    if (list[word + 1] === start / pageBytes && Atomics.compareExchange(list, word, owner, free) === owner) return;
  }
}

/** Frees all leases of a dead thread. */
export function freeLeases(memory: WebAssembly.Memory, thread: number): void {
  const list = listIn(memory);
  const owner = toOwner(thread);
  for (let entry = 0; entry < entriesMaximum; entry += 1) {
    Atomics.compareExchange(list, firstEntry + entry * entryWords, owner, free);
  }
}

/** Number of refused leases, in all threads. */
export const refusedLeases = (memory: WebAssembly.Memory): number => Atomics.load(listIn(memory), 0);
