/**
 * Building the tree that `src/termdict/substrings` reads: the suffixes are sorted from their first byte on, and a part
 * of them no further than it must be told apart.
 *
 * Source: MSD radix sort (Sedgewick, Algorithms, 3rd ed., section 10.3), stopped early.
 */
import {
  type GrowingRecords,
  GrowingU32,
  GrowingRecords as Records,
  type SectionInput,
} from '../../src/format/index.js';
import { sectionNames } from '../../src/segment/index.js';
import { BUCKET_TERMS, DEPTH_MAXIMUM, decodeBucket, findFirstDocs, NODE_TARGET } from '../../src/termdict/index.js';
import type { RunsOut } from './postings.js';
import { type TextWithEnds, textWithEnds } from './suffixes.js';

/**
 * @param terms distinct values, none with a NUL
 * @param runs the docs of each
 * Cost: O(bytes · depth); memory: ten bytes per byte of the terms.
 */
export function substringSections(field: string, terms: GrowingRecords, runs: RunsOut): SectionInput[] {
  const names = sectionNames(field);
  const tree = new TreeBuilder((term) => runs.starts[term + 1]! - runs.starts[term]!);
  if (terms.count > BUCKET_TERMS) tree.build(textWithEnds(terms));
  const tables = {
    counts: tree.counts.view(),
    bucketStarts: tree.bucketStarts.view(),
    bucketEnds: tree.bucketEnds.view(),
  };
  const bucket = (number: number): Uint32Array => decodeBucket(tree.buckets.view(number));
  const first = findFirstDocs(tables, tree.buckets.count, bucket, runs.docs, runs.starts).tables;
  return [
    { name: names.substringCounts, data: tables.counts },
    { name: names.substringBucketStarts, data: tables.bucketStarts },
    { name: names.substringBucketEnds, data: tables.bucketEnds },
    { name: names.substringBranchStarts, data: tree.branchStarts.view() },
    { name: names.substringBranchCounts, data: tree.branchCounts.view() },
    { name: names.substringBranchLows, data: Uint8Array.from(tree.branchLows.view()) },
    { name: names.substringBranchTargets, data: tree.branchTargets.view() },
    ...tree.buckets.sections(names.substringBuckets),
    { name: names.substringFirstNodes, data: first.nodes },
    { name: names.substringFirstDocs, data: first.docs },
  ];
}

class TreeBuilder {
  readonly counts = new GrowingU32();
  readonly bucketStarts = new GrowingU32();
  readonly bucketEnds = new GrowingU32();
  readonly branchStarts = new GrowingU32();
  readonly branchCounts = new GrowingU32();
  readonly branchLows = new GrowingU32();
  readonly branchTargets = new GrowingU32();
  readonly buckets = new Records();
  readonly #docsOf: (term: number) => number;
  #positions: Uint32Array = new Uint32Array(0);
  #scratch = new Uint32Array(0);
  /** The byte at the depth in question, for each position being ordered. */
  #keys = new Uint8Array(0);

  constructor(docsOf: (term: number) => number) {
    this.#docsOf = docsOf;
  }

  build(text: TextWithEnds): void {
    this.#positions = text.characterStarts();
    this.#scratch = new Uint32Array(this.#positions.length);
    this.#keys = new Uint8Array(this.#positions.length);
    const { docs } = this.#measure(text, 0, this.#positions.length);
    this.#node(text, 0, this.#positions.length, 0, docs);
    this.#positions = new Uint32Array(0);
    this.#scratch = new Uint32Array(0);
    this.#keys = new Uint8Array(0);
  }

