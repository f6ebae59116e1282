/**
 * Packed lists: the terms of each bucket as the gaps between them, in the layout that `src/index/termdict/bucket-lists` reads.
 *
 *     1 byte        varint            first part                    second part
 *     ├ low bits ───┼─ its length ────┼─ lengths of gaps in unary ──┼─ bits of the gaps below their leading one
 *
 * Most lists are written by an equivalent kernel (src/kernels/assembly/packing); long ones here.
 */
import { writeVarint } from '../../../src/format/index.js';
import { type Kernels, SUFFIX_BYTES } from '../../../src/kernels/index.js';
import { type Suffixes, suffixNumbers, termAt } from './moves.js';

/** Maximum bytes of a term, for any choice of low bits. */
const termBytesMaximum = 9;
/** Maximum other bytes of a list: the number of low bits, a whole word written beyond the end, the length of the first part. */
const otherBytesMaximum = 1 + 4 + 5;

/** @returns maximum bytes of a list of so many terms: a longer list has more */
export const listBytesMaximum = (terms: number): number => terms * termBytesMaximum + otherBytesMaximum;

/** Maximum number of suffixes of a list that the kernel writes. */
export const KERNEL_SUFFIXES = 1024;
/** Bytes of its scratch memory, and maximum bytes of the list with the bytes that it may overwrite. */
const kernelScratchBytes = 33 * 4 + KERNEL_SUFFIXES * 9 + 8;
/** Memory with room for several lists. */
export const LIST_MEMORY_BYTES = 2 ** 16;
const kernelListBytes = (suffixes: number): number => 9 * suffixes + 14;

/** The kernel, and the memory for its scratch and the lists that it writes: in the memory of the suffixes. */
export interface ListKernel {
  readonly pack: Kernels['packTerms'];
  readonly memory: Uint8Array;
}

/** Appends lists, concatenated. */
export class PackedLists {
  readonly #kernel: ListKernel | undefined;
  /** Bytes of lists in the memory of the kernel, after its scratch. */
  #waiting = 0;
  #bytes = new Uint8Array(2 ** 10);
  #view = new DataView(this.#bytes.buffer);
  #byteLength = 0;
  /** The gaps of the current list: a term minus the previous term, minus 1. */
  #gaps = new Uint32Array(2 ** 10);
  /** Number of bits → number of gaps of the current list with this many bits. */
  readonly #gapCounts = new Uint32Array(33);

  /** @param kernel undefined if suffixes are in ordinary arrays */
  constructor(kernel?: ListKernel) {
    this.#kernel = kernel;
  }

  /**
   * Appends the list of a bucket.
   *
   * @param suffixes the suffixes `[from, to)` belong to the bucket; their terms ascend and may repeat
   * @returns the byte length of the list
   */
  push(suffixes: Suffixes, from: number, to: number): number {
    const kernel = this.#kernel;
    if (kernel !== undefined && to - from <= KERNEL_SUFFIXES) return this.#pushByKernel(kernel, suffixes, from, to);
    this.#takeWaiting();
    const start = this.#byteLength;
    this.#reserve(to - from);
    const gapCount = this.#collectGaps(suffixes, from, to);
    this.#byteLength = this.#write(gapCount, start);
    return this.#byteLength - start;
  }

  /** Appends lists that are packed already. */
  append(lists: Uint8Array): void {
    this.#takeWaiting();
    this.#reserveBytes(lists.byteLength);
    this.#bytes.set(lists, this.#byteLength);
    this.#byteLength += lists.byteLength;
  }

  #pushByKernel({ pack, memory }: ListKernel, { byteOffset }: Suffixes, from: number, to: number): number {
    if (kernelScratchBytes + this.#waiting + kernelListBytes(to - from) > memory.byteLength) this.#takeWaiting();
    const out = memory.byteOffset + kernelScratchBytes + this.#waiting;
    const [start, end] = [byteOffset + from * SUFFIX_BYTES, byteOffset + to * SUFFIX_BYTES];
    const byteLength = pack(start, end, memory.byteOffset, out);
    this.#waiting += byteLength;
    return byteLength;
  }

