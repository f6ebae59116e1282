/**
 * Bitsets of the docs that contain the most frequent substrings.
 *
 * A frequent pattern that has a bitset is neither listed from its buckets nor searched for in texts. This helps if the request
 * has other conditions, or asks for a page far from the first.
 */
import { NodePass, nodesAbove, type OpenNode, type TreeNodes } from './node-pass.js';
import type { DocRuns } from './run-lists.js';

/** A substring has a bitset only if at least one doc in eight contains it: rarer substrings are quickly listed from their buckets. */
const docsPerSetDoc = 8;

/**
 * Chooses the nodes that get a bitset: the nodes with the most docs; of equals the first.
 *
 * @param counts docs of each node; node 0 is the empty string, which is never searched
 * @param size number of docs of the segment
 * @returns at most `maximum` nodes, ascending. Cost: O(nodes), and sorting those with many docs.
 */
export function selectFrequentNodes(counts: Uint32Array, size: number, maximum: number): Uint32Array {
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

  protected collect({ numbers: termBits }: OpenNode, terms: Uint32Array, count: number): void {
    for (let i = 0; i < count; i += 1) {
      const term = terms[i]!;
      termBits[term >>> 5]! |= 1 << (term & 31);
    }
  }

  protected write({ numbers: termBits }: OpenNode, out: Uint32Array): void {
    const { docs, starts } = this.runs;
    for (let wordIndex = 0; wordIndex < termBits.length; wordIndex += 1) {
      for (let word = termBits[wordIndex]!; word !== 0; word &= word - 1) {
        const term = wordIndex * 32 + 31 - Math.clz32(word & -word);
        for (let docIndex = starts[term]!; docIndex < starts[term + 1]!; docIndex += 1)
          out[docs[docIndex]! >>> 5]! |= 1 << (docs[docIndex]! & 31);
      }
    }
  }

  protected addChild({ numbers: termBits }: OpenNode, node: OpenNode): void {
    for (let i = 0; i < termBits.length; i += 1) termBits[i]! |= node.numbers[i]!;
  }
}
