/**
 * What the tree of substrings must be: a walk over its nodes, branches and buckets, and a look for every term in it.
 *
 * Each check returns the problems it found, as sentences; none throws on bytes that merely lie, and none takes the
 * square of anything: what would is looked at in a sample, always the same one.
 */
import { termId } from '../../content/model/index.js';
import { holds } from '../../format/index.js';
import type { RunPostings } from '../postings/index.js';
import type { SubstringTextIndex } from '../segment/index.js';
import {
  BUCKET_TERMS,
  DEPTH_MAXIMUM,
  FirstDocsPass,
  FrequentSetsPass,
  mostFrequentNodes,
  NODE_TARGET,
  type SubstringTables,
  type Terms,
} from '../termdict/index.js';

/** How many suffixes of a term are looked up at most: as many as there are would take the square of its length. */
const suffixesPerTerm = 16;
/** How many suffixes of all terms together, but at least two of each. */
const suffixesMaximum = 2 ** 19;
/** Nodes down to this depth have their terms counted: together they list every bucket once a level. */
const countedDepth = 2;
/** Of the deeper nodes, every so manieth. */
const countedEvery = 16;
/** How many terms of a counted node are searched for its string. */
const searchedTerms = 16;

/** @returns at most one problem. Cost: O(terms · depth + entries of all buckets · levels counted). */
export function checkSubstrings(index: SubstringTextIndex): string[] {
  const { terms, substrings, postings } = index;
  const { tables, bucketCount } = substrings;
  if (tables.counts.length > 0 !== terms.size > BUCKET_TERMS) {
    return [`its ${terms.size} values have ${tables.counts.length} nodes of substrings`];
  }
  const buckets = Array.from({ length: bucketCount }, (_, bucket) => substrings.bucket(bucket));
  for (const [bucket, listed] of buckets.entries()) {
    if (!isAscendingBelow(listed, terms.size)) {
      return [`bucket ${bucket} of its substrings does not hold terms in ascending order`];
    }
  }
  const wrong = new TreeWalk(tables, buckets, terms, postings).problem();
  if (wrong !== undefined) return [wrong];
  const suffixes = checkSuffixes({ terms, substrings }, buckets);
  if (suffixes.length > 0) return suffixes;
  const first = checkFirstDocs(index, buckets);
  return first.length > 0 ? first : checkFrequentSets(index, buckets);
}

function checkFirstDocs({ substrings, firstDocs, postings }: SubstringTextIndex, buckets: Uint32Array[]): string[] {
  const { nodes, numbers } = firstDocs;
  const { tables } = substrings;
  // How many are kept, and of which, is a choice of the build: of every node with more docs than any that has none.
  const each = numbers.length / Math.max(1, nodes.length);
  const stored = new Set(nodes);
  const above = tables.counts.reduce((most, count, node) => (stored.has(node) ? most : Math.max(most, count)), each);
  const pass = new FirstDocsPass(tables, postings, { docsPerNode: each, docsAbove: above });
  for (const bucket of buckets) pass.add(bucket);
  const expected = pass.result();
  if (Buffer.compare(bytesOf(expected.nodes), bytesOf(nodes)) !== 0) {
    return ['its first items are kept of other substrings than the frequent ones'];
  }
  const wrong = numbers.findIndex((doc, place) => doc !== expected.numbers[place]);
  return wrong < 0 ? [] : [`the first items of node ${nodes[Math.floor(wrong / each)]} of its substrings are others`];
}

