/**
 * Unsigned 32-bit numbers, appended one by one; some are changed later.
 *
 * A few numbers stay in memory, many go to a scratch file. Changes stay in memory, and are applied when numbers are read.
 */
import { crc32 } from 'node:zlib';
import type { StoredSection } from '../../../src/format/index.js';
import type { ScratchFolder } from './scratch-files.js';
import { Spool } from './spool.js';

const numberBytes = 4;

export class NumberSpool {
  readonly #spool: Spool;
  /** Index → changed value; the old value may already be in the file. */
  readonly #changes = new Map<number, number>();

  constructor(scratch: ScratchFolder) {
    this.#spool = new Spool(scratch);
  }

  get length(): number {
    return this.#spool.byteLength / numberBytes;
  }

  push(value: number): void {
    this.#spool.reserve(numberBytes);
    this.#spool.pending.writeUInt32LE(value, this.#spool.pendingLength);
    this.#spool.commit(numberBytes);
  }

  /** Changes a number. Memory: an entry of a Map per changed number. */
  set(index: number, value: number): void {
    this.#changes.set(index, value);
  }

  flushIfLarge(): Promise<void> {
    return this.#spool.flushIfLarge();
  }

  /** Call it after the last number: if there are many, the pending ones are written to the file. */
  finish(): Promise<void> {
    return this.#spool.finish();
  }

  /** Applies the changes. @param numbers all numbers, as `slice` returns them; modified. @returns `numbers` */
  withChanges(numbers: Uint32Array): Uint32Array {
    for (const [index, value] of this.#changes) numbers[index] = value;
    return numbers;
  }

  /** @returns the numbers `[start, end)`, without changes */
  async slice(start: number, end: number): Promise<Uint32Array> {
    const bytes = await this.#spool.slice(start * numberBytes, end * numberBytes);
    return new Uint32Array(bytes.buffer, bytes.byteOffset, end - start);
  }

  /** Frees the disk space. Nothing may be read or added afterwards. */
  remove(): Promise<void> {
    return this.#spool.remove();
  }

  /** @returns a section of all numbers with changes, read again when it is written. Cost: a pass over the numbers. */
  async section(name: string): Promise<StoredSection> {
    await this.#spool.finish();
    const byteLength = this.#spool.byteLength;
    const changed = [...this.#changes].sort(([a], [b]) => a - b);
    const read = () => this.#pieces(changed);
    let crc = 0;
    for await (const piece of read()) crc = crc32(piece, crc);
    return { name, element: 'u32', byteLength, crc32: crc, read };
  }

  async *#pieces(changed: readonly (readonly [index: number, value: number])[]): AsyncGenerator<Uint8Array> {
    let at = 0;
    let next = 0;
    for await (const piece of this.#spool.pieces(0, this.#spool.byteLength)) {
      // A piece may be the spool's own buffer, so changes go to a copy.
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