  /** Appends the lists in the memory of the kernel. */
  #takeWaiting(): void {
    if (this.#kernel === undefined || this.#waiting === 0) return;
    const lists = this.#kernel.memory.subarray(kernelScratchBytes, kernelScratchBytes + this.#waiting);
    this.#reserveBytes(this.#waiting);
    this.#bytes.set(lists, this.#byteLength);
    this.#byteLength += this.#waiting;
    this.#waiting = 0;
  }

  /** @returns a copy of all lists */
  bytes(): Uint8Array {
    this.#takeWaiting();
    return this.#bytes.slice(0, this.#byteLength);
  }

  #reserve(terms: number): void {
    if (terms > this.#gaps.length) this.#gaps = new Uint32Array(2 * terms);
    this.#reserveBytes(listBytesMaximum(terms));
  }

  #reserveBytes(byteLength: number): void {
    const neededBytes = this.#byteLength + byteLength;
    if (neededBytes <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(neededBytes, this.#bytes.length * 2));
    larger.set(this.#bytes.subarray(0, this.#byteLength));
    this.#bytes = larger;
    this.#view = new DataView(larger.buffer);
  }

  /** Collects the gaps between the distinct terms. @returns the number of gaps */
  #collectGaps(suffixes: Suffixes, from: number, to: number): number {
    this.#gapCounts.fill(0);
    let previous = -1;
    let count = 0;
    const end = to * suffixNumbers;
    for (let i = from * suffixNumbers + termAt; i < end; i += suffixNumbers) {
      const term = suffixes[i]!;
      if (term === previous) continue;
      const gap = term - previous - 1;
      previous = term;
      this.#gaps[count] = gap;
      count += 1;
      this.#gapCounts[32 - Math.clz32(gap)]! += 1;
    }
    return count;
  }

  /**
   * Chooses the number of low bits so that at most five of eight gaps are longer. Measured with generated and real texts, these
   * lists are at most 1 % longer than the shortest possible ones.
   */
  #chooseLowBits(count: number): number {
    let lowBits = 0;
    let longerGaps = count - this.#gapCounts[0]!;
    while (longerGaps * 8 > count * 5) {
      lowBits += 1;
      longerGaps -= this.#gapCounts[lowBits]!;
    }
    return lowBits;
  }

  /**
   * Writes the collected gaps at `start`.
   *
   * A gap is written as the number gap + 2^lowBits. Its leading one has the index `bits`; the first part encodes
   * `bits − lowBits` in unary, as zeros before a one; the second part has the `bits` bits below the leading one.
   *
   * @returns the end of the list
   */
  #write(count: number, start: number): number {
    const bytes = this.#bytes;
    const view = this.#view;
    const gaps = this.#gaps;
    const lowBits = this.#chooseLowBits(count);
    const addend = 2 ** lowBits;
    let unaryBits = 0;
    for (let i = 0; i < count; i += 1) unaryBits += 32 - Math.clz32(gaps[i]! + addend) - lowBits;
    const firstLength = Math.ceil(unaryBits / 8);
    bytes[start] = lowBits;
    const firstStart = writeVarint(bytes, start + 1, firstLength);
    const secondStart = firstStart + firstLength;
    /** Index of the last written one in the first part. */
    let unaryEnd = -1;
    let secondBits = 0;
    for (let i = 0; i < count; i += 1) {
      const number = gaps[i]! + addend;
      const bits = 31 - Math.clz32(number);
      unaryEnd += bits - lowBits + 1;
      bytes[firstStart + (unaryEnd >>> 3)]! |= 1 << (unaryEnd & 7);
      const remainder = number ^ (1 << bits);
      const word = secondStart + (secondBits >>> 3);
      const shift = secondBits & 7;
      view.setUint32(word, view.getUint32(word, true) | (remainder << shift), true);
      // The bits that the shift has moved out of the word.
      if (bits + shift > 32) bytes[word + 4] = remainder >>> (32 - shift);
      secondBits += bits;
    }
    return secondStart + Math.ceil(secondBits / 8);
  }
}
