/**
 * Links of docs, collected doc by doc and looked at again in that order.
 */
import { NumberSpool } from './number-spool.js';
import type { Scratch } from './scratch.js';

/** So many docs' links are looked at at once. */
const docsAtOnce = 2 ** 16;

/** The links of neighbouring docs. */
export interface LinksOfDocs {
  readonly firstDoc: number;
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
    for (let firstDoc = 0; firstDoc < this.#counts.length; firstDoc += docsAtOnce) {
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
      const counts = await this.#countsFrom(firstDoc);
      for (const [index, count] of counts.entries()) starts[firstDoc + index + 1] = starts[firstDoc + index]! + count;
    }
    return { starts, links: await this.#links.between(0, this.#links.length) };
  }

  #countsFrom(firstDoc: number): Promise<Uint32Array> {
    return this.#counts.between(firstDoc, Math.min(this.#counts.length, firstDoc + docsAtOnce));
  }

  async remove(): Promise<void> {
    await this.#counts.remove();
    await this.#links.remove();
  }
}
