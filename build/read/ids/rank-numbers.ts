/**
 * A number for each rank, such as the line an item stood on: nearly always one more than the one before.
 *
 * A page of neighbours takes one number while that is so, and one each where it is not: an export with one item a line
 * and nothing else takes next to nothing, any other four bytes an item.
 */
const usualPageLength = 2 ** 12;

export class RankNumbers {
  readonly #pageLength: number;
  /** Per page: the number of its first rank. */
  readonly #firsts: number[] = [];
  /** Per page: the numbers, where they do not count on from the first. */
  readonly #pages: (Uint32Array | undefined)[] = [];
  #length = 0;

  /** @param pageLength a power of two */
  constructor(pageLength = usualPageLength) {
    this.#pageLength = pageLength;
  }

  /** What it holds now. */
  get byteLength(): number {
    const pages = this.#pages.reduce((sum, page) => sum + (page?.byteLength ?? 0), 0);
    return pages + this.#firsts.length * 2 * Float64Array.BYTES_PER_ELEMENT;
  }

  /** @param number of the next rank, an unsigned integer of 32 bits */
  push(number: number): void {
    const place = this.#length & (this.#pageLength - 1);
    if (place === 0) {
      this.#firsts.push(number);
      this.#pages.push(undefined);
    } else {
      const index = this.#firsts.length - 1;
      const first = this.#firsts[index]!;
      if (this.#pages[index] === undefined && number !== first + place) {
        this.#pages[index] = Uint32Array.from({ length: this.#pageLength }, (_, at) => first + at);
      }
      const page = this.#pages[index];
      if (page !== undefined) page[place] = number;
    }
    this.#length += 1;
  }

  /** @param rank of one that is there */
  at(rank: number): number {
    const index = Math.floor(rank / this.#pageLength);
    const place = rank & (this.#pageLength - 1);
    return this.#pages[index]?.[place] ?? this.#firsts[index]! + place;
  }

  /** Forgets all but the first `length`. */
  forgetAfter(length: number): void {
    this.#length = Math.min(this.#length, length);
    this.#firsts.length = Math.ceil(this.#length / this.#pageLength);
    this.#pages.length = this.#firsts.length;
  }
}
