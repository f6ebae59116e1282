/**
 * Missing blocks: the blocks that work needs and that are not in memory yet.
 *
 * Work is synchronous code that computes an answer. At a missing block it is interrupted (`BlocksAbsent`), the blocks are
 * read, and the work starts again. To avoid one restart for each block, code announces the blocks that it will need, or
 * continues with a guess: a result with guesses is never used, but all blocks that the run needed are read together.
 */

/** The part of a file that blocks are read from. */
export interface BlockSource {
  /** Block → slot of the cache; −1 if the block is not in memory. */
  readonly slots: Int32Array;
}

/** Missing blocks by their source. */
export type MissingBlockSets<Source extends BlockSource> = ReadonlyMap<Source, ReadonlySet<number>>;

/** Interrupts work. It is not a failure and thrown often, so there is one shared instance. */
export class BlocksAbsent extends Error {
  override readonly name = 'BlocksAbsent';
}

const absent = new BlocksAbsent('blocks are yet to be read');

/** Guesses allowed in the first run; each later run allows four times as many. */
const firstGuesses = 64;

/** Collects the missing blocks of one run of work. */
export class MissingBlocks<Source extends BlockSource> {
  #missing = new Map<Source, Set<number>>();
  #guesses = 0;
  #guessesMaximum = firstGuesses;
  #isFirst = true;
  readonly #onFound: () => void;

  /** @param onFound called for each announced block that is in memory, in the first run of the work */
  constructor(onFound: () => void) {
    this.#onFound = onFound;
  }

  /** Call it before each run of the work. @param round number of interruptions so far */
  begin(round: number): void {
    if (!this.isEmpty) this.take();
    this.#guesses = 0;
    this.#guessesMaximum = firstGuesses * 4 ** Math.min(round, 8);
    this.#isFirst = round === 0;
  }

  /** Records which of the blocks `[first, end)` are missing. @returns whether all are in memory */
  want(source: Source, first: number, end: number): boolean {
    const { slots } = source;
    let isInMemory = true;
    for (let block = first; block < end; block += 1) {
      if (slots[block]! >= 0) {
        if (this.#isFirst) this.#onFound();
        continue;
      }
      isInMemory = false;
      const blocks = this.#missing.get(source);
      if (blocks === undefined) this.#missing.set(source, new Set([block]));
      else blocks.add(block);
    }
    return isInMemory;
  }

  /** Call it when work continues with a guess. @throws BlocksAbsent after too many guesses */
  guess(): void {
    this.#guesses += 1;
    if (this.#guesses >= this.#guessesMaximum) throw absent;
  }

  /** @throws BlocksAbsent always */
  breakOff(): never {
    throw absent;
  }

  /** Call it before a result is used. @throws BlocksAbsent if a block is missing */
  settle(): void {
    if (!this.isEmpty) throw absent;
  }

  get isEmpty(): boolean {
    return this.#missing.size === 0;
  }

  /** Returns the missing blocks and clears them. */
  take(): MissingBlockSets<Source> {
    const missing = this.#missing;
    this.#missing = new Map();
    return missing;
  }
}
