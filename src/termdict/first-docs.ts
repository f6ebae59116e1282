/**
 * The first docs, in the export's order, of the substrings that many docs contain: what a search box shows when
 * nothing else is asked. Rarer substrings are listed from their buckets quickly enough.
 */
import { firstAtLeast } from '../format/index.js';
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

/** The docs met so far of a node that is being passed, ascending, at most as many as are kept. */
interface OpenNode {
  readonly place: number;
  readonly end: number;
  readonly docs: Uint32Array;
  count: number;
}

/**
 * Finds the first docs of every node that has many, in one pass over the tree's buckets.
 *
 * @param tree   its nodes, without its buckets
 * @param bucket gives the terms of each bucket; asked in order
 * @param docs   by term: `docs[starts[term], starts[term + 1])`, ascending
 * Cost: O(entries of all buckets).
 */
export function findFirstDocs(
  { counts, bucketStarts, bucketEnds }: Pick<SubstringTables, 'counts' | 'bucketStarts' | 'bucketEnds'>,
  bucketCount: number,
  bucket: (bucket: number) => Uint32Array,
  docs: Uint32Array,
  starts: Uint32Array,
  { each, above }: FirstDocsKept = FIRST_DOCS_KEPT,
): FirstDocs {
  const nodes = Uint32Array.from(counts.keys()).filter((node) => counts[node]! > above);
  const out = new Uint32Array(nodes.length * each);
  // A node's buckets are neighbours and nodes are in the order of a depth-first walk: what is open is one path.
  const open: OpenNode[] = [];
  let next = 0;
  for (let number = 0; number < bucketCount && nodes.length > 0; number += 1) {
    for (; next < nodes.length && bucketStarts[nodes[next]!] === number; next += 1) {
      open.push({ place: next, end: bucketEnds[nodes[next]!]!, docs: new Uint32Array(each), count: 0 });
    }
    const last = open.at(-1);
    if (last === undefined) break;
    for (const term of bucket(number)) addRun(last, docs, starts[term]!, starts[term + 1]!);
    for (let node = open.at(-1); node?.end === number + 1; node = open.at(-1)) {
      open.pop();
      out.set(node.docs, node.place * each);
      const around = open.at(-1);
      if (around !== undefined) addRun(around, node.docs, 0, each);
    }
  }
  return new FirstDocs(nodes, out);
}

/** Adds `docs[start, end)`, which ascend, as far as they are among the first. */
function addRun(node: OpenNode, docs: Uint32Array, start: number, end: number): void {
  for (let place = start; place < end; place += 1) {
    const doc = docs[place]!;
    if (node.count === node.docs.length && doc >= node.docs[node.docs.length - 1]!) return;
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
