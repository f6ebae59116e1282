/**
 * The docs of the substrings that most docs contain, as bitsets: one of them among other conditions, or on a page far from
 * the first, is then neither listed from its buckets nor looked for in texts.
 */
import { nodesAbove } from './first-docs.js';
import type { SubstringTables } from './substrings.js';

/** A set is kept only of what at least one doc in so many contains: a rarer one is listed from its buckets soon enough. */
const docsEach = 8;

/** A tree's nodes, without its buckets. */
export type CountedNodes = Pick<SubstringTables, 'counts' | 'bucketStarts' | 'bucketEnds'>;

/** A column's docs by term: `docs[starts[term], starts[term + 1])`. Behind the last run are those without a value. */
export interface DocRuns {
  readonly docs: Uint32Array;
  readonly starts: Uint32Array;
}

export class FrequentSets {
  readonly #nodes: Uint32Array;
  readonly #words: Uint32Array;
  readonly #wordsEach: number;

  /**
   * @param nodes ascending, few
   * @param words of each node as many, one bitset over all docs behind the other
   */
  constructor(nodes: Uint32Array, words: Uint32Array) {
    this.#nodes = nodes;
    this.#words = words;
    this.#wordsEach = words.length / Math.max(1, nodes.length);
  }

  /** @returns the words of the node's set, where it lies, or undefined where none is kept. Cost: O(nodes with a set). */
  of(node: number): Uint32Array | undefined {
    const at = this.#nodes.indexOf(node);
    return at < 0 ? undefined : this.#words.subarray(at * this.#wordsEach, (at + 1) * this.#wordsEach);
  }

  /** As they are stored. */
  get tables(): { readonly nodes: Uint32Array; readonly words: Uint32Array } {
    return { nodes: this.#nodes, words: this.#words };
  }
}

/**
 * @param counts by node; the first node stands for every text, which nobody asks for
 * @param size docs of the segment
 * @param most how many nodes at most: of those with as many docs, the first ones
 * @returns the nodes that get a set, ascending. Cost: O(nodes), and sorting those with many docs.
 */
export function nodesWithSets(counts: Uint32Array, size: number, most: number): Uint32Array {
  return nodesAbove(counts, Math.ceil(size / docsEach) - 1)
    .filter((node) => node > 0)
    .sort((a, b) => counts[b]! - counts[a]! || a - b)
    .subarray(0, most)
    .sort();
}

/** The terms met so far of a node that is being passed. */
interface OpenNode {
  readonly place: number;
  readonly end: number;
  readonly terms: Uint32Array;
}

/** Makes the sets of some nodes, in one pass over the tree's buckets. */
export class FrequentSetsPass {
  readonly #tree: CountedNodes;
  readonly #nodes: Uint32Array;
  readonly #runs: DocRuns;
  readonly #words: Uint32Array;
  readonly #wordsEach: number;
  // A node's buckets are neighbours and nodes are in the order of a depth-first walk: what is open is one path.
  readonly #open: OpenNode[] = [];
  #next = 0;
  #bucket = 0;

  /** @param nodes ascending */
  constructor(tree: CountedNodes, nodes: Uint32Array, runs: DocRuns) {
    this.#tree = tree;
    this.#nodes = nodes;
    this.#runs = runs;
    this.#wordsEach = Math.ceil(runs.docs.length / 32);
    this.#words = new Uint32Array(nodes.length * this.#wordsEach);
  }

  /** Whether any further bucket is worth adding: those behind the last node are not. */
  get isNeeded(): boolean {
    return this.#next < this.#nodes.length || this.#open.length > 0;
  }

  /** @param terms `[0, count)` are those of the next bucket. Cost: O(terms), and O(docs of a node) where it ends. */
  add(terms: Uint32Array, count = terms.length): void {
    const number = this.#bucket;
    this.#bucket += 1;
    const { bucketStarts, bucketEnds } = this.#tree;
    for (; bucketStarts[this.#nodes[this.#next]!] === number; this.#next += 1) {
      const end = bucketEnds[this.#nodes[this.#next]!]!;
      const words = new Uint32Array(Math.ceil((this.#runs.starts.length - 1) / 32));
      this.#open.push({ place: this.#next, end, terms: words });
    }
    const innermost = this.#open.at(-1);
    if (innermost === undefined) return;
    const met = innermost.terms;
    for (let i = 0; i < count; i += 1) {
      const term = terms[i]!;
      met[term >>> 5]! |= 1 << (term & 31);
    }
    for (let node = this.#open.at(-1); node?.end === number + 1; node = this.#open.at(-1)) {
      this.#open.pop();
      this.#write(node);
      const around = this.#open.at(-1);
      if (around !== undefined) unite(around.terms, node.terms);
    }
  }

  /** To be called when all buckets are added. */
  found(): FrequentSets {
    return new FrequentSets(this.#nodes, this.#words);
  }

  #write({ place, terms }: OpenNode): void {
    const { docs, starts } = this.#runs;
    const words = this.#words.subarray(place * this.#wordsEach, (place + 1) * this.#wordsEach);
    for (let index = 0; index < terms.length; index += 1) {
      for (let word = terms[index]!; word !== 0; word &= word - 1) {
        const term = index * 32 + 31 - Math.clz32(word & -word);
        for (let at = starts[term]!; at < starts[term + 1]!; at += 1) words[docs[at]! >>> 5]! |= 1 << (docs[at]! & 31);
      }
    }
  }
}

function unite(into: Uint32Array, other: Uint32Array): void {
  for (let i = 0; i < into.length; i += 1) into[i]! |= other[i]!;
}
