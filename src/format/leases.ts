/**
 * Who has which of the pages that a memory has grown by. A memory never shrinks, so what a thread had when it died must
 * serve its successor: otherwise each one grows the memory again, up to its end.
 *
 * And so must what a snapshot had that is served no longer, where the next one has the same segment.
 *
 * The list lies at the beginning of the memory itself, where every thread finds it: how often there was no room, what
 * tells the memory from any other, then for each lease its owner, first page and number of pages, as 32-bit integers. Only owners change once a lease is
 * written, by atomic exchange, so that no two threads get the same pages.
 */

import { randomFillSync } from 'node:crypto';

/** What the list takes, at the beginning of the memory. */
export const LEASES_BYTES = 4096;

const entryWords = 3;
const firstEntry = 4;
const entriesMaximum = Math.floor((LEASES_BYTES / 4 - firstEntry) / entryWords);
const unused = 0;
/** Its owner is gone. */
const free = -1;

const pageBytes = 2 ** 16;

/** Half-open, in bytes. */
export interface Lease {
  readonly start: number;
  readonly end: number;
}

const nameStart = 1;
const nameEnd = 3;

/** To be called once, when the memory is made. */
export function nameMemory(memory: WebAssembly.Memory): void {
  listIn(memory).set(randomFillSync(new Int32Array(nameEnd - nameStart)), nameStart);
}

/** Whether two objects, which may have come from other threads, are the same memory. One that has no name is no other's. */
export function isSameMemory(one: WebAssembly.Memory, other: WebAssembly.Memory): boolean {
  if (one === other) return true;
  const [name, otherName] = [one, other].map((memory) => listIn(memory).subarray(nameStart, nameEnd).join(' '));
  return name === otherName && name !== '0 0';
}

const listIn = (memory: WebAssembly.Memory): Int32Array => new Int32Array(memory.buffer, 0, LEASES_BYTES / 4);

/**
 * @param thread the caller's id, which no other thread ever has
 * @param least how many bytes are needed
 * @param wanted how many the memory is grown by where no lease of a dead thread has enough
 * @returns undefined where there is no room; that is counted
 * @throws whatever growing throws but RangeError
 */
export function takeLease(
  memory: WebAssembly.Memory,
  thread: number,
  least: number,
  wanted: number,
): Lease | undefined {
  const owner = ownerOf(thread);
  return takeFree(listIn(memory), owner, least) ?? grow(memory, owner, Math.ceil(wanted / pageBytes));
}

/** The smallest one that is free and has enough. */
function takeFree(list: Int32Array, owner: number, least: number): Lease | undefined {
  for (;;) {
    let best: number | undefined;
    for (let entry = 0; entry < entriesMaximum; entry += 1) {
      const at = firstEntry + entry * entryWords;
      const state = Atomics.load(list, at);
      if (state === unused) break;
      const pages = list[at + 2]!;
      if (state !== free || pages * pageBytes < least) continue;
      if (best === undefined || pages < list[best + 2]!) best = at;
    }
    if (best === undefined) return undefined;
    if (Atomics.compareExchange(list, best, free, owner) === free) return leaseAt(list, best);
  }
}

const leaseAt = (list: Int32Array, at: number): Lease => {
  const [first, pages] = [list[at + 1]!, list[at + 2]!];
  return { start: first * pageBytes, end: (first + pages) * pageBytes };
};

function grow(memory: WebAssembly.Memory, owner: number, pages: number): Lease | undefined {
  let first: number;
  try {
    first = memory.grow(pages);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    Atomics.add(listIn(memory), 0, 1);
    return undefined;
  }
  const list = listIn(memory);
  for (let entry = 0; entry < entriesMaximum; entry += 1) {
    const at = firstEntry + entry * entryWords;
    if (Atomics.compareExchange(list, at, unused, owner) !== unused) continue;
    list[at + 1] = first;
    list[at + 2] = pages;
    break;
  }
  return { start: first * pageBytes, end: (first + pages) * pageBytes };
}

/** The main thread's id is 0. */
const ownerOf = (thread: number): number => thread + 1;

/** Frees one lease, to be called when nobody has anything in it any more. @param start where the lease begins */
export function freeLease(memory: WebAssembly.Memory, thread: number, start: number): void {
  const list = listIn(memory);
  const owner = ownerOf(thread);
  for (let entry = 0; entry < entriesMaximum; entry += 1) {
    const at = firstEntry + entry * entryWords;
    if (list[at + 1] === start / pageBytes && Atomics.compareExchange(list, at, owner, free) === owner) return;
  }
}

/** Frees what a thread had, to be called once it is dead. */
export function freeLeases(memory: WebAssembly.Memory, thread: number): void {
  const list = listIn(memory);
  const owner = ownerOf(thread);
  for (let entry = 0; entry < entriesMaximum; entry += 1) {
    Atomics.compareExchange(list, firstEntry + entry * entryWords, owner, free);
  }
}

/** How often there was no room, in all threads. */
export const refusedLeases = (memory: WebAssembly.Memory): number => Atomics.load(listIn(memory), 0);