  /** Makes the node of the suffixes at `positions[from, to)`, which share `depth` bytes and ascend. */
  #node(text: TextWithEnds, from: number, to: number, depth: number, docs: number): number {
    const node = this.counts.length;
    this.counts.push(docs);
    this.bucketStarts.push(this.buckets.count);
    this.bucketEnds.push(0);
    this.branchStarts.push(0);
    this.branchCounts.push(0);
    const sizes = this.#partition(text, from, to, depth);
    const lows: number[] = [];
    const targets: number[] = [];
    let group: { low: number; from: number; terms: number } | undefined;
    let childFrom = from;
    const flush = (end: number): void => {
      if (group === undefined) return;
      lows.push(group.low);
      targets.push(this.buckets.count);
      this.buckets.push(this.#bucket(text, group.from, end));
      group = undefined;
    };
    for (let byte = 0; byte < 256; byte += 1) {
      const childTo = childFrom + sizes[byte]!;
      if (childTo === childFrom) continue;
      const suffixes = childTo - childFrom;
      const few = { terms: suffixes, docs: 0 };
      const { terms, docs: childDocs } = suffixes > BUCKET_TERMS ? this.#measure(text, childFrom, childTo) : few;
      if (terms > BUCKET_TERMS && byte !== 0 && depth + 1 < DEPTH_MAXIMUM) {
        flush(childFrom);
        lows.push(byte);
        targets.push(this.#node(text, childFrom, childTo, depth + 1, childDocs) + NODE_TARGET);
      } else {
        if (group !== undefined && group.terms + terms > BUCKET_TERMS) flush(childFrom);
        group ??= { low: byte, from: childFrom, terms: 0 };
        group.terms += terms;
      }
      childFrom = childTo;
    }
    flush(to);
    this.bucketEnds.set(node, this.buckets.count);
    this.branchStarts.set(node, this.branchLows.length);
    this.branchCounts.set(node, lows.length);
    for (const low of lows) this.branchLows.push(low);
    for (const target of targets) this.branchTargets.push(target);
    return node;
  }

  /** Orders `positions[from, to)` by the byte at `depth`, keeping them ascending. @returns how many each byte has */
  #partition({ bytes }: TextWithEnds, from: number, to: number, depth: number): Uint32Array {
    const positions = this.#positions;
    const scratch = this.#scratch;
    const keys = this.#keys;
    const sizes = new Uint32Array(256);
    for (let i = from; i < to; i += 1) {
      // Every look at the text is a cache miss: one is enough.
      const key = bytes[positions[i]! + depth]!;
      keys[i] = key;
      sizes[key]! += 1;
    }
    const next = new Uint32Array(256);
    for (let byte = 1; byte < 256; byte += 1) next[byte] = next[byte - 1]! + sizes[byte - 1]!;
    for (let i = from; i < to; i += 1) scratch[next[keys[i]!]!++] = positions[i]!;
    positions.set(scratch.subarray(0, to - from), from);
    return sizes;
  }

  /** Distinct terms of the suffixes, and how many docs have them. */
  #measure(text: TextWithEnds, from: number, to: number): { terms: number; docs: number } {
    const { starts } = text;
    const positions = this.#positions;
    let terms = 0;
    let docs = 0;
    let end = 0;
    for (let i = from; i < to; i += 1) {
      const position = positions[i]!;
      if (position < end) continue;
      const term = text.termOf(position);
      terms += 1;
      docs += this.#docsOf(term);
      end = starts[term + 1]!;
    }
    return { terms, docs };
  }

  #bucket(text: TextWithEnds, from: number, to: number): Uint8Array {
    const terms = new Uint32Array(to - from);
    for (let i = from; i < to; i += 1) terms[i - from] = text.termOf(this.#positions[i]!);
    terms.sort();
    const bytes = Buffer.allocUnsafe(terms.length * 5);
    let at = 0;
    let previous = -1;
    for (const term of terms) {
      if (term === previous) continue;
      let gap = term - previous - 1;
      for (; gap >= 0x80; gap = Math.floor(gap / 0x80)) bytes[at++] = (gap & 0x7f) | 0x80;
      bytes[at++] = gap;
      previous = term;
    }
    return bytes.subarray(0, at);
  }
}
