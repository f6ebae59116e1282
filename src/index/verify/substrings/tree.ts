/**
 * Checks the substring tree in one walk from the root: every node, branch and bucket is reached once, nodes and buckets in order.
 */
import { termId } from '../../../content/model/index.js';
import type { RunPostings } from '../../postings/index.js';
import { BUCKET_TERMS, DEPTH_MAXIMUM, NODE_TARGET, type SubstringTables, type Terms } from '../../termdict/index.js';

/** Terms are counted for nodes down to this depth: each level reads every bucket once. */
const countedDepth = 2;
/** Of the deeper nodes, every 16th is counted. */
const countedEvery = 16;
/** Number of terms of a counted node that are searched for its string. */
const searchedTerms = 16;

export class TreeWalk {
  readonly #tables: SubstringTables;
  readonly #buckets: readonly Uint32Array[];
  readonly #terms: Terms;
  readonly #postings: RunPostings;
  readonly #branchesSeen: Uint8Array;
  /** Term → the last node that it was counted for, plus 1. */
  readonly #countedFor: Uint32Array;
  /** The string of the current node. */
  readonly #nodeString = new Uint8Array(DEPTH_MAXIMUM);
  #nodesSeen = 0;
  #bucketsSeen = 0;

  constructor(tables: SubstringTables, buckets: readonly Uint32Array[], terms: Terms, postings: RunPostings) {
    this.#tables = tables;
    this.#buckets = buckets;
    this.#terms = terms;
    this.#postings = postings;
    this.#branchesSeen = new Uint8Array(tables.branchTargets.length);
    this.#countedFor = new Uint32Array(tables.counts.length === 0 ? 0 : terms.size);
  }

  findProblem(): string | undefined {
    const { counts } = this.#tables;
    const problem = counts.length === 0 ? undefined : this.#visit(0, 0);
    if (problem !== undefined) return problem;
    if (this.#nodesSeen < counts.length) return `node ${this.#nodesSeen} of the substring tree is not reached`;
    if (this.#bucketsSeen < this.#buckets.length)
      return `bucket ${this.#bucketsSeen} of the substring tree is not reached`;
    const branch = this.#branchesSeen.indexOf(0);
    return branch < 0 ? undefined : `branch ${branch} of the substring tree belongs to no node`;
  }

  #visit(node: number, depth: number): string | undefined {
    const { bucketStarts, bucketEnds, branchStarts, branchCounts, branchTargets } = this.#tables;
    const label = `node ${node} of the substring tree`;
    if (node !== this.#nodesSeen || depth >= DEPTH_MAXIMUM) return `${label} is out of order, or too deep`;
    this.#nodesSeen += 1;
    if (bucketStarts[node] !== this.#bucketsSeen) return `${label} does not begin with its first bucket`;
    const firstBranch = branchStarts[node]!;
    const end = firstBranch + branchCounts[node]!;
    if (end > branchTargets.length || firstBranch === end) return `${label} has missing branches`;
    for (let branch = firstBranch; branch < end; branch += 1) {
      const problem = this.#follow(node, branch, branch === firstBranch, depth);
      if (problem !== undefined) return problem;
    }
    if (bucketEnds[node] !== this.#bucketsSeen) return `${label} does not end with its last bucket`;
    return depth <= countedDepth || node % countedEvery === 0 ? this.#count(node, depth) : undefined;
  }

  #follow(node: number, branch: number, isFirst: boolean, depth: number): string | undefined {
    const { branchLows, branchTargets } = this.#tables;
    const label = `branch ${branch} of the substring tree`;
    if (this.#branchesSeen[branch] !== 0) return `${label} belongs to two nodes`;
    this.#branchesSeen[branch] = 1;
    const low = branchLows[branch]!;
    if (!isFirst && branchLows[branch - 1]! >= low)
      return `the branches of node ${node} of the substring tree do not ascend`;
    const target = branchTargets[branch]!;
    if (target >= NODE_TARGET) {
      if (low === 0) return `${label} leads beyond the end of a value`;
      this.#nodeString[depth] = low;
      return this.#visit(target - NODE_TARGET, depth + 1);
    }
    if (target !== this.#bucketsSeen || target >= this.#buckets.length) return `${label} leads to a wrong bucket`;
    this.#bucketsSeen += 1;
    return undefined;
  }

  /** A node must have more than BUCKET_TERMS terms, which have the stored number of docs and contain its string. */
  #count(node: number, depth: number): string | undefined {
    const { counts, bucketStarts, bucketEnds } = this.#tables;
    const { starts } = this.#postings;
    const countedFor = this.#countedFor;
    let termCount = 0;
    let docCount = 0;
    for (let bucket = bucketStarts[node]!; bucket < bucketEnds[node]!; bucket += 1) {
      const listed = this.#buckets[bucket]!;
      for (let i = 0; i < listed.length; i += 1) {
        const term = listed[i]!;
        if (countedFor[term] === node + 1) continue;
        countedFor[term] = node + 1;
        termCount += 1;
        docCount += starts[term + 1]! - starts[term]!;
      }
    }
    const label = `node ${node} of the substring tree`;
    if (termCount <= BUCKET_TERMS) return `${label} has ${termCount} values, too few for a node`;
    if (docCount !== counts[node]) return `${label} counts ${counts[node]} items, its buckets have ${docCount}`;
    const path = Buffer.from(this.#nodeString.subarray(0, depth));
    const bucketStep = Math.max(1, Math.floor((bucketEnds[node]! - bucketStarts[node]!) / searchedTerms));
    for (let bucket = bucketStarts[node]!; bucket < bucketEnds[node]!; bucket += bucketStep) {
      const term = this.#buckets[bucket]![0]!;
      if (!Buffer.from(this.#terms.at(termId(term))).includes(path))
        return `${label} has the value ${term}, which lacks its string`;
    }
    return undefined;
  }
}
