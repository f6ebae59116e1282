/**
 * Ownership in both directions, without a table: `count` things shared among `owners`; the first owners have many more
 * than the last (owner k has about count · (√(k+1) - √k) / √owners).
 *
 * Each owner has a run of positions; an affine permutation scatters the positions over the things, so that an owner's
 * things are not next to each other in the export. The same arithmetic gives the owner of a thing and the things of an owner,
 * which keeps author.books and book.author true to each other while both files stream.
 * Invariant: all products stay below 2^53, hence `THINGS_MAXIMUM`.
 */

export const THINGS_MAXIMUM = 90_000_000;

function greatestCommonDivisor(a: number, b: number): number {
  while (b !== 0) [a, b] = [b, a % b];
  return a;
}

/** @returns x with a · x ≡ 1 (mod m), by the extended Euclidean algorithm; `a` and `m` have no common divisor */
function inverse(a: number, m: number): number {
  let [remainder, nextRemainder, x, nextX] = [a % m, m, 1, 0];
  while (nextRemainder !== 0) {
    const quotient = Math.floor(remainder / nextRemainder);
    [remainder, nextRemainder] = [nextRemainder, remainder - quotient * nextRemainder];
    [x, nextX] = [nextX, x - quotient * nextX];
  }
  return ((x % m) + m) % m;
}

export class Shares {
  readonly #count: number;
  readonly #owners: number;
  readonly #stride: number;
  readonly #inverse: number;

  /** @param count 1 to `THINGS_MAXIMUM`; @param owners 1 to `THINGS_MAXIMUM` */
  constructor(count: number, owners: number) {
    this.#count = count;
    this.#owners = owners;
    // Near count divided by the golden ratio: neighbours land far apart.
    let stride = Math.max(1, Math.floor(count * 0.618));
    while (greatestCommonDivisor(stride, count) !== 1) stride += 1;
    this.#stride = stride % count;
    this.#inverse = inverse(stride, count);
  }

  /** @returns the owner of a thing, both counted from 0. Cost: O(1). */
  owner(thing: number): number {
    const position = (thing * this.#inverse) % this.#count;
    const ratio = position / this.#count;
    let owner = Math.min(this.#owners - 1, Math.floor(this.#owners * ratio * ratio));
    // The square is rounded; the runs decide.
    while (this.#start(owner) > position) owner -= 1;
    while (this.#start(owner + 1) <= position) owner += 1;
    return owner;
  }

  /** @returns the things of an owner, possibly none, in the order of the runs. Cost: O(things). */
  things(owner: number): number[] {
    const owned: number[] = [];
    const end = this.#start(owner + 1);
    for (let position = this.#start(owner); position < end; position += 1) {
      owned.push((position * this.#stride) % this.#count);
    }
    return owned;
  }

  /** First position of an owner's run; `#start(owners)` is `count`. */
  #start(owner: number): number {
    return Math.floor(this.#count * Math.sqrt(owner / this.#owners));
  }
}
