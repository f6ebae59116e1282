/**
 * What is kept of the docs of frequent substrings: the first ones in the export's order, of the substrings that many docs
 * contain, which is what a search box shows when nothing else is asked; and of those that most docs contain all, as
 * bitsets, so that one among other conditions, or on a page far from the first, is neither listed from its buckets nor
 * looked for in texts. Rarer substrings are listed from their buckets quickly enough.
 */
import { firstAtLeast } from '../../format/index.js';
import type { DocRuns } from './list-routine.js';
import type { SubstringTables } from './substrings.js';

/** A set is kept only of what at least one doc in so many contains: a rarer one is listed from its buckets soon enough. */
const docsEach = 8;

/** Which first docs are kept: how many, and of substrings in more docs than `above`, which is at least as many. */
export interface FirstDocsKept {
  readonly each: number;
  readonly above: number;
}

/** A tree's nodes, without its buckets. */
export type TreeNodes = Pick<SubstringTables, 'counts' | 'bucketStarts' | 'bucketEnds'>;

/** As many numbers of each of some nodes: their first docs, or the words of their sets. */
export class KeptOfNodes {
  readonly nodes: Uint32Array;
  readonly numbers: Uint32Array;
  readonly #each: number;

  /**
   * @param nodes   ascending
   * @param numbers of each node as many, one node's behind the other's
   */
  constructor(nodes: Uint32Array, numbers: Uint32Array) {
    this.nodes = nodes;
    this.numbers = numbers;
    this.#each = numbers.length / Math.max(1, nodes.length);
  }

