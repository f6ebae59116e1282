/**
 * Unsigned 32-bit numbers collected one by one, some of which are set later: in memory while they are few, and in a
 * scratch file beyond.
 */
import { crc32 } from 'node:zlib';
import type { StoredSection } from '../../../src/format/index.js';
import type { Scratch } from './scratch.js';
import { Spool } from './spool.js';

const numberBytes = 4;

export class NumberSpool {
  readonly #spool: Spool;
  /** By index, ascending once they are applied: what is set and may be in the file already. */
  readonly #set = new Map<number, number>();

  constructor(scratch: Scratch) {
    this.#spool = new Spool(scratch);
  }

  get length(): number {
    return this.#spool.byteLength / numberBytes;
  }

  push(value: number): void {
    this.#spool.reserve(numberBytes);
    this.#spool.pending.writeUInt32LE(value, this.#spool.length);
    this.#spool.added(numberBytes);
  }

  /** Takes memory for each call: for few numbers. */
  set(index: number, value: number): void {
    this.#set.set(index, value);
  }

  settle(): Promise<void> {
    return this.#spool.settle();
  }

  /** To be called when all are added: of what is much nothing stays in memory. */
  finish(): Promise<void> {
    return this.#spool.finish();
  }

  /** @param all the numbers, as `between` gives them. @returns the same, with what was set since */
  applied(all: Uint32Array): Uint32Array {
    for (const [index, value] of this.#set) all[index] = value;
    return all;
  }

  /** @returns the numbers `[start, end)`, but for what was set since */
  async between(start: number, end: number): Promise<Uint32Array> {
    const bytes = await this.#spool.between(start * numberBytes, end * numberBytes);
    return new Uint32Array(bytes.buffer, bytes.byteOffset, end - start);
  }

  /** Gives their bytes back to the disk. Nothing may be read or added any more. */
  remove(): Promise<void> {
    return this.#spool.remove();
  }

  /** @returns all of them, read when they are written. Cost: a pass over them. */
  async section(name: string): Promise<StoredSection> {
    await this.#spool.finish();
    const byteLength = this.#spool.byteLength;
    const changed = [...this.#set].sort(([a], [b]) => a - b);
    const read = () => this.#pieces(changed);
    let crc = 0;
    for await (const piece of read()) crc = crc32(piece, crc);
    return { name, element: 'u32', byteLength, crc32: crc, read };
  }

  async *#pieces(changed: readonly (readonly [index: number, value: number])[]): AsyncGenerator<Uint8Array> {
    let at = 0;
    let next = 0;
    for await (const piece of this.#spool.pieces(0, this.#spool.byteLength)) {
      // What has not been written is the spool's own.
      const bytes = Buffer.from(piece);
      const end = at + bytes.byteLength;
      for (let change = changed[next]; change !== undefined && change[0] * numberBytes < end; change = changed[next]) {
        bytes.writeUInt32LE(change[1], change[0] * numberBytes - at);
        next += 1;
      }
      at = end;
      yield bytes;
    }
  }
}