/** Of how many substrings there are sets is a choice of the build: they are those in most docs. */
function checkFrequentSets(
  { substrings, frequentSets, postings }: SubstringTextIndex,
  buckets: Uint32Array[],
): string[] {
  const { nodes, numbers: words } = frequentSets;
  const { tables } = substrings;
  const expected = mostFrequentNodes(tables.counts, postings.docs.length, nodes.length);
  if (Buffer.compare(bytesOf(expected), bytesOf(nodes)) !== 0) {
    return ['its sets of items are kept of other substrings than the most frequent ones'];
  }
  const pass = new FrequentSetsPass(tables, nodes, postings);
  for (const bucket of buckets) pass.add(bucket);
  const right = pass.result().numbers;
  const wrong = words.findIndex((word, place) => word !== right[place]);
  if (wrong < 0) return [];
  const node = nodes[Math.floor((wrong * nodes.length) / words.length)];
  return [`the set of items of node ${node} of its substrings is another`];
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Uint32Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

function isAscendingBelow(listed: Uint32Array, end: number): boolean {
  for (let i = 1; i < listed.length; i += 1) if (listed[i - 1]! >= listed[i]!) return false;
  return listed.length > 0 && listed[listed.length - 1]! < end;
}

/** Every suffix of a term must lead to a bucket that holds the term. */
function checkSuffixes(
  { terms, substrings }: Pick<SubstringTextIndex, 'terms' | 'substrings'>,
  buckets: Uint32Array[],
): string[] {
  if (buckets.length === 0) return [];
  const wanted = Math.max(2, Math.min(suffixesPerTerm, Math.floor(suffixesMaximum / terms.size)));
  let scratch = new Uint8Array(1024);
  for (let term = 0; term < terms.size; term += 1) {
    const bytes = terms.at(termId(term));
    const end = bytes.byteLength;
    if (end >= scratch.byteLength) scratch = new Uint8Array(end * 2);
    scratch.set(bytes);
    // With the end of the term behind it a suffix leads to one bucket, also where it is a node's string.
    scratch[end] = 0;
    const step = Math.ceil(end / wanted);
    // Not the same places of every term.
    for (let start = term % step; start < end; start += step) {
      if ((bytes[start]! & 0xc0) === 0x80) continue;
      const place = substrings.find(scratch.subarray(start, end + 1));
      const listed = place.kind === 'bucket' ? buckets[place.bucket] : undefined;
      if (listed === undefined || !holds(listed, term)) {
        return [`its value ${term} is not found by its bytes from ${start} on`];
      }
    }
  }
  return [];
}

/** One walk from the root: every node, branch and bucket must be met once, nodes and buckets in their order. */
class TreeWalk {
  readonly #tables: SubstringTables;
  readonly #buckets: readonly Uint32Array[];
  readonly #terms: Terms;
  readonly #postings: RunPostings;
  readonly #branchesMet: Uint8Array;
  /** By term: the last node that it was counted for, plus 1. */
  readonly #countedFor: Uint32Array;
  /** The string of the node in question. */
  readonly #path = new Uint8Array(DEPTH_MAXIMUM);
  #nodesMet = 0;
  #bucketsMet = 0;

  constructor(tables: SubstringTables, buckets: readonly Uint32Array[], terms: Terms, postings: RunPostings) {
    this.#tables = tables;
    this.#buckets = buckets;
    this.#terms = terms;
    this.#postings = postings;
    this.#branchesMet = new Uint8Array(tables.branchTargets.length);
    this.#countedFor = new Uint32Array(tables.counts.length === 0 ? 0 : terms.size);
  }

  problem(): string | undefined {
    const { counts } = this.#tables;
    const wrong = counts.length === 0 ? undefined : this.#visit(0, 0);
    if (wrong !== undefined) return wrong;
    if (this.#nodesMet < counts.length) return `node ${this.#nodesMet} of its substrings is not reached`;
    if (this.#bucketsMet < this.#buckets.length) return `bucket ${this.#bucketsMet} of its substrings is not reached`;
    const branch = this.#branchesMet.indexOf(0);
    return branch < 0 ? undefined : `branch ${branch} of its substrings belongs to no node`;
  }

  #visit(node: number, depth: number): string | undefined {
    const { bucketStarts, bucketEnds, branchStarts, branchCounts, branchTargets } = this.#tables;
    const here = `node ${node} of its substrings`;
    if (node !== this.#nodesMet || depth >= DEPTH_MAXIMUM) return `${here} is where another belongs`;
    this.#nodesMet += 1;
    if (bucketStarts[node] !== this.#bucketsMet) return `${here} does not begin with its first bucket`;
    const first = branchStarts[node]!;
    const end = first + branchCounts[node]!;
    if (end > branchTargets.length || first === end) return `${here} has branches that are not there`;
    for (let branch = first; branch < end; branch += 1) {
      const wrong = this.#follow(node, branch, branch === first, depth);
      if (wrong !== undefined) return wrong;
    }
    if (bucketEnds[node] !== this.#bucketsMet) return `${here} does not end with its last bucket`;
    return depth <= countedDepth || node % countedEvery === 0 ? this.#count(node, depth) : undefined;
  }

  #follow(node: number, branch: number, isFirst: boolean, depth: number): string | undefined {
    const { branchLows, branchTargets } = this.#tables;
    const here = `branch ${branch} of its substrings`;
    if (this.#branchesMet[branch] !== 0) return `${here} belongs to two nodes`;
    this.#branchesMet[branch] = 1;
    const low = branchLows[branch]!;
    if (!isFirst && branchLows[branch - 1]! >= low)
      return `the branches of node ${node} of its substrings do not ascend`;
    const target = branchTargets[branch]!;
    if (target >= NODE_TARGET) {
      if (low === 0) return `${here} leads beyond the end of a value`;
      this.#path[depth] = low;
      return this.#visit(target - NODE_TARGET, depth + 1);
    }
    if (target !== this.#bucketsMet || target >= this.#buckets.length)
      return `${here} leads to another bucket than its own`;
    this.#bucketsMet += 1;
    return undefined;
  }

  /** The terms of its buckets must be many, have as many docs as the node says, and contain its string. */
  #count(node: number, depth: number): string | undefined {
    const { counts, bucketStarts, bucketEnds } = this.#tables;
    const { starts } = this.#postings;
    const countedFor = this.#countedFor;
    let found = 0;
    let docs = 0;
    for (let bucket = bucketStarts[node]!; bucket < bucketEnds[node]!; bucket += 1) {
      const listed = this.#buckets[bucket]!;
      for (let i = 0; i < listed.length; i += 1) {
        const term = listed[i]!;
        if (countedFor[term] === node + 1) continue;
        countedFor[term] = node + 1;
        found += 1;
        docs += starts[term + 1]! - starts[term]!;
      }
    }
    const here = `node ${node} of its substrings`;
    if (found <= BUCKET_TERMS) return `${here} has ${found} values, which make no node`;
    if (docs !== counts[node]) return `${here} counts ${counts[node]} items, its buckets have ${docs}`;
    const path = Buffer.from(this.#path.subarray(0, depth));
    const each = Math.max(1, Math.floor((bucketEnds[node]! - bucketStarts[node]!) / searchedTerms));
    for (let bucket = bucketStarts[node]!; bucket < bucketEnds[node]!; bucket += each) {
      const term = this.#buckets[bucket]![0]!;
      if (!Buffer.from(this.#terms.at(termId(term))).includes(path))
        return `${here} has the value ${term}, which lacks its string`;
    }
    return undefined;
  }
}
