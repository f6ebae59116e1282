/**
 * Substring search: a tree over all suffixes of the terms, cut where few enough terms are left to look at.
 *
 * A node stands for a string that more than a bucket's worth of terms contain; it knows how many docs contain it, so
 * a frequent pattern is counted without being looked for. Its branches lead, by the next byte, to another node or to
 * a bucket: the terms whose suffixes begin with one of a few neighbouring continuations. A bucket holds at most
 * `BUCKET_TERMS` terms (more only `DEPTH_MAXIMUM` bytes deep), so whatever pattern ends in one is decided by looking
 * at so many terms.
 *
 * The buckets of a node's subtree are neighbours: their union is the terms that contain the node's string. A bucket
 * stores the differences of ascending term indexes (the first to −1), each less 1, as LEB128 varints.
 *
 * Suffixes begin at characters, not at every byte: a pattern that is valid UTF-8 begins at one too.
 * Source: the idea is a suffix tree (Weiner, 1973) truncated by document frequency; the lists are posting lists.
 */
import { firstAbove, type Records } from '../../format/index.js';

/** More than this many terms make a node; fewer share a bucket. */
export const BUCKET_TERMS = 256;
/** Deeper than this many bytes no node is made: repeated boilerplate would make one for each of its bytes. */
export const DEPTH_MAXIMUM = 32;
/** Set in a branch's target when it is a node. */
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
  /** Per branch, ascending within a node: the first next byte it covers; 0 is the end of the term. */
  readonly branchLows: Uint8Array;
  /** Per branch: a node (with NODE_TARGET), which covers that byte only, or a bucket, which covers all up to the next. */
  readonly branchTargets: Uint32Array;
  readonly buckets: Records;
}

/** Where a pattern ends in the tree. */
export type SubstringPlace =
  /** No term contains it. */
  | { readonly kind: 'absent' }
  /** Exactly the terms of these buckets, in `docs` docs. */
  | {
      readonly kind: 'node';
      readonly node: number;
      readonly docs: number;
      readonly start: number;
      readonly end: number;
    }
  /** Some of the terms of this bucket. */
  | { readonly kind: 'bucket'; readonly bucket: number }
  /** There are too few terms for a tree: some of all. */
  | { readonly kind: 'any' };

export class SubstringIndex {
  readonly #tables: SubstringTables;

  constructor(tables: SubstringTables) {
    this.#tables = tables;
  }

  /** The tree as it is stored, for what must go through all of it. */
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
      const branch = this.#branch(node, byte);
      if (branch < 0) return { kind: 'absent' };
      const target = branchTargets[branch]!;
      if (target < NODE_TARGET) return { kind: 'bucket', bucket: target };
      if (branchLows[branch] !== byte) return { kind: 'absent' };
      node = target - NODE_TARGET;
    }
    return { kind: 'node', node, docs: counts[node]!, start: bucketStarts[node]!, end: bucketEnds[node]! };
  }

  /** @returns the last branch of the node that begins at or before the byte, or −1 */
  #branch(node: number, byte: number): number {
    const { branchStarts, branchCounts, branchLows } = this.#tables;
    const first = branchStarts[node]!;
    const behind = firstAbove(branchLows, byte, first, first + branchCounts[node]!);
    return behind === first ? -1 : behind - 1;
  }

  /** @returns the bucket's term indexes, ascending. Cost: O(bytes of the bucket). */
  bucket(bucket: number): Uint32Array {
    const { blob, offsets } = this.#tables.buckets;
    const offset = offsets.at(bucket);
    const next = offsets.at(bucket + 1);
    const { bytes } = blob.recordAt(offset, next);
    const start = blob.placeAt(offset);
    return decodeBucket(bytes, start, start + blob.lengthOf(offset, next));
  }

  /** @returns how long the lists of the buckets `[start, end)` are: what uniting them costs goes by it. Cost: O(1). */
  byteLength(start: number, end: number): number {
    const { offsets } = this.#tables.buckets;
    return offsets.at(end) - offsets.at(start);
  }

  /** Adds the terms of the buckets `[start, end)` to a set of terms, by its words. Cost: O(byteLength). */
  mark(start: number, end: number, words: Uint32Array): void {
    const { blob, offsets } = this.#tables.buckets;
    blob.require(offsets.at(start), offsets.at(end));
    for (let bucket = start; bucket < end; bucket += 1) {
      const offset = offsets.at(bucket);
      const next = offsets.at(bucket + 1);
      const { bytes } = blob.recordAt(offset, next);
      const place = blob.placeAt(offset);
      markBucket(bytes, place, place + blob.lengthOf(offset, next), words);
    }
  }
}

/** As decodeBucket, into a set: between reading a number and using it nothing is kept. */
function markBucket(bytes: Uint8Array, start: number, end: number, words: Uint32Array): void {
  let term = -1;
  for (let at = start; at < end; ) {
    let byte = bytes[at]!;
    at += 1;
    let between = byte & 0x7f;
    for (let shift = 7; byte >= 0x80; shift += 7) {
      byte = bytes[at]!;
      at += 1;
      between |= (byte & 0x7f) << shift;
    }
    // A term's index has at most 32 bits, of which the shift keeps all.
    term = (term + between + 1) >>> 0;
    words[term >>> 5]! |= 1 << (term & 31);
  }
}

/** As decodeBucket, into `terms`, which has room for one a byte. @returns how many they are. Cost: O(bytes); allocates nothing. */
export function readBucket(bytes: Uint8Array, start: number, end: number, terms: Uint32Array): number {
  let term = -1;
  let count = 0;
  for (let at = start; at < end; count += 1) {
    let byte = bytes[at]!;
    at += 1;
    let between = byte & 0x7f;
    for (let shift = 7; byte >= 0x80; shift += 7) {
      byte = bytes[at]!;
      at += 1;
      between |= (byte & 0x7f) << shift;
    }
    term = (term + between + 1) >>> 0;
    terms[count] = term;
  }
  return count;
}

/** @returns the terms that the bytes `[start, end)` list, ascending. Cost: O(bytes). */
export function decodeBucket(bytes: Uint8Array, start = 0, end = bytes.byteLength): Uint32Array {
  const terms = new Uint32Array(end - start);
  return terms.subarray(0, readBucket(bytes, start, end, terms));
}
