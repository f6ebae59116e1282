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

export class SeenIds {
  readonly #ids: InternTable;
  #lines: GrowingU32 | undefined = new GrowingU32();
  /** An id that was given as text. */
  readonly #encoded = Buffer.allocUnsafe(internedBytesMaximum);

  /** @param pageBytes see InternTable */
  constructor(pageBytes?: number) {
    this.#ids = new InternTable('one content type', pageBytes);
  }

  get size(): number {
    return this.#ids.size;
  }

  /** What it holds now. */
  get byteLength(): number {
    return this.#ids.byteLength + (this.#lines?.view().byteLength ?? 0);
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
    return this.addBytes(this.#encoded, 0, this.#write(id), line);
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
    if (this.#lines !== undefined) this.#lines.length = Math.min(count, this.#lines.length);
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
  rankOf(id: string): DocId | undefined {
    const rank = this.#ids.find(this.#encoded, 0, this.#write(id));
    return rank === undefined ? undefined : docId(rank);
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
    return this.#encoded.write(id, 0, 'utf8');
  }
}
