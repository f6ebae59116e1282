/**
 * The memory that a file's sections are read into.
 *
 * It is shared, so that threads can serve one copy. Of a file from 4 MiB on it is one WebAssembly memory, so that
 * vectorised loops reach all sections, and whoever works on them can grow it for room of his own: 64 KiB pages up to
 * 4 GiB, of which a file may take all but 512 MiB. Before the file lies who has which of the pages it has grown by
 * (leases). Other files lie in plain buffers, one a group of sections.
 */

import { choose } from '../content/choices/index.js';
import { LEASES_BYTES, nameMemory } from './leases.js';

const pageBytes = 2 ** 16;
/** What a memory may grow to; one page less than 32 bits address, so that its end has an address too. */
const pagesMaximum = 65_535;
const fileBytesMinimum = 4 * 2 ** 20;
const fileBytesMaximum = 3.5 * 2 ** 30;

export interface Room {
  /** Where everything lies, if it lies in one. */
  readonly memory: WebAssembly.Memory | undefined;
  /** @returns zeros, beginning on a multiple of 64. */
  take(byteLength: number): Uint8Array;
}

/** @param lengths of what will be taken, at most; each is rounded up to a multiple of 64 */
export function roomFor(lengths: readonly number[]): Room {
  const byteLength = lengths.reduce((sum, length) => sum + rounded(length), 0);
  const isTooLarge = byteLength > fileBytesMaximum;
  const isOne = !isTooLarge && choose('memory.file', byteLength < fileBytesMinimum ? 'buffers' : 'one') === 'one';
  const memory = isOne ? allocate(byteLength) : undefined;
  if (memory === undefined) return { memory, take: (length) => new Uint8Array(new SharedArrayBuffer(length)) };
  const { buffer } = memory;
  let taken = LEASES_BYTES;
  return {
    memory,
    take(length) {
      const bytes = new Uint8Array(buffer, taken, length);
      taken += rounded(length);
      return bytes;
    },
  };
}

const rounded = (byteLength: number): number => Math.ceil(byteLength / 64) * 64;

/** @returns undefined where the system gives no address space for one: plain buffers do as well, but slower */
function allocate(byteLength: number): WebAssembly.Memory | undefined {
  try {
    const initial = Math.ceil((LEASES_BYTES + byteLength) / pageBytes);
    const memory = new WebAssembly.Memory({ initial, maximum: pagesMaximum, shared: true });
    nameMemory(memory);
    return memory;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
