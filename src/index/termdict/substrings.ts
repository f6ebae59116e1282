/**
 * Substring search: a tree over all suffixes of the terms, cut where few enough terms are left to look at.
 *
 * A node stands for a string that more than a bucket's worth of terms contain; it knows how many docs contain it, so
 * a frequent pattern is counted without being looked for. Its branches lead, by the next byte, to another node or to
 * a bucket: the terms whose suffixes begin with one of a few neighbouring continuations. A bucket holds at most
 * `BUCKET_TERMS` terms (more only `DEPTH_MAXIMUM` bytes deep), so whatever pattern ends in one is decided by looking
 * at so many terms.
 *
 * The buckets of a node's subtree are neighbours: their union is the terms that contain the node's string. A bucket's
 * list is written as `readPacked` reads it; in files of an older stele as varints, by compiled loops
 * where there is memory for them (list-routine).
 *
 * Suffixes begin at characters, not at every byte: a pattern that is valid UTF-8 begins at one too.
 * Source: the idea is a suffix tree (Weiner, 1973) truncated by document frequency; the lists are posting lists.
 */
import { threshold } from '../../content/choices/index.js';
import { type Chunk, firstAbove, type Records } from '../../format/index.js';
import { type DocRuns, runLists } from './list-routine.js';
import type { Scratch } from './search-routine.js';

/** More than this many terms make a node; fewer share a bucket. */
export const BUCKET_TERMS = 256;
/** The same, as builds take it. */
export const bucketTerms = (): number => threshold('substring.bucket', BUCKET_TERMS);
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
  readonly readList: ReadList;
}

/**
 * Reads the list at `[start, end)`: its terms, ascending, into `out`, which has room for eight a byte, or where that is a set
 * of terms, by its words, adds them to it. @returns how many they are. Cost: O(bytes); allocates nothing.
 */
