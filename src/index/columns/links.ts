/**
 * The links of a relationship, doc by doc, in the order in which answers list them.
 *
 * The links of doc d are numbered `[starts[d], starts[d + 1])`; `targets[n]` is the index of link n's target among the
 * relationship's distinct targets. A to-one relationship has at most one link per doc.
 *
 *     starts    | 0 | 2 | 2 | 3 |      doc 0 has the links 0 and 1, doc 1 has none, doc 2 has link 2
 *     targets   | 5 | 1 | 5 |          link → target
 */
import { type DocId, type TermId, termId } from '../../content/model/index.js';

/** The links that documents are written from: all links of a relationship, or the few that another engine has fetched. */
export interface DocLinks {
  /** The number of the doc's first link; its other links follow. */
  firstOf(doc: DocId): number;
  countOf(doc: DocId): number;
  /** @param link number of a link */
  targetOf(link: number): TermId;
  /** Reads the docs' first link numbers ahead of their use (jsonapi/respond/prefetch-items). @returns a meaningless sum */
  prefetchStarts(docs: Uint32Array): number;
  /** Reads the first target of each doc ahead of its use. @returns a meaningless sum */
  prefetchTargets(docs: Uint32Array): number;
  /** The stored arrays, for compiled loops; absent if another engine has fetched the links. */
  readonly starts?: Uint32Array;
  readonly targets?: Uint32Array;
}

export class LinkColumn implements DocLinks {
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

  prefetchStarts(docs: Uint32Array): number {
    let sum = 0;
    for (let i = 0; i < docs.length; i += 1) sum += this.starts[docs[i]!]!;
    return sum;
  }

  prefetchTargets(docs: Uint32Array): number {
    let sum = 0;
    for (let i = 0; i < docs.length; i += 1) sum += this.targets[this.starts[docs[i]!]!] ?? 0;
    return sum;
  }

  /** @returns a bitset of the docs with a link, not to be modified. Cost: O(docs) the first time; keeps a bit per doc. */
  linked(): Uint32Array {
    this.#linked ??= this.#makeLinked();
    return this.#linked;
  }

  /** @returns the number of docs with a link. Cost: O(docs) the first time. */
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
