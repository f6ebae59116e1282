/**
 * The memory of a thread for its jobs on suffixes, as large as its largest job has needed.
 *
 * It is a WebAssembly memory, for kernels. If the system has no address space for one, or a job does not fit, it is an ordinary
 * buffer, and the loops run in JavaScript (loops).
 */
import { choose } from '../../../src/content/choices/index.js';
import { type Kernels, kernelsIn, NOTE_BYTES } from '../../../src/kernels/index.js';
import { type Loops, plainLoops } from './loops.js';

const pageBytes = 2 ** 16;
/** One page less than 32 bits address, so that its end has an address too. */
const pagesMaximum = 65_535;

export interface Home {
  readonly memory: WebAssembly.Memory;
  readonly kernels: Kernels;
  readonly loops: Loops;
}

/** @returns the loops by kernels */
export const loopsOf = ({ routeSuffixes, writeRecords, countSuffixes }: Kernels): Loops => ({
  route: (at, end, codes, width, tables, entries, gapMaximum, out) =>
    out + NOTE_BYTES * routeSuffixes(at, end, codes, width, tables, entries, gapMaximum, out),
  write: writeRecords,
  count: countSuffixes,
});

let home: Home | 'none' | undefined;
let plain = new ArrayBuffer(0);

function openHome(): Home | 'none' {
  try {
    const memory = new WebAssembly.Memory({ initial: 0, maximum: pagesMaximum, shared: true });
    const kernels = kernelsIn(memory);
    return { memory, kernels, loops: loopsOf(kernels) };
  } catch (error) {
    if (error instanceof RangeError) return 'none';
    throw error;
  }
}

/** @returns this thread's memory of so many bytes, or undefined where there is none; what it holds is left from another job */
export function homeOf(byteLength: number): Home | undefined {
  home ??= openHome();
  const pages = Math.ceil(byteLength / pageBytes);
  if (home === 'none' || pages > pagesMaximum) return undefined;
  const { memory } = home;
  const more = pages - memory.buffer.byteLength / pageBytes;
  try {
    if (more > 0) memory.grow(more);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
  return home;
}

export interface LoopMemory {
  readonly buffer: ArrayBufferLike;
  readonly loops: Loops;
}

/** @returns a memory of so many bytes; what the last one held before, it holds at the same places */
export function loopMemory(byteLength: number, before?: LoopMemory): LoopMemory {
  const isPlain = before !== undefined && before.buffer === plain;
  const found = isPlain ? undefined : homeOf(byteLength);
  if (found !== undefined && choose('substring.loops', 'compiled') === 'compiled')
    return { buffer: found.memory.buffer, loops: found.loops };
  if (plain.byteLength < byteLength || !isPlain) {
    const larger = new ArrayBuffer(Math.ceil(byteLength / pageBytes) * pageBytes);
    if (before !== undefined) new Uint8Array(larger).set(new Uint8Array(before.buffer).subarray(0, larger.byteLength));
    plain = larger;
  }
  return { buffer: plain, loops: plainLoops(plain) };
}
