/**
 * Decodes the buckets of a substring tree, several per call.
 *
 * A kernel decodes concatenated buckets in the memory of the thread; without one, each bucket is decoded by itself.
 * Elsewhere: the layout of a bucket (src/index/termdict/bucket-lists), the memory (memory/thread-memory).
 */
import { type Chunk, chunkOf } from '../../src/format/index.js';
import { readPacked } from '../../src/index/termdict/index.js';
import type { Kernels } from '../../src/kernels/index.js';
import { openKernelMemory } from './memory/thread-memory.js';

/** Maximum bytes of several buckets that are decoded together. */
const readBytes = 2 ** 14;
/** A term takes at least one bit. */
const termsPerByte = 8;
/** Bytes after the last bucket that the kernel may read. */
const slackBytes = 4;

/** Free memory begins at a multiple of this. */
const freeAlignment = 16;

/** The terms of some buckets. */
interface BucketTerms {
  /** `[0, count)` are the terms of the buckets, concatenated. Valid until the next call. */
  readonly terms: Uint32Array;
  readonly count: number;
  /** Number of buckets. */
  readonly buckets: number;
}

/** Decodes the list or lists at `[start, end)`. @returns the number of terms */
type Decode = (start: number, end: number) => number;

/** Free memory for other kernels, in the memory of the reader. */
export interface FreeMemory {
  readonly kernels: Kernels;
  readonly bytes: Uint8Array;
}

export class BucketReader {
  /** Undefined without kernels. */
  readonly free: FreeMemory | undefined;
  readonly #lengths: Uint32Array;
  readonly #terms: Uint32Array;
  readonly #decode: Decode;
  readonly #readMaximum: number;
  #bucket = 0;
  #start = 0;

  /** @param readMaximum maximum bytes of a call; a longer bucket is decoded by itself. 0: a bucket per call */
  constructor(lengths: Uint32Array, terms: Uint32Array, decode: Decode, readMaximum: number, free?: FreeMemory) {
    this.free = free;
    this.#lengths = lengths;
    this.#terms = terms;
    this.#decode = decode;
    this.#readMaximum = readMaximum;
  }

  /** Whether there is a further bucket. */
  get isOpen(): boolean {
    return this.#bucket < this.#lengths.length;
  }

  /** Decodes the next bucket, and as many of the following ones as fit. @param bucketsMaximum at least 1 */
  read(bucketsMaximum: number): BucketTerms {
    const first = this.#bucket;
    const start = this.#start;
    const bucketsEnd = Math.min(first + bucketsMaximum, this.#lengths.length);
    let next = first + 1;
    let end = start + this.#lengths[first]!;
    for (; next < bucketsEnd && end + this.#lengths[next]! - start <= this.#readMaximum; next += 1) {
      end += this.#lengths[next]!;
    }
    this.#bucket = next;
    this.#start = end;
    return { terms: this.#terms, count: this.#decode(start, end), buckets: next - first };
  }
}

/**
 * @param bytes   the buckets, concatenated
 * @param lengths bucket → number of its bytes
 * @param freeBytes length of the free memory
 */
export function openBucketReader(bytes: Uint8Array, lengths: Uint32Array, freeBytes = 0): BucketReader {
  const termsStart = Math.ceil((bytes.byteLength + slackBytes) / 4) * 4;
  const termsMaximum = termsPerByte * Math.max(findLongest(lengths), readBytes);
  const termsEnd = termsStart + termsMaximum * Uint32Array.BYTES_PER_ELEMENT;
  const freeStart = Math.ceil(termsEnd / freeAlignment) * freeAlignment;
  const compiled = openKernelMemory(freeStart + freeBytes);
  if (compiled === undefined) return plainBucketReader(bytes, lengths);
  const { memory, kernels } = compiled;
  const { buffer } = memory;
  new Uint8Array(buffer).set(bytes);
  const terms = new Uint32Array(buffer, termsStart, termsMaximum);
  const decode: Decode = (start, end) => kernels.listPackedTerms(start, end, termsStart);
  const free = { kernels, bytes: new Uint8Array(buffer, freeStart, freeBytes) };
  return new BucketReader(lengths, terms, decode, readBytes, free);
}

/** As `openBucketReader`, without kernels. */
export function plainBucketReader(bytes: Uint8Array, lengths: Uint32Array): BucketReader {
  const terms = new Uint32Array(termsPerByte * findLongest(lengths));
  return new BucketReader(lengths, terms, decodeOne(chunkOf(bytes), terms), 0);
}

function findLongest(lengths: Uint32Array): number {
  let longest = 0;
  for (const length of lengths) longest = Math.max(longest, length);
  return longest;
}

const decodeOne =
  (chunk: Chunk, terms: Uint32Array): Decode =>
  (start, end) =>
    readPacked(chunk, start, end, terms, 'list');
