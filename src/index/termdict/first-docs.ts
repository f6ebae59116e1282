/**
 * First docs, in the export's order, of every substring that many docs contain: the first page of a search without other
 * conditions. The docs of rarer substrings are quickly listed from their buckets.
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
export function listFirstDocs({ docs, starts }: DocRuns, isShared = false): Uint32Array {
  const byteLength = Math.max(0, starts.length - 1) * Uint32Array.BYTES_PER_ELEMENT;
  const firstDocs = new Uint32Array(isShared ? new SharedArrayBuffer(byteLength) : new ArrayBuffer(byteLength));
  for (let term = 0; term < firstDocs.length; term += 1) {
    const start = starts[term]!;
    firstDocs[term] = start < starts[term + 1]! ? docs[start]! : NO_DOC;
  }
  return firstDocs;
}

/** Finds the first docs of every node with many docs. Cost of adding a bucket: O(terms) if few of its docs are among the first. */
export class FirstDocsPass extends NodePass {
  /** First doc of each term: for most terms nothing else is read. */
  readonly #firstDocs: Uint32Array;

  constructor(
    tree: TreeNodes,
    runs: DocRuns,
    { docsPerNode, docsAbove }: FirstDocsRule,
    firstDocs = listFirstDocs(runs),
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
    let limit = findDocLimit(node);
    for (let i = 0; i < count; i += 1) {
      const term = terms[i]!;
      if (firstDocs[term]! >= limit) continue;
      addRun(node, docs, starts[term]!, starts[term + 1]!);
      limit = findDocLimit(node);
    }
  }

  protected write({ numbers: nodeDocs, count }: OpenNode, out: Uint32Array): void {
    out.set(nodeDocs);
    out.fill(NO_DOC, count);
  }

  protected addChild(parent: OpenNode, { numbers: nodeDocs, count }: OpenNode): void {
    addRun(parent, nodeDocs, 0, count);
  }
}

/** @returns the limit below which a doc is among the node's first docs */
const findDocLimit = ({ numbers: nodeDocs, count }: OpenNode): number =>
  count < nodeDocs.length ? NO_DOC : nodeDocs[nodeDocs.length - 1]!;

/** Adds the docs of the ascending `docs[start, end)` that are among the node's first docs. */
function addRun(node: OpenNode, docs: Uint32Array, start: number, end: number): void {
  const { numbers: nodeDocs } = node;
  for (let index = start; index < end; index += 1) {
    const doc = docs[index]!;
    if (doc >= findDocLimit(node)) return;
    let insertIndex = node.count;
    while (insertIndex > 0 && nodeDocs[insertIndex - 1]! > doc) insertIndex -= 1;
    if (insertIndex > 0 && nodeDocs[insertIndex - 1] === doc) continue;
    const count = Math.min(nodeDocs.length, node.count + 1);
    nodeDocs.copyWithin(insertIndex + 1, insertIndex, count - 1);
    nodeDocs[insertIndex] = doc;
    node.count = count;
  }
}
