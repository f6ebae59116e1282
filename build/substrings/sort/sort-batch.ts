/**
 * From a batch of suffixes to the parts of the tree below its slots.
 *
 * Suffixes are split by the next code, from one half of the memory into the other, no further than the tree goes: what
 * ends in a bucket is written as its terms, each once, and is done. Splitting keeps the order of the text, so terms
 * always ascend and nothing is ever compared. Elsewhere: how a suffix travels (moves).
 *
 * Source: MSD radix sort (Sedgewick, Algorithms, 3rd ed., section 10.3), stopped early.
 */

import { GrowingBytes, GrowingU32 } from '../../../src/format/index.js';
import { DEPTH_MAXIMUM, NODE_TARGET } from '../../../src/termdict/index.js';
import type { Job } from '../../work/index.js';
import { carriedCodes } from '../distribute/carried.js';
import type { DestinationSuffixes } from '../distribute/positions.js';
import type { Batch } from '../plan/batch-plan.js';
import { branchesOf } from '../plan/branches.js';
import type { SuffixText } from '../text/text.js';
import type { TreeFragment } from './fragment.js';
import { gather, slotCodes, viewOf } from './gather.js';
import { FirstDocsGatherer } from './gather-first-docs.js';
import {
  halfCodes,
  keyCodes,
  Level,
  move,
  moveAndRead,
  moveTerms,
  moveToLater,
  type Suffixes,
  suffixNumbers,
  tally,
  termAt,
} from './moves.js';

/** What the longest gap takes. */
const gapBytesMaximum = 5;
/**
 * Bytes of memory a suffix of a batch takes while it is sorted: four numbers, twice; and its codes, of which those of the
 * next batch are read meanwhile, for all threads one.
 */
export const SUFFIX_BYTES = 32 + 2 * carriedCodes.all;

/** The memory of a thread's batches, one after the other: as much as the largest has needed. */
const memory: { gathered: Suffixes; spare: Suffixes } = { gathered: new Int32Array(0), spare: new Int32Array(0) };

function reserve(suffixes: number): typeof memory {
  if (memory.gathered.length < suffixes * suffixNumbers) {
    // The old ones go before the new ones come.
    memory.gathered = new Int32Array(0);
    memory.spare = new Int32Array(0);
    memory.gathered = new Int32Array(suffixes * suffixNumbers);
    memory.spare = new Int32Array(suffixes * suffixNumbers);
  }
  return memory;
}

export interface BatchInput {
  readonly text: SuffixText;
  /** Those of the text; undefined where suffixes carry their own. */
  readonly codes: Uint8Array | undefined;
  readonly batch: Batch;
  readonly suffixes: DestinationSuffixes;
}

/** @returns the tree below the batch's slots. Cost: O(suffixes · depth). */
function sortBatch(input: BatchInput): TreeFragment {
  return new BatchSorter(input).sort(input);
}

class BatchSorter {
  readonly #text: SuffixText;
  readonly #width: number;
  /** The codes that suffixes' positions are in. */
  readonly #view: DataView;
  readonly #levels = Array.from({ length: DEPTH_MAXIMUM }, () => new Level());
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

  constructor({ text, codes, suffixes }: BatchInput) {
    this.#text = text;
    this.#width = text.alphabet.length;
    this.#firstDocs = new FirstDocsGatherer(text.runs, text.kept);
    this.#view = viewOf(codes ?? suffixes.bytes);
  }