  /** @returns the node's, where they lie, or undefined where none are kept. Cost: O(log nodes). */
  of(node: number): Uint32Array | undefined {
    const at = firstAtLeast(this.nodes, node);
    return this.nodes[at] === node ? this.numbers.subarray(at * this.#each, (at + 1) * this.#each) : undefined;
  }
}

/** @returns the nodes of more docs than that, ascending; by two passes, as there may be millions of nodes and few such */
export function nodesAbove(counts: Uint32Array, above: number): Uint32Array {
  let found = 0;
  for (const count of counts) if (count > above) found += 1;
  const nodes = new Uint32Array(found);
  for (let node = 0, at = 0; at < found; node += 1) if (counts[node]! > above) nodes[at++] = node;
  return nodes;
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

/** What was met so far of a node that is being passed. */
interface OpenNode {
  readonly place: number;
  readonly end: number;
  readonly met: Uint32Array;
  count: number;
}

/** Finds what is kept of some nodes, in one pass over the tree's buckets. */
abstract class NodesPass {
  protected readonly runs: DocRuns;
  protected readonly nodes: Uint32Array;
  protected readonly each: number;
  readonly #tree: TreeNodes;
  readonly #out: Uint32Array;
  // A node's buckets are neighbours and nodes are in the order of a depth-first walk: what is open is one path.
  readonly #open: OpenNode[] = [];
  #next = 0;
  /** The bucket that the next node begins with; −1 behind the last. */
  #nextStart: number;
  #bucket = 0;

  /** @param nodes ascending. @param each how many numbers are kept of one */
  constructor(tree: TreeNodes, nodes: Uint32Array, each: number, runs: DocRuns) {
    this.#tree = tree;
    this.nodes = nodes;
    this.each = each;
    this.runs = runs;
    this.#out = new Uint32Array(nodes.length * each);
    this.#nextStart = this.#startOfNext();
  }

  #startOfNext(): number {
    return this.#next < this.nodes.length ? this.#tree.bucketStarts[this.nodes[this.#next]!]! : -1;
  }

  /** Whether any further bucket is worth adding: those behind the last node are not. */
  get isNeeded(): boolean {
    return this.#next < this.nodes.length || this.#open.length > 0;
  }

  /** @param terms `[0, count)` are those of the next bucket. Cost: O(terms), and what it takes to write a node where it ends. */
  add(terms: Uint32Array, count = terms.length): void {
    const number = this.#bucket;
    this.#bucket += 1;
    while (this.#nextStart === number) {
      const end = this.#tree.bucketEnds[this.nodes[this.#next]!]!;
      this.#open.push({ place: this.#next, end, met: new Uint32Array(this.metLength), count: 0 });
      this.#next += 1;
      this.#nextStart = this.#startOfNext();
    }
    const innermost = this.#open[this.#open.length - 1];
    if (innermost === undefined) return;
    this.meet(innermost, terms, count);
    for (let node = this.#open.at(-1); node?.end === number + 1; node = this.#open.at(-1)) {
      this.#open.pop();
      this.write(node, this.#out.subarray(node.place * this.each, (node.place + 1) * this.each));
      const around = this.#open.at(-1);
      if (around !== undefined) this.unite(around, node);
    }
  }

  /** To be called when all buckets are added. */
  found(): KeptOfNodes {
    return new KeptOfNodes(this.nodes, this.#out);
  }

  /** How many numbers there is room for in what is met of a node. */
  protected abstract readonly metLength: number;
  protected abstract meet(node: OpenNode, terms: Uint32Array, count: number): void;
  protected abstract write(node: OpenNode, out: Uint32Array): void;
  /** Adds to what is met of a node that of one within it. */
  protected abstract unite(around: OpenNode, node: OpenNode): void;
}

/** More than any doc. */
export const NO_DOC = 2 ** 32 - 1;

/** @returns by term its first doc, NO_DOC where it has none */
export function firstDocsOf({ docs, starts }: DocRuns, shared = false): Uint32Array {
  const byteLength = Math.max(0, starts.length - 1) * Uint32Array.BYTES_PER_ELEMENT;
  const first = new Uint32Array(shared ? new SharedArrayBuffer(byteLength) : new ArrayBuffer(byteLength));
  for (let term = 0; term < first.length; term += 1) {
    const start = starts[term]!;
    first[term] = start < starts[term + 1]! ? docs[start]! : NO_DOC;
  }
  return first;
}

/** Finds the first docs of every node that has many; adding costs O(terms), where few of their docs are among the first. */
export class FirstDocsPass extends NodesPass {
  /** By term: of most terms nothing else is looked at. */
  readonly #firstDocs: Uint32Array;

  constructor(tree: TreeNodes, runs: DocRuns, { each, above }: FirstDocsKept, firstDocs = firstDocsOf(runs)) {
    super(tree, nodesAbove(tree.counts, above), each, runs);
    this.#firstDocs = firstDocs;
  }

  protected get metLength(): number {
    return this.each;
  }

  protected meet(node: OpenNode, terms: Uint32Array, count: number): void {
    const { docs, starts } = this.runs;
    const firstDocs = this.#firstDocs;
    let limit = limitOf(node);
    for (let i = 0; i < count; i += 1) {
      const term = terms[i]!;
      if (firstDocs[term]! >= limit) continue;
      addRun(node, docs, starts[term]!, starts[term + 1]!);
      limit = limitOf(node);
    }
  }

  /** Where it has fewer, NO_DOC is behind them. */
  protected write({ met, count }: OpenNode, out: Uint32Array): void {
    out.set(met);
    out.fill(NO_DOC, count);
  }

  protected unite(around: OpenNode, { met, count }: OpenNode): void {
    addRun(around, met, 0, count);
  }
}

/** Only a doc below it is among the first. */
const limitOf = ({ met, count }: OpenNode): number => (count < met.length ? NO_DOC : met[met.length - 1]!);

/** Adds `docs[start, end)`, which ascend, as far as they are among the first. */
function addRun(node: OpenNode, docs: Uint32Array, start: number, end: number): void {
  const { met } = node;
  for (let place = start; place < end; place += 1) {
    const doc = docs[place]!;
    if (doc >= limitOf(node)) return;
    let at = node.count;
    while (at > 0 && met[at - 1]! > doc) at -= 1;
    if (at > 0 && met[at - 1] === doc) continue;
    const count = Math.min(met.length, node.count + 1);
    met.copyWithin(at + 1, at, count - 1);
    met[at] = doc;
    node.count = count;
  }
}

/** Makes the sets of some nodes: what is met is a set of terms, and O(docs of a node) are written where it ends. */
export class FrequentSetsPass extends NodesPass {
  constructor(tree: TreeNodes, nodes: Uint32Array, runs: DocRuns) {
    super(tree, nodes, Math.ceil(runs.docs.length / 32), runs);
  }

  protected get metLength(): number {
    return Math.ceil((this.runs.starts.length - 1) / 32);
  }

  protected meet({ met }: OpenNode, terms: Uint32Array, count: number): void {
    for (let i = 0; i < count; i += 1) {
      const term = terms[i]!;
      met[term >>> 5]! |= 1 << (term & 31);
    }
  }

  protected write({ met }: OpenNode, out: Uint32Array): void {
    const { docs, starts } = this.runs;
    for (let index = 0; index < met.length; index += 1) {
      for (let word = met[index]!; word !== 0; word &= word - 1) {
        const term = index * 32 + 31 - Math.clz32(word & -word);
        for (let at = starts[term]!; at < starts[term + 1]!; at += 1) out[docs[at]! >>> 5]! |= 1 << (docs[at]! & 31);
      }
    }
  }

  protected unite({ met }: OpenNode, node: OpenNode): void {
    for (let i = 0; i < met.length; i += 1) met[i]! |= node.met[i]!;
  }
}
