/**
 * The memory that the sections of a file are read into, shared by all threads.
 *
 * A file of 4 MiB or more gets one WebAssembly memory, so that compiled loops reach all of its sections:
 *
 *     0        4096              64 KiB pages, up to 4 GiB
 *     | leases | sections of the file, at most 3.5 GiB | pages that threads have grown by (leases) |
 *
 * A smaller file gets plain buffers, one for each group of sections.
 */

import { choose } from '../content/choices/index.js';
import { LEASES_BYTES, nameMemory } from './leases.js';

const pageBytes = 2 ** 16;
/** Largest size in pages: one page less than 4 GiB, so that the end has a 32-bit address too. */
const pagesMaximum = 65_535;
const fileBytesMinimum = 4 * 2 ** 20;
const fileBytesMaximum = 3.5 * 2 ** 30;

export interface SectionMemory {
  /** The memory of all sections; undefined if they are in plain buffers. */
  readonly memory: WebAssembly.Memory | undefined;
  /** @returns zeroed bytes that start on a multiple of 64 */
  take(byteLength: number): Uint8Array;
}

/** @param lengths byte lengths that will be taken, at most; each is rounded up to a multiple of 64 */
export function allocateSections(lengths: readonly number[]): SectionMemory {
  let byteLength = 0;
  for (const length of lengths) byteLength += roundUp(length);
  const memory = fitsOneMemory(byteLength) ? allocate(byteLength) : undefined;
  if (memory === undefined) return { memory, take: (length) => new Uint8Array(new SharedArrayBuffer(length)) };
  const { buffer } = memory;
  let nextStart = LEASES_BYTES;
  return {
    memory,
    take(length) {
      const bytes = new Uint8Array(buffer, nextStart, length);
      nextStart += roundUp(length);
      return bytes;
    },
  };
}

/** Whether one WebAssembly memory takes all sections. */
const fitsOneMemory = (byteLength: number): boolean =>
  byteLength <= fileBytesMaximum && choose('memory.file', byteLength < fileBytesMinimum ? 'buffers' : 'one') === 'one';

const roundUp = (byteLength: number): number => Math.ceil(byteLength / 64) * 64;

/** @returns undefined if there is no address space: plain buffers work too, but slower */
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