  sort({ text, codes, batch, suffixes }: BatchInput): TreeFragment {
    const { slots, prefix } = batch;
    const starts = new Uint32Array(slots.length + 1);
    for (const [index, slot] of slots.entries()) starts[index + 1] = starts[index]! + slot.size;
    const { gathered, spare } = reserve(starts[slots.length]!);
    const ends = gather(text, codes === undefined, batch, suffixes, starts, gathered);
    const before = [0, 1, 2].map(() => new Uint32Array(slots.length + 1));
    const [slotNodes, slotBranches, slotBuckets] = before;
    for (const [index, { kind, docs }] of slots.entries()) {
      this.#firstDocs.openSlot();
      if (kind === 'bucket') this.#bucket(gathered, starts[index]!, ends[index]!);
      else this.#node(gathered, spare, starts[index]!, ends[index]!, prefix.length + slotCodes, keyCodes, docs);
      this.#firstDocs.closeSlot();
      slotNodes![index + 1] = this.#counts.length;
      slotBranches![index + 1] = this.#branchLows.length;
      slotBuckets![index + 1] = this.#bucketByteLengths.length;
    }
    const tree = {
      counts: this.#counts.view().slice(),
      bucketStarts: this.#bucketStarts.view().slice(),
      bucketEnds: this.#bucketEnds.view().slice(),
      branchStarts: this.#branchStarts.view().slice(),
      branchCounts: this.#branchCounts.view().slice(),
      branchLows: this.#branchLows.view().slice(),
      branchTargets: this.#branchTargets.view().slice(),
      buckets: this.#buckets.slice(0, this.#bucketsLength),
      bucketByteLengths: this.#bucketByteLengths.view().slice(),
      slotNodes: slotNodes!,
      slotBranches: slotBranches!,
      slotBuckets: slotBuckets!,
    };
    return { ...tree, ...this.#firstDocs.gathered() };
  }

  /**
   * Writes the node of the suffixes at `[from, to)` of `source`, which share `depth` codes, and all below it.
   *
   * @param spare its `[from, to)` is free
   * @param unread how many codes of the keys are still ahead: 1 to 8
   */
  #node(
    source: Suffixes,
    spare: Suffixes,
    from: number,
    to: number,
    depth: number,
    unread: number,
    docs: number,
  ): void {
    const node = this.#counts.length;
    const keepsFirst = this.#firstDocs.openNode(node, docs);
    this.#counts.push(docs);
    this.#bucketStarts.push(this.#bucketByteLengths.length);
    this.#bucketEnds.push(0);
    this.#branchStarts.push(0);
    this.#branchCounts.push(0);
    const level = this.#levels[depth]!;
    this.#split(level, source, spare, from, to, depth, unread);
    const { branches, targets } = level;
    for (let branch = 0; branch < branches.count; branch += 1) {
      const start = level.starts[branch]!;
      const end = level.next[branch]!;
      if (branches.isNode[branch] === 0) {
        targets[branch] = this.#bucketByteLengths.length;
        this.#bucket(spare, start, end);
      } else {
        targets[branch] = this.#counts.length + NODE_TARGET;
        const terms = level.terms[branches.firsts[branch]!]!;
        const inDocs = this.#docs(spare, start, end, terms);
        this.#node(spare, source, start, end, depth + 1, unread > 1 ? unread - 1 : keyCodes, inDocs);
      }
    }
    if (keepsFirst) this.#firstDocs.closeNode();
    this.#bucketEnds.set(node, this.#bucketByteLengths.length);
    this.#branchStarts.set(node, this.#branchLows.length);
    this.#branchCounts.set(node, branches.count);
    for (let branch = 0; branch < branches.count; branch += 1) {
      this.#branchLows.push(this.#text.alphabet[branches.firsts[branch]!]!);
      this.#branchTargets.push(targets[branch]!);
    }
  }

  /** Finds the node's branches and moves its suffixes into them. */
  #split(
    level: Level,
    source: Suffixes,
    spare: Suffixes,
    from: number,
    to: number,
    depth: number,
    unread: number,
  ): void {
    const width = this.#width;
    const { suffixes, branchOf, branches, next, starts } = level;
    const shift = ((unread - 1) % halfCodes) * 8;
    tally(source, from, to, shift, width, level);
    branchesOf(level, 0, width, depth, branches);
    let at = from;
    for (let branch = 0; branch < branches.count; branch += 1) {
      starts[branch] = at;
      next[branch] = at;
      const end = branch + 1 < branches.count ? branches.firsts[branch + 1]! : width;
      for (let code = branches.firsts[branch]!; code < end; code += 1) {
        branchOf[code] = branch;
        at += suffixes[code]!;
      }
    }
    const isLeaf = !branches.isNode.subarray(0, branches.count).includes(1);
    if (isLeaf) moveTerms(source, spare, from, to, shift, level);
    else if (unread === 1) moveAndRead(source, spare, from, to, level, this.#view, depth + 1);
    else if (unread === halfCodes + 1) moveToLater(source, spare, from, to, level);
    else move(source, spare, from, to, shift, level);
  }

  /** @returns how many docs have the terms at `[from, to)`, of which `distinct` are distinct */
  #docs(suffixes: Suffixes, from: number, to: number, distinct: number): number {
    const { isRepeating, runs } = this.#text;
    if (!isRepeating) return distinct;
    let sum = 0;
    let previous = -1;
    for (let i = from; i < to; i += 1) {
      const term = suffixes[i * suffixNumbers + termAt]!;
      if (term !== previous) sum += runs.starts[term + 1]! - runs.starts[term]!;
      previous = term;
    }
    return sum;
  }

  /** Writes a bucket: the gaps between ascending terms, each less 1, as LEB128 varints. */
  #bucket(suffixes: Suffixes, from: number, to: number): void {
    const before = this.#bucketsLength;
    const wanted = before + (to - from) * gapBytesMaximum;
    if (wanted > this.#buckets.length) {
      const larger = new Uint8Array(Math.max(wanted, this.#buckets.length * 2));
      larger.set(this.#buckets);
      this.#buckets = larger;
    }
    this.#bucketsLength = writeGaps(suffixes, from, to, this.#buckets, before, this.#text, this.#firstDocs);
    this.#bucketByteLengths.push(this.#bucketsLength - before);
  }
}

/** @param at where writing begins. @param gatherer is given the terms that may have first docs. @returns where it ends */
function writeGaps(
  suffixes: Suffixes,
  from: number,
  to: number,
  out: Uint8Array,
  at: number,
  { firstDocs, lowTerms, lowEnd }: SuffixText,
  gatherer: FirstDocsGatherer,
): number {
  let limit = gatherer.limit;
  let previous = -1;
  for (let i = from; i < to; i += 1) {
    const term = suffixes[i * suffixNumbers + termAt]!;
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

export const batchJob: Job<BatchInput, TreeFragment> = {
  name: 'batch',
  structure: 'substrings',
  work: sortBatch,
  owned: ({ suffixes }) => suffixes,
};
