/**
 * Substring search: a tree over all suffixes of the terms, cut where few enough terms are left to test.
 *
 * A node represents a string that more than `BUCKET_TERMS` terms contain and stores how many docs contain it, so a frequent
 * pattern is counted without a search. Its branches lead, by the next byte, to another node or to a bucket: the terms with a
 * suffix that continues in a range of bytes. A bucket holds at most `BUCKET_TERMS` terms (more only at `DEPTH_MAXIMUM`
 * bytes), so a pattern that ends in one is decided by testing these terms. The buckets of a subtree are neighbours; their
 * union is the terms that contain the node's string. Suffixes begin at characters, as every valid UTF-8 pattern does.
 *
 *     "" ─┬─ a…b → bucket 0                              node     counts │ bucketStarts │ bucketEnds │ branchStarts │ branchCounts
 *         ├─ c   → node 1 "c" ─┬─ a…h → bucket 1         branch   branchLows │ branchTargets
 *         │                    └─ i…  → bucket 2         bucket   a list of terms (bucket-lists)
 *         └─ d…  → bucket 3
 *
 * Source: the idea is a suffix tree (Weiner, 1973) truncated by document frequency; the lists are posting lists.
 * Elsewhere: reading a bucket's list (bucket-lists, run-lists), intersecting several (candidates), building (build/substrings).
 */
import { threshold } from '../../content/choices/index.js';
import { type Chunk, firstAbove, type Records } from '../../format/index.js';
import { addToSet, type ReadList, readPacked } from './bucket-lists.js';
import { type DocRuns, runLists } from './run-lists.js';
import type { Scratch } from './scratch.js';

/** More terms than this make a node; fewer share a bucket. */
export const BUCKET_TERMS = 256;
/** BUCKET_TERMS as a build uses it; tests can lower it. */
export const bucketTerms = (): number => threshold('substring.bucket', BUCKET_TERMS);
/** Maximum depth of a node in bytes: repeated boilerplate would otherwise make a node for each of its bytes. */
export const DEPTH_MAXIMUM = 32;
/** Bit of a branch target that marks a node. */
export const NODE_TARGET = 0x80000000;

export interface SubstringTables {
  /** Per node, in the order of a depth-first walk: docs whose value contains its string. */
  readonly counts: Uint32Array;
  /** Per node: the buckets `[bucketStarts, bucketEnds)` of its subtree. */
  readonly bucketStarts: Uint32Array;
  readonly bucketEnds: Uint32Array;
  /** Per node: its branches `[branchStarts, branchStarts + branchCounts)`. */
  readonly branchStarts: Uint32Array;
  readonly branchCounts: Uint32Array;
  /** Per branch, ascending within a node: the lowest next byte it covers; 0 is the end of the term. */
  readonly branchLows: Uint8Array;
  /** Per branch: a node (with NODE_TARGET), which covers one byte, or a bucket, which covers the bytes up to the next branch. */
  readonly branchTargets: Uint32Array;
  readonly buckets: Records;
  readonly readList: ReadList;
}

/** The place in the tree at which a pattern ends. */
export type SubstringPlace =
  /** No term contains it. */
  | { readonly kind: 'absent' }
  /** Exactly the terms of the buckets `[start, end)` contain it, in `docs` docs. */
  | {
      readonly kind: 'node';
      readonly node: number;
      readonly docs: number;
      readonly start: number;
      readonly end: number;
    }
  /** Only terms of this bucket can contain it. */
  | { readonly kind: 'bucket'; readonly bucket: number }
  /** There are too few terms for a tree: any term can contain it. */
  | { readonly kind: 'any' };

/** The list of a bucket: the bytes `[start, end)` of a chunk. */
interface ListPlace {
  readonly chunk: Chunk;
  readonly start: number;
  readonly end: number;
}

export class SubstringIndex {
  readonly #tables: SubstringTables;

  constructor(tables: SubstringTables) {
    this.#tables = tables;
  }

  /** The stored tree, for checks that read all of it. */
  get tables(): SubstringTables {
    return this.#tables;
  }

  get bucketCount(): number {
    return this.#tables.buckets.count;
  }

  /** @param pattern at least one byte of valid UTF-8. Cost: O(length · log branches). */
  find(pattern: Uint8Array): SubstringPlace {
    const { counts, bucketStarts, bucketEnds, branchLows, branchTargets } = this.#tables;
    if (counts.length === 0) return { kind: 'any' };
    let node = 0;
    for (let i = 0; i < pattern.byteLength; i += 1) {
      const byte = pattern[i]!;
      const branch = this.#findBranch(node, byte);
      if (branch < 0) return { kind: 'absent' };
      const target = branchTargets[branch]!;
      if (target < NODE_TARGET) return { kind: 'bucket', bucket: target };
      if (branchLows[branch] !== byte) return { kind: 'absent' };
      node = target - NODE_TARGET;
    }
    return { kind: 'node', node, docs: counts[node]!, start: bucketStarts[node]!, end: bucketEnds[node]! };
  }

