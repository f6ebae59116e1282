/**
 * The first docs, in the export's order, of the substrings that many docs contain: what a search box shows when
 * nothing else is asked. Rarer substrings are listed from their buckets quickly enough.
 */
import { firstAtLeast } from '../../format/index.js';
import type { SubstringTables } from './substrings.js';

/** How many docs are kept of a substring by default: a default page. */
export const FIRST_DOCS = 20;
/** Of substrings in more docs than this, by default. */
export const FIRST_DOCS_ABOVE = 1024;

/** Which first docs are kept: how many, and of substrings in more docs than `above`, which is at least as many. */
export interface FirstDocsKept {
  readonly each: number;
  readonly above: number;
}

export const FIRST_DOCS_KEPT: FirstDocsKept = Object.freeze({ each: FIRST_DOCS, above: FIRST_DOCS_ABOVE });

export class FirstDocs {
  readonly #nodes: Uint32Array;
  readonly #docs: Uint32Array;
  readonly #each: number;

  /**
   * @param nodes the tree's nodes with many docs, ascending
   * @param docs  of each node as many, ascending
   */
  constructor(nodes: Uint32Array, docs: Uint32Array) {
    this.#nodes = nodes;
    this.#docs = docs;
    this.#each = docs.length / Math.max(1, nodes.length);
  }

  /** @returns the node's first docs, or undefined where it has too few to be kept. Cost: O(log nodes). */
  of(node: number): Uint32Array | undefined {
    const at = firstAtLeast(this.#nodes, node);
    if (this.#nodes[at] !== node) return undefined;
    return this.#docs.subarray(at * this.#each, (at + 1) * this.#each);
  }

  /** As they are stored. */
  get tables(): { readonly nodes: Uint32Array; readonly docs: Uint32Array } {
    return { nodes: this.#nodes, docs: this.#docs };
  }
}

/** More than any doc. */
const noDoc = 2 ** 32 - 1;

/** The docs met so far of a node that is being passed, ascending, at most as many as are kept. */
interface OpenNode {
  readonly place: number;
  readonly end: number;
  readonly docs: Uint32Array;
  count: number;
}

/** A tree's nodes, without its buckets. */
export type TreeNodes = Pick<SubstringTables, 'counts' | 'bucketStarts' | 'bucketEnds'>;

/** @returns the nodes of more docs than that, ascending; by two passes, as there may be millions of nodes and few such */
export function nodesAbove(counts: Uint32Array, above: number): Uint32Array {
  let found = 0;
  for (const count of counts) if (count > above) found += 1;
  const nodes = new Uint32Array(found);
  for (let node = 0, at = 0; at < found; node += 1) if (counts[node]! > above) nodes[at++] = node;
  return nodes;
}

/** Finds the first docs of every node that has many, in one pass over the tree's buckets. */
export class FirstDocsPass {
  readonly #tree: TreeNodes;
  readonly #docs: Uint32Array;
  readonly #starts: Uint32Array;
  /** By term, more than any doc where it has none: of most terms nothing else is looked at. */
  readonly #firstDocs: Uint32Array;
  readonly #each: number;
  /** Those that have many. */
  readonly #nodes: Uint32Array;
  readonly #out: Uint32Array;
  // A node's buckets are neighbours and nodes are in the order of a depth-first walk: what is open is one path.
  readonly #open: OpenNode[] = [];
  #next = 0;
  #bucket = 0;

  /** @param docs by term: `docs[starts[term], starts[term + 1])`, ascending */
  constructor(tree: TreeNodes, docs: Uint32Array, starts: Uint32Array, kept: FirstDocsKept = FIRST_DOCS_KEPT) {
    const { counts } = tree;
    this.#tree = tree;
    this.#docs = docs;
    this.#starts = starts;
    this.#firstDocs = new Uint32Array(Math.max(0, starts.length - 1));
    for (let term = 0; term + 1 < starts.length; term += 1) {
      const start = starts[term]!;
      this.#firstDocs[term] = start < starts[term + 1]! ? docs[start]! : noDoc;
    }
    this.#each = kept.each;
    this.#nodes = nodesAbove(counts, kept.above);
    this.#out = new Uint32Array(this.#nodes.length * kept.each);
  }

  /** Whether any further bucket is worth adding: those behind the last node are not. */
  get isNeeded(): boolean {
    return this.#next < this.#nodes.length || this.#open.length > 0;
  }

  /** @param terms `[0, count)` are those of the next bucket. Cost: O(terms), where few of their docs are among the first. */
  add(terms: Uint32Array, count = terms.length): void {
    const { bucketStarts, bucketEnds } = this.#tree;
    const nodes = this.#nodes;
    const number = this.#bucket;
    this.#bucket += 1;
    for (; this.#next < nodes.length && bucketStarts[nodes[this.#next]!] === number; this.#next += 1) {
      const end = bucketEnds[nodes[this.#next]!]!;
      this.#open.push({ place: this.#next, end, docs: new Uint32Array(this.#each), count: 0 });
    }
    const last = this.#open.at(-1);
    if (last === undefined) return;
    const firstDocs = this.#firstDocs;
    let limit = limitOf(last);
    for (let i = 0; i < count; i += 1) {
      const term = terms[i]!;
      if (firstDocs[term]! >= limit) continue;
      addRun(last, this.#docs, this.#starts[term]!, this.#starts[term + 1]!);
      limit = limitOf(last);
    }
    for (let node = this.#open.at(-1); node?.end === number + 1; node = this.#open.at(-1)) {
      this.#open.pop();
      this.#out.set(node.docs, node.place * this.#each);
      const around = this.#open.at(-1);
      if (around !== undefined) addRun(around, node.docs, 0, this.#each);
    }
  }

  /** To be called when all buckets are added. */
  found(): FirstDocs {
    return new FirstDocs(this.#nodes, this.#out);
  }
}

/**
 * The same of a tree whose buckets are at hand.
 *
 * @param bucket gives the terms of each bucket; asked in order
 * Cost: O(entries of all buckets).
 */
export function findFirstDocs(
  tree: TreeNodes,
  bucketCount: number,
  bucket: (bucket: number) => Uint32Array,
  docs: Uint32Array,
  starts: Uint32Array,
  kept: FirstDocsKept = FIRST_DOCS_KEPT,
): FirstDocs {
  const pass = new FirstDocsPass(tree, docs, starts, kept);
  for (let number = 0; number < bucketCount && pass.isNeeded; number += 1) pass.add(bucket(number));
  return pass.found();
}

/** Only a doc below it is among the first. */
const limitOf = ({ docs, count }: OpenNode): number => (count < docs.length ? noDoc : docs[docs.length - 1]!);

/** Adds `docs[start, end)`, which ascend, as far as they are among the first. */
function addRun(node: OpenNode, docs: Uint32Array, start: number, end: number): void {
  for (let place = start; place < end; place += 1) {
    const doc = docs[place]!;
    if (doc >= limitOf(node)) return;
    add(node, doc);
  }
}

function add(node: OpenNode, doc: number): void {
  const { docs } = node;
  let at = node.count;
  while (at > 0 && docs[at - 1]! > doc) at -= 1;
  if (at > 0 && docs[at - 1] === doc) return;
  const count = Math.min(docs.length, node.count + 1);
  docs.copyWithin(at + 1, at, count - 1);
  docs[at] = doc;
  node.count = count;
}
