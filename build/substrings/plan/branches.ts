/**
 * The branches of a node of the substring tree: which codes lead to a node, and which share a bucket.
 *
 * These rules decide the shape of the whole tree. Elsewhere: counting the continuations (counting, sort/moves).
 */
import { bucketTerms, DEPTH_MAXIMUM } from '../../../src/index/termdict/index.js';

/** Continuation (a code or a pair of codes) → number of suffixes that continue with it, and number of their terms. */
export interface Continuations {
  readonly suffixes: Int32Array | Uint32Array;
  readonly terms: Int32Array | Uint32Array;
}

/** A node's branches, ascending; reused from node to node. */
export interface Branches {
  count: number;
  /** Branch → the first code it covers; it covers all codes before the first code of the next branch. */
  readonly firsts: Uint8Array;
  /** Branch → 1 if its target is a node, which covers that code only; 0 if it is a bucket. */
  readonly isNode: Uint8Array;
}

export const newBranches = (): Branches => ({
  count: 0,
  firsts: new Uint8Array(256),
  isNode: new Uint8Array(256),
});

/**
 * Decides the branches of a node.
 *
 * A code gets a node if more terms continue with it than a bucket may have, unless it ends the terms or the tree is deep enough.
 * Consecutive other codes share a bucket while they fit. If a code has at most as many suffixes as a bucket has terms, each
 * suffix counts as a term.
 *
 * @param from  start of the node's codes in `counts`
 * @param width number of codes in the alphabet
 * @param depth depth of the node
 * @param out   receives the branches
 */
export function findBranches(counts: Continuations, from: number, width: number, depth: number, out: Branches): void {
  const deepest = depth + 1 >= DEPTH_MAXIMUM;
  const bucketMaximum = bucketTerms();
  out.count = 0;
  // Terms in the open bucket; −1 if no bucket is open.
  let bucketSize = -1;
  for (let code = 0; code < width; code += 1) {
    const suffixes = counts.suffixes[from + code]!;
    if (suffixes === 0) continue;
    const terms = suffixes > bucketMaximum ? counts.terms[from + code]! : suffixes;
    const isNode = terms > bucketMaximum && code !== 0 && !deepest;
    if (!isNode && bucketSize >= 0 && bucketSize + terms <= bucketMaximum) {
      bucketSize += terms;
      continue;
    }
    out.firsts[out.count] = code;
    out.isNode[out.count] = isNode ? 1 : 0;
    out.count += 1;
    bucketSize = isNode ? -1 : terms;
  }
}
