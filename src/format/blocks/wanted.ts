/**
 * What work needs and has not found in memory: blocks that are yet to be read.
 *
 * The work is plain code that never waits. Where it comes to a block that is not here, it is broken off (`BlocksAbsent`),
 * the blocks are read, and it is done again from its beginning. So that this does not happen for every block, whoever
 * knows what will be needed says so before, and whoever can go on with a guess does: what was worked out with a guess is
 * never used, but the blocks it has come to are read together.
 */

/** Where blocks are read from: a part of a file. */
export interface BlockSource {
  /** Block → slot of the cache, −1 where it is not in memory. */
  readonly slots: Int32Array;
}

/** Blocks that have to be read before work can be done, by where they are. */
export type Wanted<Source extends BlockSource> = ReadonlyMap<Source, ReadonlySet<number>>;

/** Breaks work off. It is nobody's mistake, and thrown often, so there is one, without a stack of its own. */
export class BlocksAbsent extends Error {
  override readonly name = 'BlocksAbsent';
}

const absent = new BlocksAbsent('blocks are yet to be read');

/** So many guesses are gone on with the first time, and four times as many each time after. */
const firstGuesses = 64;

export class WantedBlocks<Source extends BlockSource> {
  #wanted = new Map<Source, Set<number>>();
  #guesses = 0;
  #guessesMaximum = firstGuesses;
  #isFirst = true;
  readonly #onFound: () => void;

  /** @param onFound is told of each block that is in memory when work is begun and says that it needs it */
  constructor(onFound: () => void) {
    this.#onFound = onFound;
  }

  /** To be called before the work. @param round how often it was broken off so far */
  begin(round: number): void {
    if (!this.isEmpty) this.take();
    this.#guesses = 0;
    this.#guessesMaximum = firstGuesses * 4 ** Math.min(round, 8);
    this.#isFirst = round === 0;
  }

  /** Notes the blocks `[first, end)` that are not in memory. @returns whether all are */
  want(source: Source, first: number, end: number): boolean {
    const { slots } = source;
    let isHere = true;
    for (let block = first; block < end; block += 1) {
      if (slots[block]! >= 0) {
        if (this.#isFirst) this.#onFound();
        continue;
      }
      isHere = false;
      const known = this.#wanted.get(source);
      if (known === undefined) this.#wanted.set(source, new Set([block]));
      else known.add(block);
    }
    return isHere;
  }

  /** To be called where work goes on with a guess for what it lacks. @throws BlocksAbsent when it has done so often */
  guess(): void {
    this.#guesses += 1;
    if (this.#guesses >= this.#guessesMaximum) throw absent;
  }

  /** @throws BlocksAbsent at once */
  breakOff(): never {
    throw absent;
  }

  /** @throws BlocksAbsent where anything is wanted: to be called before what was worked out is used */
  settle(): void {
    if (!this.isEmpty) throw absent;
  }

  get isEmpty(): boolean {
    return this.#wanted.size === 0;
  }

  /** What is wanted; from now on nothing is. */
  take(): Wanted<Source> {
    const wanted = this.#wanted;
    this.#wanted = new Map();
    return wanted;
  }
}
