/**
 * Spooled values: JSON values by id, stored in a temporary file, because there may be more than memory holds.
 *
 * Memory: the ids, and the position of each value in the file; about 30 bytes for each value.
 * Elsewhere: the set of ids (id-set), files of lines that are read in order (line-file).
 */
import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { IdSet } from './id-set.js';

const bufferBytes = 1 << 16;

export class SpooledValues<Value> {
  readonly #path: string;
  #file: number | undefined;
  readonly #ids: IdSet;
  /** The position of each value in the file, and its length, in bytes. */
  readonly #starts: number[] = [];
  readonly #lengths: number[] = [];
  #pendingValues: Buffer[] = [];
  #pendingBytes = 0;
  #end = 0;

  /**
   * @param path  of a file that does not exist; it is created with the first value, and not removed
   * @param owner name of the values, for the error that there are too many
   */
  constructor(path: string, owner: string) {
    this.#path = path;
    this.#ids = new IdSet(owner);
  }

  /**
   * Adds or replaces a value.
   *
   * @param value plain JSON; it replaces an earlier value of the same id
   * @returns the value's number, from 0; undefined if the text cannot be an id
   */
  add(id: string, value: Value): number | undefined {
    const number = this.#ids.add(id);
    if (number === undefined) return undefined;
    const bytes = Buffer.from(JSON.stringify(value), 'utf8');
    this.#starts[number] = this.#end;
    this.#lengths[number] = bytes.length;
    this.#end += bytes.length;
    this.#pendingValues.push(bytes);
    this.#pendingBytes += bytes.length;
    if (this.#pendingBytes > bufferBytes) this.#flush();
    return number;
  }

  /** @returns the value; undefined if there is none with this id */
  get(id: string): Value | undefined {
    const number = this.#ids.number(id);
    return number === undefined ? undefined : this.read(number);
  }

  get size(): number {
    return this.#ids.size;
  }

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  /** Reads a value. @param number that `add` returned */
  read(number: number): Value {
    this.#flush();
    const bytes = Buffer.allocUnsafe(this.#lengths[number] ?? 0);
    const start = this.#starts[number] ?? 0;
    let byteCount = 0;
    while (byteCount < bytes.length) {
      const chunkLength = readSync(this.#open(), bytes, byteCount, bytes.length - byteCount, start + byteCount);
      if (chunkLength === 0) throw new Error(`${this.#path} is shorter than the values that were written to it`);
      byteCount += chunkLength;
    }
    const value: Value = JSON.parse(bytes.toString('utf8'));
    return value;
  }

  /** Closes the file, which stays on disk. */
  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }

  #open(): number {
    this.#file ??= openSync(this.#path, 'wx+');
    return this.#file;
  }

  #flush(): void {
    const bytes = Buffer.concat(this.#pendingValues);
    let byteCount = 0;
    while (byteCount < bytes.length) byteCount += writeSync(this.#open(), bytes, byteCount);
    this.#pendingValues = [];
    this.#pendingBytes = 0;
  }
}
