/**
 * Where the sets of one query lie while it is answered: bitsets and lists taken one behind the other, and all given
 * back at its end. Nothing is allocated, cleared or collected for a query that fits what an earlier one took.
 *
 * Of a segment in WebAssembly memory the arena is more of the same memory, and its loops are the vectorised ones.
 * One arena serves one thread.
 */

import { threadId } from 'node:worker_threads';
import { overwritesReleased } from '../../content/choices/index.js';
import { TooCostlyError } from '../../content/errors/index.js';
import { freeLease, takeLease } from '../../format/index.js';
import { Bitset } from './bitset.js';
import { plainRoutines } from './plain-routines.js';
import type { Routines } from './routines.js';
import { vectorRoutines } from './vector-routines.js';

// What one request may cost: the estimated nanoseconds of its steps, counted before each is taken. Nothing here reads a
// clock, so that every replica that serves the same snapshot refuses the same requests.

export class Budget {
  #maximum: number;
  #spent = 0;
  #needed = 0;

  /** @param maximum nanoseconds */
  constructor(maximum: number = Number.POSITIVE_INFINITY) {
    this.#maximum = maximum;
  }

  /** Begins anew, with another request. */
  allow(maximum: number = Number.POSITIVE_INFINITY): void {
    this.#maximum = maximum;
    this.#spent = 0;
    this.#needed = 0;
  }

  /** In nanoseconds. */
  get maximum(): number {
    return this.#maximum;
  }

  /** Estimated nanoseconds of the steps taken. */
  get spent(): number {
    return this.#spent;
  }

  /** The least maximum under which nothing would have been refused so far: estimates may be above what is spent. */
  get needed(): number {
    return this.#needed;
  }

  /** To be called before a step. @throws TooCostlyError when it does not fit */
  spend(cost: number): void {
    this.require(cost);
    this.#spent += cost;
  }

  /** As spend, of steps that are yet to be counted one by one. */
  require(cost: number): void {
    const all = this.#spent + cost;
    if (all > this.#maximum) throw new TooCostlyError(all, this.#maximum);
    if (all > this.#needed) this.#needed = all;
  }
}

const pageBytes = 2 ** 16;
/** Everything begins on a cache line. */
const lineBytes = 64;

interface Chunk {
  readonly buffer: ArrayBufferLike;
  readonly start: number;
  readonly byteLength: number;
}

/** How far an arena was filled. */
export interface ArenaMark {
  readonly chunk: number;
  readonly used: number;
}

interface Leased {
  readonly memory: WebAssembly.Memory;
  /** Where each begins. */
  readonly starts: readonly number[];
}

const gone = new FinalizationRegistry<Leased>(({ memory, starts }) => {
  for (const start of starts) freeLease(memory, threadId, start);
});

export class Arena {
  /** Docs of the segment. */
  readonly size: number;
  /** What the request may cost that is being answered. */
  budget = new Budget();
  /** How often there was no room in the memory: sets lie elsewhere since, where the loops are the plain ones. */
  refused = 0;
  readonly #memory: WebAssembly.Memory | undefined;
  readonly #home: ArrayBufferLike[] = [];
  #routines: Routines | undefined;
  readonly #chunks: Chunk[] = [];
  readonly #leases: number[] = [];
  #chunk = 0;
  #used = 0;

  /** @param memory what the segment's sections lie in; it will grow. Cost: nothing until something is taken. */
  constructor(size: number, memory?: WebAssembly.Memory) {
    this.size = size;
    this.#memory = memory;
    if (memory !== undefined) this.#home.push(memory.buffer);
  }

  /** The loops for what lies here; made when first asked for, so that opening a segment makes none. */
  get routines(): Routines {
    this.#routines ??=
      this.#memory === undefined ? plainRoutines : vectorRoutines(this.#memory, (buffer) => this.isHome(buffer));
    return this.#routines;
  }

  /**
   * To be called where another arena goes on with the memory: once nobody refers to this one, its leases are given back.
   *
   * @param memory the same, as the other arena has it: it is kept until then
   */
  giveBackLater(memory: WebAssembly.Memory): void {
    gone.register(this, { memory, starts: this.#leases });
  }

  /** What compiled loops of other rooms work on; undefined where the segment is in no such memory. */
  get memory(): WebAssembly.Memory | undefined {
    return this.#memory;
  }

  /** Whether a buffer is the memory that the compiled loops work on: of a growth and of before it there are several. */
  isHome(buffer: ArrayBufferLike): boolean {
    return this.#home.includes(buffer);
  }

  mark(): ArenaMark {
    return { chunk: this.#chunk, used: this.#used };
  }

  /** Gives back whatever was taken since. */
  release(mark: ArenaMark): void {
    if (overwritesReleased()) this.#overwrite(mark);
    this.#chunk = mark.chunk;
    this.#used = mark.used;
  }

  /** For tests: nobody may rely on what was given back. */
  #overwrite(mark: ArenaMark): void {
    for (let place = mark.chunk; place <= this.#chunk; place += 1) {
      const chunk = this.#chunks[place];
      if (chunk === undefined) return;
      const start = place === mark.chunk ? mark.used : 0;
      const end = place === this.#chunk ? this.#used : chunk.byteLength;
      if (start < end) new Uint8Array(chunk.buffer, chunk.start + start, end - start).fill(0xa5);
    }
  }

  /** A set over all docs. What it holds is left from another. Cost: O(1), but for the first ones. */
  bitset(): Bitset {
    return new Bitset(this.size, this.#take(Math.ceil(this.size / 32)), this.routines);
  }

  /** An empty set over all docs. Cost: O(docs / 32). */
  emptyBitset(): Bitset {
    const bits = this.bitset();
    bits.clear();
    return bits;
  }

  /** Room for so many docs. What it holds is left from another. Cost: O(1), but for the first ones. */
  list(length: number): Uint32Array {
    return this.#take(length);
  }

  #take(length: number): Uint32Array {
    const byteLength = Math.ceil((length * 4) / lineBytes) * lineBytes;
    for (;;) {
      const chunk = this.#chunks[this.#chunk] ?? this.#addChunk(byteLength);
      if (this.#used + byteLength <= chunk.byteLength) {
        const at = chunk.start + this.#used;
        this.#used += byteLength;
        return new Uint32Array(chunk.buffer, at, length);
      }
      this.#chunk += 1;
      this.#used = 0;
    }
  }

  /** Room for what is wanted, and for several bitsets or one list of all docs beside it. */
  #addChunk(wanted: number): Chunk {
    const byteLength = Math.ceil((wanted + this.size * 4) / pageBytes) * pageBytes;
    const chunk = this.#leased(wanted, byteLength) ?? { buffer: new ArrayBuffer(byteLength), start: 0, byteLength };
    this.#chunks.push(chunk);
    return chunk;
  }

  /** @returns undefined where there is no memory, or none is left: the plain loops work on what lies elsewhere */
  #leased(least: number, wanted: number): Chunk | undefined {
    if (this.#memory === undefined) return undefined;
    const lease = takeLease(this.#memory, threadId, least, wanted);
    if (lease === undefined) {
      this.refused += 1;
      return undefined;
    }
    const { buffer } = this.#memory;
    this.#home.push(buffer);
    this.#leases.push(lease.start);
    return { buffer, start: lease.start, byteLength: lease.end - lease.start };
  }
}
