/**
 * The links of all docs of a relationship: the number of links of each doc, and the links, concatenated.
 *
 * Many links are stored in temporary files. Elsewhere: the files (number-spool).
 */
import { type DocId, docId } from '../../../src/content/model/index.js';
import { NumberSpool } from './number-spool.js';
import type { ScratchFolder } from './scratch-files.js';

/** Docs per chunk. */
const docsPerChunk = 2 ** 16;

/** The links of consecutive docs. */
export interface LinksOfDocs {
  readonly firstDoc: DocId;
  /** Doc, counted from `firstDoc` → number of links. */
  readonly counts: Uint32Array;
  readonly links: Uint32Array;
}

export class LinkSpool {
  readonly #counts: NumberSpool;
  readonly #links: NumberSpool;

  constructor(scratch: ScratchFolder) {
    this.#counts = new NumberSpool(scratch);
    this.#links = new NumberSpool(scratch);
  }

  get byteLength(): number {
    return (this.#counts.length + this.#links.length) * Uint32Array.BYTES_PER_ELEMENT;
  }

  /** Number of links. */
  get links(): number {
    return this.#links.length;
  }

  addDoc(links: number): void {
    this.#counts.push(links);
  }

  addLink(link: number): void {
    this.#links.push(link);
  }

  async flushIfLarge(): Promise<void> {
    await this.#counts.flushIfLarge();
    await this.#links.flushIfLarge();
  }

  /** Call it after the last doc: if there are many links, all of them are written to files. */
  async finish(): Promise<void> {
    await this.#counts.finish();
    await this.#links.finish();
  }

  /** All links, chunk by chunk of docs. */
  async *chunks(): AsyncGenerator<LinksOfDocs> {
    let link = 0;
    for (let at = 0; at < this.#counts.length; at += docsPerChunk) {
      const firstDoc = docId(at);
      const counts = await this.#countsFrom(firstDoc);
      const end = counts.reduce((sum, count) => sum + count, link);
      yield { firstDoc, counts, links: await this.#links.slice(link, end) };
      link = end;
    }
  }

  /** @returns doc → start of its links, with one more entry for the end; and all links */
  async load(): Promise<{ readonly starts: Uint32Array; readonly links: Uint32Array }> {
    const starts = new Uint32Array(this.#counts.length + 1);
    for (let firstDoc = 0; firstDoc < this.#counts.length; firstDoc += docsPerChunk) {
      const counts = await this.#countsFrom(docId(firstDoc));
      for (const [index, count] of counts.entries()) starts[firstDoc + index + 1] = starts[firstDoc + index]! + count;
    }
    return { starts, links: await this.#links.slice(0, this.#links.length) };
  }

  #countsFrom(firstDoc: DocId): Promise<Uint32Array> {
    return this.#counts.slice(firstDoc, Math.min(this.#counts.length, firstDoc + docsPerChunk));
  }

  async remove(): Promise<void> {
    await this.#counts.remove();
    await this.#links.remove();
  }
}
