/**
 * Arena: memory for the sets of one query, taken as consecutive bitsets and lists and released together at its end.
 *
 * A query that fits into the memory of an earlier one allocates, clears and collects nothing. If a segment is in WebAssembly
 * memory, its arena leases more of that memory and uses the vectorised routines. One arena serves one thread.
 */
import { threadId } from 'node:worker_threads';
import { overwritesReleased } from '../../content/choices/index.js';
import { freeLease, takeLease } from '../../format/index.js';
import { Bitset } from './bitset.js';
import { Budget } from './budget.js';
import { plainRoutines } from './plain-routines.js';
import type { Routines } from './routines.js';
import { vectorRoutines } from './vector-routines.js';

const pageBytes = 2 ** 16;
/** Every set begins on a cache line. */
const lineBytes = 64;

interface Chunk {
  readonly buffer: ArrayBufferLike;
  readonly start: number;
  readonly byteLength: number;
}

/** A position in an arena, to which it can be released. */
export interface ArenaMark {
  readonly chunk: number;
  readonly used: number;
}

interface ThreadLeases {
  readonly memory: WebAssembly.Memory;
  /** Start of each lease. */
  readonly starts: readonly number[];
}

const leaseFinalizer = new FinalizationRegistry<ThreadLeases>(({ memory, starts }) => {
  for (const start of starts) freeLease(memory, threadId, start);
});

export class Arena {
  /** Docs of the segment. */
  readonly size: number;
  /** Budget of the current request. */
  budget = new Budget();
  /** Number of refusals by a full memory: later sets are in ordinary buffers, with the plain routines. */
  refusedLeases = 0;
  readonly #memory: WebAssembly.Memory | undefined;
  readonly #memoryBuffers: ArrayBufferLike[] = [];
  #routines: Routines | undefined;
  readonly #chunks: Chunk[] = [];
  readonly #leases: number[] = [];
  #chunk = 0;
  #used = 0;

  /** @param memory the memory of the segment's sections; it will grow. Cost: nothing until a set is taken. */
  constructor(size: number, memory?: WebAssembly.Memory) {
    this.size = size;
    this.#memory = memory;
    if (memory !== undefined) this.#memoryBuffers.push(memory.buffer);
  }

  /** The loops for this memory; created at the first use, not when a segment is opened. */
  get routines(): Routines {
    this.#routines ??=
      this.#memory === undefined ? plainRoutines : vectorRoutines(this.#memory, (buffer) => this.ownsBuffer(buffer));
    return this.#routines;
  }

  /**
   * Frees the leases once this arena is garbage collected; called when another arena takes over the memory.
   *
   * @param memory the same memory, as the other arena refers to it: it stays alive until then
   */
  freeLeasesWhenCollected(memory: WebAssembly.Memory): void {
    leaseFinalizer.register(this, { memory, starts: this.#leases });
  }

  /** Memory for compiled loops of other rooms; undefined if the segment is not in WebAssembly memory. */
  get memory(): WebAssembly.Memory | undefined {
    return this.#memory;
  }

  /** Whether a buffer belongs to the memory of the compiled loops, which has a new buffer object after each growth. */
  ownsBuffer(buffer: ArrayBufferLike): boolean {
    return this.#memoryBuffers.includes(buffer);
  }

  mark(): ArenaMark {
    return { chunk: this.#chunk, used: this.#used };
  }

  /** Releases all sets that were taken since the mark. */
  release(mark: ArenaMark): void {
    if (overwritesReleased()) this.#overwrite(mark);
    this.#chunk = mark.chunk;
    this.#used = mark.used;
  }

  /** For tests: overwrites released memory, so that its use is noticed. */
  #overwrite(mark: ArenaMark): void {
    for (let chunkIndex = mark.chunk; chunkIndex <= this.#chunk; chunkIndex += 1) {
      const chunk = this.#chunks[chunkIndex];
      if (chunk === undefined) return;
      const start = chunkIndex === mark.chunk ? mark.used : 0;
      const end = chunkIndex === this.#chunk ? this.#used : chunk.byteLength;
      if (start < end) new Uint8Array(chunk.buffer, chunk.start + start, end - start).fill(0xa5);
    }
  }

  /** @returns a bitset over all docs with undefined content. Cost: O(1), except if memory must be added. */
  bitset(): Bitset {
    return new Bitset(this.size, this.#take(Math.ceil(this.size / 32)), this.routines);
  }

  /** @returns an empty bitset over all docs. Cost: O(docs / 32). */
  emptyBitset(): Bitset {
    const bits = this.bitset();
    bits.clear();
    return bits;
  }

  /** @returns a list of `length` docs with undefined content. Cost: O(1), except if memory must be added. */
  list(length: number): Uint32Array {
    return this.#take(length);
  }

  /**
   * @returns memory with undefined content that no mark releases, for structures that later requests use too; it begins on a
   *          cache line
   */
  keep(byteLength: number): Uint8Array {
    const grownBytes = Math.ceil(byteLength / pageBytes) * pageBytes;
    const chunk = this.#leaseChunk(byteLength, grownBytes) ?? { buffer: new ArrayBuffer(byteLength), start: 0 };
    return new Uint8Array(chunk.buffer, chunk.start, byteLength);
  }

  #take(length: number): Uint32Array {
    const byteLength = Math.ceil((length * 4) / lineBytes) * lineBytes;
    for (;;) {
      const chunk = this.#chunks[this.#chunk] ?? this.#addChunk(byteLength);
      if (this.#used + byteLength <= chunk.byteLength) {
        const byteOffset = chunk.start + this.#used;
        this.#used += byteLength;
        return new Uint32Array(chunk.buffer, byteOffset, length);
      }
      this.#chunk += 1;
      this.#used = 0;
    }
  }

  /** Adds a chunk for the requested bytes, plus several bitsets or one list of all docs. */
  #addChunk(wantedBytes: number): Chunk {
    const byteLength = Math.ceil((wantedBytes + this.size * 4) / pageBytes) * pageBytes;
    const chunk = this.#leaseChunk(wantedBytes, byteLength) ?? {
      buffer: new ArrayBuffer(byteLength),
      start: 0,
      byteLength,
    };
    this.#chunks.push(chunk);
    return chunk;
  }

  /** @returns undefined if there is no memory, or the memory is full; the set is then in an ordinary buffer */
  #leaseChunk(minimumBytes: number, wantedBytes: number): Chunk | undefined {
    if (this.#memory === undefined) return undefined;
    const lease = takeLease(this.#memory, threadId, minimumBytes, wantedBytes);
    if (lease === undefined) {
      this.refusedLeases += 1;
      return undefined;
    }
    const { buffer } = this.#memory;
    this.#memoryBuffers.push(buffer);
    this.#leases.push(lease.start);
    return { buffer, start: lease.start, byteLength: lease.end - lease.start };
  }
}