export type ReadList = (chunk: Chunk, start: number, end: number, out: Uint32Array, isSet: boolean) => number;

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

  /** @returns the bucket's terms, ascending. Cost: O(bytes of the bucket). */
  bucket(bucket: number, scratch?: Scratch): Uint32Array {
    return this.lent(bucket, scratch).slice();
  }

  /**
   * As `bucket`, in an array that is written again when any bucket is asked for.
   *
   * @param scratch has room for it where compiled loops may be used
   */
  lent(bucket: number, scratch?: Scratch): Uint32Array {
    const { chunk, start, end } = this.#listOf(bucket);
    const room = 8 * (end - start);
    if (scratch?.memory !== undefined && this.#isPacked) {
      const out = scratch.list(room);
      const count = runLists('listTerms', this.#bytesOf(bucket), out, scratch);
      if (count !== undefined) return out.subarray(0, count);
    }
    const out = room <= lent.length ? lent : new Uint32Array(room);
    return out.subarray(0, this.#tables.readList(chunk, start, end, out, false));
  }

  /** @returns how long the lists of the buckets `[start, end)` are: what uniting them costs goes by it. Cost: O(1). */
  byteLength(start: number, end: number): number {
    const { offsets } = this.#tables.buckets;
    return offsets.at(end) - offsets.at(start);
  }

  /** Adds the terms of the buckets `[start, end)` to a set of terms, by its words. Cost: O(byteLength). */
  mark(start: number, end: number, words: Uint32Array, scratch: Scratch): void {
    if (this.#runs('addTerms', start, end, words, scratch)) return;
    for (let bucket = start; bucket < end; bucket += 1) {
      const list = this.#listOf(bucket);
      this.#tables.readList(list.chunk, list.start, list.end, words, true);
    }
  }

  /** Adds the docs of these terms to a set of docs, by its words. Cost: O(byteLength + docs). */
  markDocs(start: number, end: number, words: Uint32Array, runs: DocRuns, scratch: Scratch): void {
    if (this.#runs('addDocs', start, end, words, scratch, runs)) return;
    const { docs, starts } = runs;
    for (let bucket = start; bucket < end; bucket += 1) {
      for (const term of this.lent(bucket)) {
        for (let at = starts[term]!; at < starts[term + 1]!; at += 1) addTo(words, docs[at]!);
      }
    }
  }

  /** The same by a compiled loop. @returns whether all lies where one can be used */
  #runs(
    what: 'addTerms' | 'addDocs',
    start: number,
    end: number,
    words: Uint32Array,
    scratch: Scratch,
    runs?: DocRuns,
  ): boolean {
    const { blob, offsets } = this.#tables.buckets;
    const [from, to] = [offsets.at(start), offsets.at(end)];
    blob.require(from, to);
    if (!this.#isPacked) return false;
    const isOne = start < end && !blob.isPaged && blob.chunkAt(from) === blob.chunkAt(to - 1);
    if (isOne) return runLists(what, blob.view(from, to - from), words, scratch, runs) !== undefined;
    for (let bucket = start; bucket < end; bucket += 1) {
      if (runLists(what, this.#bytesOf(bucket), words, scratch, runs) === undefined) return false;
    }
    return true;
  }

  /** Older lists do not tell where they end. */
  get #isPacked(): boolean {
    return this.#tables.readList === readPacked;
  }

  #bytesOf(bucket: number): Uint8Array {
    const { chunk, start, end } = this.#listOf(bucket);
    return chunk.bytes.subarray(start, end);
  }

  #listOf(bucket: number): { readonly chunk: Chunk; readonly start: number; readonly end: number } {
    const { blob, offsets } = this.#tables.buckets;
    const offset = offsets.at(bucket);
    const next = offsets.at(bucket + 1);
    const chunk = blob.recordAt(offset, next);
    const start = blob.placeAt(offset);
    return { chunk, start, end: start + blob.lengthOf(offset, next) };
  }
}

/** Room for the lists of all buckets but the few that are deepest. */
const lent = new Uint32Array(2 ** 14);

const addTo = (words: Uint32Array, term: number): void => {
  words[term >>> 5]! |= 1 << (term & 31);
};

/**
 * The gap before each term, less 1, and 2^low more, has `low + more` bits behind its highest one. These stand one behind the
 * other in the second part of the list; in the first, for each, `more` zeros and a one. The lowest bits come first.
 *
 * Two parts, so that no number must be read before it is known where the next one begins.
 * Source: the exponential Golomb code (Teuhola, 1978).
 */
export const readPacked: ReadList = ({ bytes, view }, start, end, out, isSet) => {
  const low = bytes[start]!;
  const less = (1 << low) - 1;
  let at = start + 1;
  let length = bytes[at]! & 0x7f;
  for (let shift = 7; bytes[at]! >= 0x80; shift += 7) length |= (bytes[++at]! & 0x7f) << shift;
  at += 1;
  const rests = Math.min(at + length, end);
  let restBit = 0;
  let term = -1;
  let count = 0;
  for (let before = -1; at < rests; at += 4, before -= 32) {
    let word = wordAt(bytes, view, at);
    if (rests - at < 4) word &= (1 << (8 * (rests - at))) - 1;
    for (; word !== 0; word &= word - 1) {
      const one = 31 - Math.clz32(word & -word);
      const bits = low + one - before - 1;
      before = one;
      const place = rests + (restBit >>> 3);
      const shift = restBit & 7;
      let rest = wordAt(bytes, view, place) >>> shift;
      if (bits + shift > 32) rest |= wordAt(bytes, view, place + 4) << (32 - shift);
      restBit += bits;
      const highest = 1 << bits;
      term += (rest & (highest - 1)) + highest - less;
      if (isSet) addTo(out, term);
      else out[count] = term;
      count += 1;
    }
  }
  return count;
};

const wordAt = (bytes: Uint8Array, view: DataView, at: number): number =>
  at + 4 <= bytes.length ? view.getInt32(at, true) : lastWord(bytes, at);

/** Behind the last byte stand zeros. */
const lastWord = (bytes: Uint8Array, at: number): number =>
  [3, 2, 1, 0].reduce((word, place) => (word << 8) | (bytes[at + place] ?? 0), 0);

/** In files of an older stele: the gap before each term, less 1, as a varint. */
export const readVarints: ReadList = ({ bytes }, start, end, out, isSet) => {
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
    // A term's index has at most 32 bits, of which the shift keeps all.
    term = (term + between + 1) >>> 0;
    if (isSet) addTo(out, term);
    else out[count] = term;
  }
  return count;
};
