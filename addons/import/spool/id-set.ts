/**
 * A set of ids, numbered in the order in which they were added.
 *
 * Memory: 12 to 20 bytes for each id. A JavaScript Set takes 60, and keeps the whole text in memory from which the id was cut.
 */
import { InternTable } from '../../../build/read/index.js';

/** The longest id that `isItemId` allows. */
const bytesMaximum = 255;

export class IdSet {
  readonly #table: InternTable;
  /** Space for `bytesMaximum` characters, of up to three bytes each. */
  readonly #buffer = Buffer.allocUnsafe(bytesMaximum * 3);

  /** @param owner name of the things with these ids, for the error that there are too many */
  constructor(owner: string) {
    this.#table = new InternTable(owner);
  }

  get size(): number {
    return this.#table.size;
  }

  /** Adds the id. @returns its number, from 0; undefined if it is empty or too long. Cost: O(length) on average */
  add(id: string): number | undefined {
    const end = this.#write(id);
    return end === 0 ? undefined : this.#table.intern(this.#buffer, 0, end);
  }

  /** @returns the id's number, from 0; undefined if the set does not have it */
  number(id: string): number | undefined {
    const end = this.#write(id);
    return end === 0 ? undefined : this.#table.find(this.#buffer, 0, end);
  }

  /** Yields the bytes of each id in UTF-8; they are valid until the next id is read. */
  *bytes(): Generator<Uint8Array> {
    for (let number = 0; number < this.#table.size; number += 1) yield this.#table.bytes(number);
  }

  has(id: string): boolean {
    return this.number(id) !== undefined;
  }

  /** Writes the id into the buffer. @returns its length in bytes; 0 if the text cannot be an id */
  #write(id: string): number {
    const end = id.length > bytesMaximum ? 0 : this.#buffer.write(id, 0, 'utf8');
    return end > bytesMaximum ? 0 : end;
  }
}
