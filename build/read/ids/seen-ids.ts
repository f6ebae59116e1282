/**
 * The ids met so far in one content type, and the line each stood on, or another number: what tells a duplicate.
 *
 * An id costs its UTF-8 bytes and 7 to 13 more (intern-table), and 4 where lines do not count on.
 */
import { InvariantError } from '../../../src/content/errors/index.js';
import type { ByteColumn } from '../blocks/block-columns.js';
import { InternTable, internedBytesMaximum } from './intern-table.js';

export class SeenIds {
  readonly #ids: InternTable;
  #lines: RankNumbers | undefined;
  /** An id that was given as text. */
  readonly #written = Buffer.allocUnsafe(internedBytesMaximum);

  /** @param pages how long pages are; see InternTable and RankNumbers */
  constructor(pages: { readonly bytes?: number; readonly lines?: number } = {}) {
    this.#ids = new InternTable('one content type', pages.bytes);
    this.#lines = new RankNumbers(pages.lines);
  }

  get size(): number {
    return this.#ids.size;
  }

  /** What it holds now. */
  get byteLength(): number {
    return this.#ids.byteLength + (this.#lines?.byteLength ?? 0);
  }

  /**
   * Remembers the id.
   *
   * @param id   what `isItemId` accepts
   * @param line from 1
   * @returns the line where the id stood before, or undefined when it is new
   * Cost: O(length), on average; now and then all are hashed anew.
   */
  add(id: string, line: number): number | undefined {
    return this.addBytes(this.#written, 0, this.#write(id), line);
  }

  /** As `add`, of the id that is `bytes[start, end)` in UTF-8. */
  addBytes(bytes: Uint8Array, start: number, end: number, line: number): number | undefined {
    const before = this.#ids.size;
    const rank = this.#ids.intern(bytes, start, end);
    if (rank < before) return this.lineOf(rank);
    this.#lines?.push(line);
    return undefined;
  }

  /**
   * Remembers the ids of a block.
   *
   * @param lines     of each, from 0
   * @param firstLine of the block, from 1
   * @returns false where an id appears twice: then none of them is remembered
   */
  addBlock({ bytes, lengths }: ByteColumn, lines: Uint32Array, firstLine: number): boolean {
    const before = this.size;
    let at = 0;
    for (const [item, length] of lengths.entries()) {
      if (this.addBytes(bytes, at, at + length, firstLine + lines[item]!) !== undefined) {
        this.forgetAfter(before);
        return false;
      }
      at += length;
    }
    return true;
  }

  /** Forgets the ids that were added after the first `count`. */
  forgetAfter(count: number): void {
    this.#ids.forgetAfter(count);
    this.#lines?.forgetAfter(count);
  }

  /**
   * @param rank of arrival, from 0
   * @returns the line it was added with
   * @throws InvariantError after `release`
   */
  lineOf(rank: number): number {
    if (this.#lines === undefined) throw new InvariantError('the lines of the ids were released');
    return this.#lines.at(rank);
  }

  /**
   * @param id what `isItemId` accepts
   * @returns the line it was added with, or undefined where it was not
   * Cost: O(length), on average.
   */
  find(id: string): number | undefined {
    const rank = this.rankOf(id);
    return rank === undefined ? undefined : this.lineOf(rank);
  }

  /** @returns how many ids were added before it, or undefined where it was not. Cost: as `find`. */
  rankOf(id: string): number | undefined {
    return this.#ids.find(this.#written, 0, this.#write(id));
  }

  /**
   * Lets go of ids and lines, once nobody asks for one any more; how many there were stays known.
   *
   * @returns what it does not hold any more, for whoever can give memory back at once
   */
  release(): readonly ArrayBufferView[] {
    this.#lines = undefined;
    return this.#ids.release();
  }

  /** @returns how long the id is that was written */
  #write(id: string): number {
    return this.#written.write(id, 0, 'utf8');
  }
}

// A number for each rank, such as the line an item stood on: nearly always one more than the one before.
//
// A page of neighbours takes one number while that is so, and one each where it is not: an export with one item a line
// and nothing else takes next to nothing, any other four bytes an item.

/**
 * A number for each rank, such as the line an item stood on: nearly always one more than the one before.
 *
 * A page of neighbours takes one number while that is so, and one each where it is not: an export with one item a line
 * and nothing else takes next to nothing, any other four bytes an item.
 */
const usualPageLength = 2 ** 12;

class RankNumbers {
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
