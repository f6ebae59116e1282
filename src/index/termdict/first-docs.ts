/**
 * The first docs, in the export's order, of every substring that many docs contain: the first page of a search box that asks
 * for nothing else. The docs of rarer substrings are listed from their buckets quickly enough.
 */

import { NodePass, nodesAbove, type OpenNode, type TreeNodes } from './node-pass.js';
import type { DocRuns } from './run-lists.js';

/** Store `docsPerNode` first docs of each substring that more than `docsAbove` docs contain; `docsAbove >= docsPerNode`. */
export interface FirstDocsRule {
  readonly docsPerNode: number;
  readonly docsAbove: number;
}

/** Greater than every doc; fills the places after a node's last doc. */
export const NO_DOC = 2 ** 32 - 1;

/** @returns the first doc of each term; NO_DOC if it has none */
export function firstDocsOf({ docs, starts }: DocRuns, isShared = false): Uint32Array {
  const byteLength = Math.max(0, starts.length - 1) * Uint32Array.BYTES_PER_ELEMENT;
  const first = new Uint32Array(isShared ? new SharedArrayBuffer(byteLength) : new ArrayBuffer(byteLength));
  for (let term = 0; term < first.length; term += 1) {
    const start = starts[term]!;
    first[term] = start < starts[term + 1]! ? docs[start]! : NO_DOC;
  }
  return first;
}

/** Finds the first docs of every node with many docs. Cost of adding a bucket: O(terms) if few of its docs are among the first. */
export class FirstDocsPass extends NodePass {
  /** First doc of each term: for most terms nothing else is read. */
  readonly #firstDocs: Uint32Array;

  constructor(
    tree: TreeNodes,
    runs: DocRuns,
    { docsPerNode, docsAbove }: FirstDocsRule,
    firstDocs = firstDocsOf(runs),
  ) {
    super(tree, nodesAbove(tree.counts, docsAbove), docsPerNode, runs);
    this.#firstDocs = firstDocs;
  }

  protected get numbersLength(): number {
    return this.numbersPerNode;
  }

  protected collect(node: OpenNode, terms: Uint32Array, count: number): void {
    const { docs, starts } = this.runs;
    const firstDocs = this.#firstDocs;
    let limit = docLimit(node);
    for (let i = 0; i < count; i += 1) {
      const term = terms[i]!;
      if (firstDocs[term]! >= limit) continue;
      addRun(node, docs, starts[term]!, starts[term + 1]!);
      limit = docLimit(node);
    }
  }

  protected write({ numbers: met, count }: OpenNode, out: Uint32Array): void {
    out.set(met);
    out.fill(NO_DOC, count);
  }

  protected addChild(around: OpenNode, { numbers: met, count }: OpenNode): void {
    addRun(around, met, 0, count);
  }
}

/** @returns the doc below which another doc is among the first ones */
const docLimit = ({ numbers: met, count }: OpenNode): number => (count < met.length ? NO_DOC : met[met.length - 1]!);

/** Adds those of the ascending `docs[start, end)` that are among the first ones. */
function addRun(node: OpenNode, docs: Uint32Array, start: number, end: number): void {
  const { numbers: met } = node;
  for (let place = start; place < end; place += 1) {
    const doc = docs[place]!;
    if (doc >= docLimit(node)) return;
    let at = node.count;
    while (at > 0 && met[at - 1]! > doc) at -= 1;
    if (at > 0 && met[at - 1] === doc) continue;
    const count = Math.min(met.length, node.count + 1);
    met.copyWithin(at + 1, at, count - 1);
    met[at] = doc;
    node.count = count;
  }
}
