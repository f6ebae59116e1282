/**
 * The ids of one content type and the line of each, to find duplicates and resolve links.
 *
 * Memory per id: its UTF-8 bytes, 10 to 16 more (intern-table), and 4 for its line.
 */
import { InvariantError } from '../../../src/content/errors/index.js';
import { type DocId, docId } from '../../../src/content/model/index.js';
import { GrowingU32 } from '../../../src/format/index.js';
import type { ByteColumn } from '../blocks/block-columns.js';
import { InternTable, internedBytesMaximum } from './intern-table.js';

export class IdTable {
  readonly #ids: InternTable;
  #lines: GrowingU32 | undefined = new GrowingU32();
  /** Buffer for an id that is passed as text. */
  readonly #encoded = Buffer.allocUnsafe(internedBytesMaximum);

  /** @param pageBytes see InternTable */
  constructor(pageBytes?: number) {
    this.#ids = new InternTable('the ids of one content type', pageBytes);
  }

  get size(): number {
    return this.#ids.size;
  }

  /** Memory in use. */
  get byteLength(): number {
    return this.#ids.byteLength + (this.#lines?.view().byteLength ?? 0);
  }

  /**
   * Adds an id.
   *
   * @param id   valid according to `isItemId`
   * @param line from 1
   * @returns the line of the same id if it was added before, or undefined if it is new
   * Cost: O(length) on average; sometimes the table grows, and all ids are hashed again.
   */
  add(id: string, line: number): number | undefined {
    return this.addBytes(this.#encoded, 0, this.#write(id), line);
  }

  /** Adds the id `bytes[start, end)`, in UTF-8. Otherwise as `add`. */
  addBytes(bytes: Uint8Array, start: number, end: number, line: number): number | undefined {
    const before = this.#ids.size;
    const rank = this.#ids.intern(bytes, start, end);
    if (rank < before) return this.lineOf(rank);
    this.#lines?.push(line);
    return undefined;
  }

  /**
   * Adds the ids of a block.
   *
   * @param lines     line of each id within the block, from 0
   * @param firstLine first line of the block, from 1
   * @returns false if an id is a duplicate; none of the block's ids is added then
   */
  addBlock({ bytes, lengths }: ByteColumn, lines: Uint32Array, firstLine: number): boolean {
    const before = this.size;
    let at = 0;
    for (const [item, length] of lengths.entries()) {
      if (this.addBytes(bytes, at, at + length, firstLine + lines[item]!) !== undefined) {
        this.truncate(before);
        return false;
      }
      at += length;
    }
    return true;
  }

  /** Removes all ids except the first `count`. */
  truncate(count: number): void {
    this.#ids.truncate(count);
    if (this.#lines !== undefined) this.#lines.length = Math.min(count, this.#lines.length);
  }

  /**
   * @param rank position of the id in the order of adding, from 0
   * @returns the line of the id
   * @throws InvariantError after `release`
   */
  lineOf(rank: number): number {
    if (this.#lines === undefined) throw new InvariantError('the lines of the ids were released');
    return this.#lines.at(rank);
  }

  /**
   * @param id valid according to `isItemId`
   * @returns the line of the id, or undefined if it was not added
   * Cost: O(length) on average.
   */
  find(id: string): number | undefined {
    const rank = this.rankOf(id);
    return rank === undefined ? undefined : this.lineOf(rank);
  }

  /** @returns the doc id of the item: its position in the order of adding; undefined if it was not added. Cost: as `find`. */
  rankOf(id: string): DocId | undefined {
    const rank = this.#ids.find(this.#encoded, 0, this.#write(id));
    return rank === undefined ? undefined : docId(rank);
  }

  /** @param rank position in the order of adding, from 0. @returns a view of the id in UTF-8. @throws InvariantError after `release` */
  bytesOf(rank: number): Uint8Array {
    return this.#ids.bytes(rank);
  }

  /**
   * Releases ids and lines; `size` still works.
   *
   * @returns the released arrays, for callers that can free memory at once
   */
  release(): readonly ArrayBufferView[] {
    this.#lines = undefined;
    return this.#ids.release();
  }

  /** Writes an id into the buffer. @returns its byte length */
  #write(id: string): number {
    return this.#encoded.write(id, 0, 'utf8');
  }
}
