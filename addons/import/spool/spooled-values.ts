/**
 * Values by id, stored in a file, as there may be more than memory holds.
 *
 * Memory: the ids, and the position of each value in the file; some 30 bytes each.
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
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
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
    this.#waiting.push(bytes);
    this.#waitingBytes += bytes.length;
    if (this.#waitingBytes > bufferBytes) this.#flush();
    return number;
  }

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

  /** @param number that `add` returned */
  read(number: number): Value {
    this.#flush();
    const bytes = Buffer.allocUnsafe(this.#lengths[number] ?? 0);
    const start = this.#starts[number] ?? 0;
    for (let at = 0; at < bytes.length; ) {
      const read = readSync(this.#open(), bytes, at, bytes.length - at, start + at);
      if (read === 0) throw new Error(`${this.#path} ends before what was written into it`);
      at += read;
    }
    const value: Value = JSON.parse(bytes.toString('utf8'));
    return value;
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }

  #open(): number {
    this.#file ??= openSync(this.#path, 'wx+');
    return this.#file;
  }

  #flush(): void {
    const bytes = Buffer.concat(this.#waiting);
    for (let at = 0; at < bytes.length; ) at += writeSync(this.#open(), bytes, at);
    this.#waiting = [];
    this.#waitingBytes = 0;
  }
}
