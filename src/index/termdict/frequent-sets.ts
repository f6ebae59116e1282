/**
 * Bitsets of the docs that contain the most frequent substrings.
 *
 * With one, a frequent pattern among other conditions, or on a page far from the first, is neither listed from its buckets
 * nor searched for in texts.
 */

import { NodePass, nodesAbove, type OpenNode, type TreeNodes } from './node-pass.js';
import type { DocRuns } from './run-lists.js';

/** A substring has a bitset only if at least one doc in so many contains it: rarer ones are listed from their buckets quickly. */
const docsPerSetDoc = 8;

/**
 * Chooses the nodes that get a bitset: those with the most docs, the first of equals.
 *
 * @param counts docs of each node; node 0 stands for the empty string, which is never searched
 * @param size number of docs of the segment
 * @returns at most `most` nodes, ascending. Cost: O(nodes), and sorting those with many docs.
 */
export function mostFrequentNodes(counts: Uint32Array, size: number, maximum: number): Uint32Array {
  return nodesAbove(counts, Math.ceil(size / docsPerSetDoc) - 1)
    .filter((node) => node > 0)
    .sort((a, b) => counts[b]! - counts[a]! || a - b)
    .subarray(0, maximum)
    .sort();
}

/** Makes the bitsets of some nodes: collects each node's terms as a bitset; at its last bucket writes their docs in O(docs). */
export class FrequentSetsPass extends NodePass {
  constructor(tree: TreeNodes, nodes: Uint32Array, runs: DocRuns) {
    super(tree, nodes, Math.ceil(runs.docs.length / 32), runs);
  }

  protected get numbersLength(): number {
    return Math.ceil((this.runs.starts.length - 1) / 32);
  }

  protected collect({ numbers: met }: OpenNode, terms: Uint32Array, count: number): void {
    for (let i = 0; i < count; i += 1) {
      const term = terms[i]!;
      met[term >>> 5]! |= 1 << (term & 31);
    }
  }

  protected write({ numbers: met }: OpenNode, out: Uint32Array): void {
    const { docs, starts } = this.runs;
    for (let index = 0; index < met.length; index += 1) {
      for (let word = met[index]!; word !== 0; word &= word - 1) {
        const term = index * 32 + 31 - Math.clz32(word & -word);
        for (let at = starts[term]!; at < starts[term + 1]!; at += 1) out[docs[at]! >>> 5]! |= 1 << (docs[at]! & 31);
      }
    }
  }

  protected addChild({ numbers: met }: OpenNode, node: OpenNode): void {
    for (let i = 0; i < met.length; i += 1) met[i]! |= node.numbers[i]!;
  }
}
