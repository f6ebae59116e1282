/**
 * Unsigned 32-bit numbers collected one by one, some of which are set later: in memory while they are few, and in a
 * scratch file beyond.
 */

import { crc32 } from 'node:zlib';
import { type DocId, docId } from '../../../src/content/model/index.js';
import type { StoredSection } from '../../../src/format/index.js';
import { type Scratch, Spool } from './scratch.js';

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

/** So many docs' links are looked at at once. */
const docsAtOnce = 2 ** 16;

/** The links of neighbouring docs. */
export interface LinksOfDocs {
  readonly firstDoc: DocId;
  /** Per doc: how many links it has. */
  readonly counts: Uint32Array;
  readonly links: Uint32Array;
}

/** How many links each doc has, and which, in temporary files where they are many. */
export class LinkSpool {
  readonly #counts: NumberSpool;
  readonly #links: NumberSpool;

  constructor(scratch: Scratch) {
    this.#counts = new NumberSpool(scratch);
    this.#links = new NumberSpool(scratch);
  }

  get byteLength(): number {
    return (this.#counts.length + this.#links.length) * Uint32Array.BYTES_PER_ELEMENT;
  }

  /** How many links there are. */
  get links(): number {
    return this.#links.length;
  }

  addDoc(links: number): void {
    this.#counts.push(links);
  }

  addLink(link: number): void {
    this.#links.push(link);
  }

  async settle(): Promise<void> {
    await this.#counts.settle();
    await this.#links.settle();
  }

  /** To be called when all is added: of what is much nothing stays in memory. */
  async finish(): Promise<void> {
    await this.#counts.finish();
    await this.#links.finish();
  }

  /** All links, those of some docs at a time. */
  async *docs(): AsyncGenerator<LinksOfDocs> {
    let link = 0;
    for (let at = 0; at < this.#counts.length; at += docsAtOnce) {
      const firstDoc = docId(at);
      const counts = await this.#countsFrom(firstDoc);
      const end = counts.reduce((sum, count) => sum + count, link);
      yield { firstDoc, counts, links: await this.#links.between(link, end) };
      link = end;
    }
  }

  /** @returns where each doc's links begin, and the end; and all links */
  async load(): Promise<{ readonly starts: Uint32Array; readonly links: Uint32Array }> {
    const starts = new Uint32Array(this.#counts.length + 1);
    for (let firstDoc = 0; firstDoc < this.#counts.length; firstDoc += docsAtOnce) {
      const counts = await this.#countsFrom(docId(firstDoc));
      for (const [index, count] of counts.entries()) starts[firstDoc + index + 1] = starts[firstDoc + index]! + count;
    }
    return { starts, links: await this.#links.between(0, this.#links.length) };
  }

  #countsFrom(firstDoc: DocId): Promise<Uint32Array> {
    return this.#counts.between(firstDoc, Math.min(this.#counts.length, firstDoc + docsAtOnce));
  }

  async remove(): Promise<void> {
    await this.#counts.remove();
    await this.#links.remove();
  }
}