  /** @returns the last branch of the node that begins at or before the byte, or −1 */
  #findBranch(node: number, byte: number): number {
    const { branchStarts, branchCounts, branchLows } = this.#tables;
    const first = branchStarts[node]!;
    const end = firstAbove(branchLows, byte, first, first + branchCounts[node]!);
    return end === first ? -1 : end - 1;
  }

  /** @returns the bucket's terms, ascending. Cost: O(bytes of the bucket). */
  bucket(bucket: number, scratch?: Scratch): Uint32Array {
    return this.borrowBucket(bucket, scratch).slice();
  }

  /**
   * Same as `bucket`, in a shared array that the next call overwrites.
   *
   * @param scratch memory for the list, if compiled loops may be used
   */
  borrowBucket(bucket: number, scratch?: Scratch): Uint32Array {
    const { chunk, start, end } = this.#locateList(bucket);
    const termCapacity = 8 * (end - start);
    if (scratch?.memory !== undefined && this.#isPacked) {
      const out = scratch.list(termCapacity);
      const count = runLists('listTerms', this.#viewBucket(bucket), out, scratch);
      if (count !== undefined) return out.subarray(0, count);
    }
    const out = termCapacity <= sharedList.length ? sharedList : new Uint32Array(termCapacity);
    return out.subarray(0, this.#tables.readList(chunk, start, end, out, 'list'));
  }

  /** @returns bytes of the lists of the buckets `[start, end)`, which the cost of uniting them depends on. Cost: O(1). */
  byteLength(start: number, end: number): number {
    const { offsets } = this.#tables.buckets;
    return offsets.at(end) - offsets.at(start);
  }

  /** Adds the terms of the buckets `[start, end)` to the words of a term set. Cost: O(byteLength). */
  addTerms(start: number, end: number, words: Uint32Array, scratch: Scratch): void {
    if (this.#runCompiled('addTerms', start, end, words, scratch)) return;
    for (let bucket = start; bucket < end; bucket += 1) {
      const list = this.#locateList(bucket);
      this.#tables.readList(list.chunk, list.start, list.end, words, 'set');
    }
  }

  /** Adds the docs of the terms of the buckets `[start, end)` to the words of a doc set. Cost: O(byteLength + docs). */
  addDocs(start: number, end: number, words: Uint32Array, runs: DocRuns, scratch: Scratch): void {
    if (this.#runCompiled('addDocs', start, end, words, scratch, runs)) return;
    const { docs, starts } = runs;
    for (let bucket = start; bucket < end; bucket += 1) {
      for (const term of this.borrowBucket(bucket)) {
        for (let docIndex = starts[term]!; docIndex < starts[term + 1]!; docIndex += 1)
          addToSet(words, docs[docIndex]!);
      }
    }
  }

  /** Runs a compiled loop over the buckets `[start, end)`. @returns false if their lists are not in its memory */
  #runCompiled(
    action: 'addTerms' | 'addDocs',
    start: number,
    end: number,
    words: Uint32Array,
    scratch: Scratch,
    runs?: DocRuns,
  ): boolean {
    const { blob, offsets } = this.#tables.buckets;
    const startOffset = offsets.at(start);
    const endOffset = offsets.at(end);
    blob.require(startOffset, endOffset);
    if (!this.#isPacked) return false;
    const isContiguous = start < end && !blob.isPaged && blob.chunkAt(startOffset) === blob.chunkAt(endOffset - 1);
    if (isContiguous)
      return runLists(action, blob.view(startOffset, endOffset - startOffset), words, scratch, runs) !== undefined;
    for (let bucket = start; bucket < end; bucket += 1) {
      if (runLists(action, this.#viewBucket(bucket), words, scratch, runs) === undefined) return false;
    }
    return true;
  }

  /** Compiled loops cannot read the lists of older versions, which do not store where they end. */
  get #isPacked(): boolean {
    return this.#tables.readList === readPacked;
  }

  #viewBucket(bucket: number): Uint8Array {
    const { chunk, start, end } = this.#locateList(bucket);
    return chunk.bytes.subarray(start, end);
  }

  #locateList(bucket: number): ListPlace {
    const { blob, offsets } = this.#tables.buckets;
    const offset = offsets.at(bucket);
    const endOffset = offsets.at(bucket + 1);
    const chunk = blob.recordAt(offset, endOffset);
    const start = blob.placeAt(offset);
    return { chunk, start, end: start + blob.lengthOf(offset, endOffset) };
  }
}

/** Long enough for the lists of all buckets except the few deepest. */
const sharedList = new Uint32Array(2 ** 14);
