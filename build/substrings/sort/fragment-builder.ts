/**
 * Writing a fragment of a tree, in the order of a depth-first walk: slots, their nodes, and the buckets of these.
 */
import { GrowingBytes, GrowingU32 } from '../../../src/format/index.js';
import { NODE_TARGET } from '../../../src/index/termdict/index.js';
import type { SuffixText } from '../text/text.js';
import type { TreeFragment } from './fragment.js';
import { FirstDocsGatherer } from './gather-first-docs.js';

/** What the longest gap takes. */
const gapBytesMaximum = 5;

/** What is needed of a text to write buckets of its terms. */
export type BucketText = Pick<SuffixText, 'runs' | 'kept' | 'firstDocs' | 'lowTerms' | 'lowEnd'>;

/** The branches of a node: for each the first byte it covers, and where it leads. */
export class OpenBranches {
  readonly lows = new Uint8Array(256);
  readonly targets = new Uint32Array(256);
  count = 0;

  add(low: number, target: number): void {
    this.lows[this.count] = low;
    this.targets[this.count] = target;
    this.count += 1;
  }
}

export class FragmentBuilder {
  readonly #text: BucketText;
  readonly #counts = new GrowingU32();
  readonly #bucketStarts = new GrowingU32();
  readonly #bucketEnds = new GrowingU32();
  readonly #branchStarts = new GrowingU32();
  readonly #branchCounts = new GrowingU32();
  readonly #branchLows = new GrowingBytes();
  readonly #branchTargets = new GrowingU32();
  #buckets = new Uint8Array(2 ** 10);
  #bucketsLength = 0;
  readonly #bucketByteLengths = new GrowingU32();
  readonly #firstDocs: FirstDocsGatherer;
  readonly #slotNodes = new GrowingU32();
  readonly #slotBranches = new GrowingU32();
  readonly #slotBuckets = new GrowingU32();

  constructor(text: BucketText) {
    this.#text = text;
    this.#firstDocs = new FirstDocsGatherer(text.runs, text.kept);
    this.#endSlot();
  }

  openSlot(): void {
    this.#firstDocs.openSlot();
  }

  closeSlot(): void {
    this.#firstDocs.closeSlot();
    this.#endSlot();
  }

  #endSlot(): void {
    this.#slotNodes.push(this.#counts.length);
    this.#slotBranches.push(this.#branchLows.length);
    this.#slotBuckets.push(this.#bucketByteLengths.length);
  }

  /** What a branch leads to that the next node is behind. */
  get nextNode(): number {
    return this.#counts.length + NODE_TARGET;
  }

  /** @param docs that contain its string. @returns the node, to be closed when all below it is written */
  openNode(docs: number): OpenNode {
    const node = this.#counts.length;
    const keepsFirst = this.#firstDocs.openNode(node, docs);
    this.#counts.push(docs);
    this.#bucketStarts.push(this.#bucketByteLengths.length);
    this.#bucketEnds.push(0);
    this.#branchStarts.push(0);
    this.#branchCounts.push(0);
    return { node, keepsFirst };
  }

  closeNode({ node, keepsFirst }: OpenNode, { lows, targets, count }: OpenBranches): void {
    if (keepsFirst) this.#firstDocs.closeNode();
    this.#bucketEnds.set(node, this.#bucketByteLengths.length);
    this.#branchStarts.set(node, this.#branchLows.length);
    this.#branchCounts.set(node, count);
    for (let branch = 0; branch < count; branch += 1) {
      this.#branchLows.push(lows[branch]!);
      this.#branchTargets.push(targets[branch]!);
    }
  }

  /**
   * Writes a bucket: the gaps between its terms, each less 1, as LEB128 varints.
   *
   * @param numbers the term at `from · stride + place`, and so on to `to`; ascending, some more than once
   * @returns what a branch leads to that the bucket is behind
   */
  bucket(numbers: Int32Array, from: number, to: number, stride: number, place: number): number {
    const before = this.#bucketsLength;
    const wanted = before + (to - from) * gapBytesMaximum;
    if (wanted > this.#buckets.length) {
      const larger = new Uint8Array(Math.max(wanted, this.#buckets.length * 2));
      larger.set(this.#buckets);
      this.#buckets = larger;
    }
    const [start, end] = [from * stride + place, to * stride + place];
    this.#bucketsLength = writeGaps(numbers, start, end, stride, this.#buckets, before, this.#text, this.#firstDocs);
    this.#bucketByteLengths.push(this.#bucketsLength - before);
    return this.#bucketByteLengths.length - 1;
  }

  finished(): TreeFragment {
    return {
      counts: this.#counts.view().slice(),
      bucketStarts: this.#bucketStarts.view().slice(),
      bucketEnds: this.#bucketEnds.view().slice(),
      branchStarts: this.#branchStarts.view().slice(),
      branchCounts: this.#branchCounts.view().slice(),
      branchLows: this.#branchLows.view().slice(),
      branchTargets: this.#branchTargets.view().slice(),
      buckets: this.#buckets.slice(0, this.#bucketsLength),
      bucketByteLengths: this.#bucketByteLengths.view().slice(),
      slotNodes: this.#slotNodes.view().slice(),
      slotBranches: this.#slotBranches.view().slice(),
      slotBuckets: this.#slotBuckets.view().slice(),
      ...this.#firstDocs.gathered(),
    };
  }
}

export interface OpenNode {
  readonly node: number;
  readonly keepsFirst: boolean;
}

/** @param out where they are written, from `at` on. @param gatherer is given the terms that may have first docs. @returns where it ends */
function writeGaps(
  terms: Int32Array,
  start: number,
  end: number,
  stride: number,
  out: Uint8Array,
  at: number,
  { firstDocs, lowTerms, lowEnd }: BucketText,
  gatherer: FirstDocsGatherer,
): number {
  let limit = gatherer.limit;
  let previous = -1;
  for (let i = start; i < end; i += stride) {
    const term = terms[i]!;
    if (term === previous) continue;
    let gap = term - previous - 1;
    for (; gap >= 0x4000; gap >>>= 7) {
      out[at] = (gap & 0x7f) | 0x80;
      at += 1;
    }
    // One byte or two without a jump, as nobody could foresee it; the second is written over where there is but one.
    const second = (0x7f - gap) >>> 31;
    out[at] = (gap & 0x7f) | (second << 7);
    out[at + 1] = gap >>> 7;
    at += 1 + second;
    previous = term;
    if (limit <= lowEnd && ((lowTerms[term >>> 3]! >>> (term & 7)) & 1) === 0) continue;
    if (firstDocs[term]! < limit) limit = gatherer.add(term);
  }
  return at;
}
