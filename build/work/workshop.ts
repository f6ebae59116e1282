/**
 * What a build works with, and how much is in memory at once: columns enter one by one, and wait where those inside, and what is held elsewhere,
 * leave no room.
 */
import { InvariantError } from '../../src/content/errors/index.js';
import type { BuildChoices } from '../../src/content/model/index.js';
import type { Pool } from './pool.js';
import type { Scratch } from './scratch/scratch.js';

export class Gate {
  readonly #bytes: number;
  readonly #places: number;
  readonly #waiting: { readonly bytes: number; readonly enter: () => void; readonly refuse: (error: Error) => void }[] =
    [];
  /** What is in memory beside those inside, asked when it matters. */
  readonly #held: (() => number)[] = [];
  #bytesInside = 0;
  #inside = 0;
  #closed = false;
  #whenEmpty: (() => void) | undefined;

  /**
   * @param bytes together, of those inside and of what is held
   * @param places how many may be inside
   */
  constructor(bytes: number, places: number) {
    this.#bytes = bytes;
    this.#places = places;
  }

  /** @param bytes tells, whenever it is asked, what somebody outside holds in memory: it leaves less room inside */
  hold(bytes: () => number): void {
    this.#held.push(bytes);
  }

  /**
   * Runs `work` once there is room for it, in the order of calls; one that needs more than all there is runs alone.
   *
   * @param bytes what the work takes at its peak
   * @throws what the work throws; InvariantError where the gate is closed before it begins
   */
  async pass<Result>(bytes: number, work: () => Promise<Result>): Promise<Result> {
    await new Promise<void>((enter, refuse) => {
      this.#waiting.push({ bytes, enter, refuse });
      this.#next();
    });
    try {
      return await work();
    } finally {
      this.#inside -= 1;
      this.#bytesInside -= bytes;
      this.#next();
    }
  }

  /** Lets nobody in any more, and waits until those inside are done. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#next();
    if (this.#inside > 0) await new Promise<void>((resolve) => (this.#whenEmpty = resolve));
  }

  #next(): void {
    if (this.#closed) {
      for (const { refuse } of this.#waiting.splice(0)) refuse(new InvariantError('the build ended before this began'));
      if (this.#inside === 0) this.#whenEmpty?.();
      return;
    }
    const room = this.#held.reduce((left, held) => left - held(), this.#bytes);
    for (let first = this.#waiting[0]; first !== undefined; first = this.#waiting[0]) {
      const fits = this.#inside < this.#places && this.#bytesInside + first.bytes <= room;
      if (!fits && this.#inside > 0) return;
      this.#waiting.shift();
      this.#inside += 1;
      this.#bytesInside += first.bytes;
      first.enter();
    }
  }
}

// What a build works with: threads, and how much of its data is in memory at once.

export interface Workshop {
  readonly pool: Pool;
  readonly scratch: Scratch;
  /** Columns pass it with the bytes they take at their peak. */
  readonly gate: Gate;
  /** How many suffixes of a text column a thread sorts at once. */
  readonly capacity: number;
  /** How many bytes of a column's records a thread sorts at once; it takes several times as many. */
  readonly runBytes: number;
  /** How long a text may be to be in memory while its substrings are sorted. */
  readonly textBytes: number;
  /** What is stored ahead. */
  readonly choices: BuildChoices;
  /** How long a section may be. */
  readonly sectionBytes: number;
}
