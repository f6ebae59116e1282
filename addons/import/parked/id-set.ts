/**
 * Ids, numbered in the order they came: 12 to 20 bytes each, where a Set takes 60 and keeps what the id was cut from.
 */
import { InternTable } from '../../../build/read/index.js';

/** What `isItemId` allows. */
const bytesMaximum = 255;

export class IdSet {
  readonly #table: InternTable;
  /** Room for `bytesMaximum` characters, whichever they are. */
  readonly #written = Buffer.allocUnsafe(bytesMaximum * 3);

  /** @param whose whose ids they are, for the error that there are too many */
  constructor(whose: string) {
    this.#table = new InternTable(whose);
  }

  get size(): number {
    return this.#table.size;
  }

  /** @returns its number, from 0; undefined where it is empty or longer than an id can be. Cost: O(length), on average */
  add(id: string): number | undefined {
    const end = this.#write(id);
    return end === 0 ? undefined : this.#table.intern(this.#written, 0, end);
  }

  /** @returns its number, from 0; undefined where it is not there */
  number(id: string): number | undefined {
    const end = this.#write(id);
    return end === 0 ? undefined : this.#table.find(this.#written, 0, end);
  }

  /** @returns the bytes of each in UTF-8; valid until the next */
  *bytes(): Generator<Uint8Array> {
    for (let number = 0; number < this.#table.size; number += 1) yield this.#table.bytes(number);
  }

  has(id: string): boolean {
    return this.number(id) !== undefined;
  }

  /** @returns how many bytes it has; 0 where it cannot be an id */
  #write(id: string): number {
    const end = id.length > bytesMaximum ? 0 : this.#written.write(id, 0, 'utf8');
    return end > bytesMaximum ? 0 : end;
  }
}
