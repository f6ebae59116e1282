/**
 * The memory of a thread for its jobs on suffixes: one WebAssembly memory for kernels, as large as its largest job needed.
 *
 * If the system has no address space for such a memory, or a job does not fit into it, the job uses an ordinary buffer.
 * Elsewhere: the loops in JavaScript for ordinary buffers (loops), the kernels (src/kernels).
 */
import { choose } from '../../../src/content/choices/index.js';
import { type Kernels, kernelsIn, NOTE_BYTES } from '../../../src/kernels/index.js';
import { type Loops, plainLoops } from './loops.js';

const pageBytes = 2 ** 16;
/** One page less than 32 bits address, so that the end of the memory has an address too. */
const pagesMaximum = 65_535;

/** A WebAssembly memory, and the compiled code that works on it. */
export interface KernelMemory {
  readonly memory: WebAssembly.Memory;
  readonly kernels: Kernels;
  readonly loops: Loops;
}

/** @returns the loops by kernels */
export const kernelLoops = (kernels: Kernels): Loops => ({
  listPositions: kernels.listPositions,
  listSuffixes: kernels.listSuffixes,
  listSelectedPositions: kernels.listSelectedPositions,
  listSelectedSuffixes: kernels.listSelectedSuffixes,
  route: (start, end, codes, width, tables, entries, gapMaximum, out) =>
    out + NOTE_BYTES * kernels.routeSuffixes(start, end, codes, width, tables, entries, gapMaximum, out),
  write: kernels.writeRecords,
  count: kernels.countSuffixes,
});

/** The thread's kernel memory; undefined until the first job needs it. */
let kernelMemory: KernelMemory | 'unavailable' | undefined;
/** The thread's ordinary buffer. */
let plainBuffer = new ArrayBuffer(0);

function createKernelMemory(): KernelMemory | 'unavailable' {
  try {
    const memory = new WebAssembly.Memory({ initial: 0, maximum: pagesMaximum, shared: true });
    const kernels = kernelsIn(memory);
    return { memory, kernels, loops: kernelLoops(kernels) };
  } catch (error) {
    if (error instanceof RangeError) return 'unavailable';
    throw error;
  }
}

/**
 * Grows the kernel memory of this thread to at least `byteLength`.
 *
 * @returns undefined if there is no memory of this size. The contents of an earlier job remain.
 */
export function openKernelMemory(byteLength: number): KernelMemory | undefined {
  kernelMemory ??= createKernelMemory();
  const pages = Math.ceil(byteLength / pageBytes);
  if (kernelMemory === 'unavailable' || pages > pagesMaximum) return undefined;
  const { memory } = kernelMemory;
  const missingPages = pages - memory.buffer.byteLength / pageBytes;
  try {
    if (missingPages > 0) memory.grow(missingPages);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
  return kernelMemory;
}

/** A memory, and the loops that work on it. */
export interface LoopMemory {
  readonly buffer: ArrayBufferLike;
  readonly loops: Loops;
}

/**
 * @param previous the smaller memory of the same job; its contents are at the same addresses of the result
 * @returns a memory of at least `byteLength`
 */
export function openLoopMemory(byteLength: number, previous?: LoopMemory): LoopMemory {
  const isPlain = previous !== undefined && previous.buffer === plainBuffer;
  const compiled = isPlain ? undefined : openKernelMemory(byteLength);
  if (compiled !== undefined && choose('substring.loops', 'compiled') === 'compiled') {
    return { buffer: compiled.memory.buffer, loops: compiled.loops };
  }
  if (plainBuffer.byteLength < byteLength || !isPlain) {
    const larger = new ArrayBuffer(Math.ceil(byteLength / pageBytes) * pageBytes);
    if (previous !== undefined) {
      const contents = new Uint8Array(previous.buffer).subarray(0, larger.byteLength);
      new Uint8Array(larger).set(contents);
    }
    plainBuffer = larger;
  }
  return { buffer: plainBuffer, loops: plainLoops(plainBuffer) };
}
