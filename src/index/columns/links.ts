/**
 * The links of a relationship, doc by doc, in the order they are delivered.
 *
 * Link numbers of doc d are `[starts[d], starts[d + 1])`; `targets[n]` is the index of the n-th link's target among
 * the relationship's own distinct targets. To-one has at most one link a doc.
 */
import { type DocId, type TermId, termId } from '../../content/model/index.js';

/** What documents are written from: all links of a relationship, or the few that another engine has fetched. */
export interface LinksOfDocs {
  /** The number of the doc's first link; its others follow. */
  firstOf(doc: DocId): number;
  countOf(doc: DocId): number;
  /** @param link of a doc, by its number */
  targetOf(link: number): TermId;
  /** Reads where the docs' links begin (fetchAhead in jsonapi/document/responder). */
  fetchStarts(docs: Uint32Array): number;
  /** Reads the first target of each doc, or what stands there. */
  fetchTargets(docs: Uint32Array): number;
  /** As they are stored, for compiled loops; absent of links that are not. */
  readonly starts?: Uint32Array;
  readonly targets?: Uint32Array;
}

export class LinkColumn implements LinksOfDocs {
  readonly starts: Uint32Array;
  readonly targets: Uint32Array;
  #linked: Uint32Array | undefined;
  #linkedCount: number | undefined;

  constructor(starts: Uint32Array, targets: Uint32Array) {
    this.starts = starts;
    this.targets = targets;
  }

  firstOf(doc: DocId): number {
    return this.starts[doc]!;
  }

  countOf(doc: DocId): number {
    return this.starts[doc + 1]! - this.starts[doc]!;
  }

  targetOf(link: number): TermId {
    return termId(this.targets[link]!);
  }

  fetchStarts(docs: Uint32Array): number {
    let read = 0;
    for (let i = 0; i < docs.length; i += 1) read += this.starts[docs[i]!]!;
    return read;
  }

  fetchTargets(docs: Uint32Array): number {
    let read = 0;
    for (let i = 0; i < docs.length; i += 1) read += this.targets[this.starts[docs[i]!]!] ?? 0;
    return read;
  }

  /** @returns the docs that have a link, as a bit each; not to be changed. Cost: O(docs) the first time, a bit a doc for good. */
  linked(): Uint32Array {
    this.#linked ??= this.#makeLinked();
    return this.#linked;
  }

  /** @returns how many docs have a link. Cost: O(docs) the first time. */
  linkedCount(): number {
    this.#linkedCount ??= this.#countLinked();
    return this.#linkedCount;
  }

  #countLinked(): number {
    const { starts } = this;
    let linked = 0;
    for (let doc = 0; doc + 1 < starts.length; doc += 1) linked += Number(starts[doc + 1]! > starts[doc]!);
    return linked;
  }

  #makeLinked(): Uint32Array {
    const { starts } = this;
    const docs = starts.length - 1;
    const words = new Uint32Array(Math.ceil(docs / 32));
    let start = starts[0]!;
    for (let word = 0, doc = 0; word < words.length; word += 1) {
      let bits = 0;
      for (let bit = 0; bit < 32 && doc < docs; bit += 1, doc += 1) {
        const end = starts[doc + 1]!;
        bits |= Number(end > start) << bit;
        start = end;
      }
      words[word] = bits;
    }
    return words;
  }

  /** Whether the doc links to the target. Cost: O(links of the doc). */
  has(doc: DocId, target: TermId): boolean {
    const end = Math.min(this.starts[doc + 1]!, this.targets.length);
    for (let link = this.starts[doc]!; link < end; link += 1) if (this.targets[link] === target) return true;
    return false;
  }
}

// A column: doc id → term ordinal, in the narrowest width that holds it; 0 where the field is not populated.
//
// Comparing two docs by a field is comparing two small integers.

export type OrdinalColumn = Uint8Array | Uint16Array | Uint32Array;
