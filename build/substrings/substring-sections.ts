/**
 * Building the tree that `src/index/termdict/substrings` reads: all suffixes of the terms, sorted by their first bytes no
 * further than they must be told apart, a batch at a time. Threads sort several batches at once.
 *
 * Of a text that is too long to be in memory, suffixes take along all that the tree looks at.
 */
import type { AnySection } from '../../src/format/index.js';
import { sectionNames } from '../../src/index/segment/index.js';
import { NODE_TARGET } from '../../src/index/termdict/index.js';
import {
  discard,
  NumberSpool,
  type Pool,
  RecordSpool,
  type Scratch,
  Spool,
  spooledSection,
  type WorkClock,
} from '../work/index.js';
import { type CountedColumn, columnSections, type KeptDocs } from './column-counts.js';
import { CARRIED_CODES } from './distribute.js';
import { Groups } from './groups.js';
import type { PlannedNode, SlotPlace, Top } from './plan/batch-plan.js';
import type { TreeFragment } from './sort/fragment-builder.js';
import { suffixBytes } from './sort/sort-batch.js';
import type { SuffixText, TextCodes } from './text/text.js';

/** Bytes of memory a suffix takes while it is sorted whose text is in memory. */
export const SUFFIX_BYTES = suffixBytes(CARRIED_CODES.next);

export interface SubstringText {
  readonly text: SuffixText;
  readonly codes: TextCodes;
}

/** What a tree is made for, and with. */
export interface SubstringWork {
  /** That have the tree, each with counts of its own; its sections are named after the first. */
  readonly columns: readonly [CountedColumn, ...CountedColumn[]];
  readonly kept: KeptDocs;
  /** Whether the buckets may stay in their file when the snapshot is served. */
  readonly withSums: boolean;
  readonly pool: Pool;
  /** Where positions and buckets wait. */
  readonly scratch: Scratch;
  /** Of a batch at most, in suffixes that take SUFFIX_BYTES; the result is the same for any. */
  readonly capacity: number;
  /** Is told what it takes. */
  readonly clock: WorkClock;
}

/**
 * @param from undefined where there are too few terms for a tree
 * Cost: O(bytes · depth). Memory: the text, if that is in memory, and SUFFIX_BYTES for every suffix of as many batches as
 * there are threads.
 */
export async function substringSections(
  from: SubstringText | undefined,
  { columns, kept, withSums, pool, scratch, capacity, clock }: SubstringWork,
): Promise<AnySection[]> {
  const tree = new TreeWriter(from?.text.alphabet ?? new Uint8Array(0), scratch, clock);
  if (from !== undefined) {
    const { text, codes } = from;
    const carried = codes.shared === undefined ? CARRIED_CODES.all : CARRIED_CODES.next;
    const fitting = Math.max(1, Math.floor((capacity * SUFFIX_BYTES) / suffixBytes(carried)));
    const groups = new Groups({ text, codes, pool, scratch, capacity: fitting, carried, clock });
    await tree.write(await groups.top(), groups);
    await groups.remove();
    await codes.remove();
  }
  return tree.sections(columns, kept, withSums, pool);
}

// Joining plans and their batches' fragments to the one tree they are parts of, in the order of a depth-first walk.
//
// Units and batches are needed in their order, each once: a fragment may be let go when the next is asked for.

/** What all of it is made for. */
const structure = 'substrings';

/** The fragment whose slots are being appended. */
interface OpenFragment {
  readonly batch: number;
  readonly tree: TreeFragment;
  /** Where its next bucket begins. */
  bucketByte: number;
}

export class TreeWriter {
  readonly #counts: NumberSpool;
  readonly #bucketStarts: NumberSpool;
  readonly #bucketEnds: NumberSpool;
  readonly #branchStarts: NumberSpool;
  readonly #branchCounts: NumberSpool;
  /** One record. */
  readonly #branchLows: Spool;
  readonly #branchTargets: NumberSpool;
  readonly #buckets: RecordSpool;
  readonly #alphabet: Uint8Array;
  readonly #clock: WorkClock;
  #fragment: OpenFragment | undefined;

  /**
   * @param alphabet code → byte
   * @param scratch where what is joined waits
   * @param clock is told what joining takes
   */
  constructor(alphabet: Uint8Array, scratch: Scratch, clock: WorkClock) {
    this.#clock = clock;
    this.#alphabet = alphabet;
    const numbers = (): NumberSpool => new NumberSpool(scratch);
    this.#counts = numbers();
    this.#bucketStarts = numbers();
    this.#bucketEnds = numbers();
    this.#branchStarts = numbers();
    this.#branchCounts = numbers();
    this.#branchLows = new Spool(scratch);
    this.#branchTargets = numbers();
    this.#buckets = new RecordSpool(scratch);
  }

  /** @param groups are asked in the order of the tree */
  async write(root: Top['root'], groups: Groups): Promise<void> {
    this.#clock.on(structure);
    await this.#node(root, async (unit) => {
      const planned = await this.#waitFor(groups.planned(unit));
      if ('branches' in planned) return this.#node(planned, (place) => this.#place(place, groups));
      return this.#place(planned, groups);
    });
    this.#clock.off();
    this.#fragment = undefined;
  }

  /** What is waited for has its own clock. */
  async #waitFor<Made>(made: Promise<Made>): Promise<Made> {
    this.#clock.off();
    const done = await made;
    this.#clock.on(structure);
    return done;
  }

  /** @param below writes what a branch leads to, and returns its target. @returns the node's target */
  async #node<Below extends object>(
    planned: PlannedNode<Below>,
    below: (to: Below) => Promise<number>,
  ): Promise<number> {
    const node = this.#counts.length;
    this.#counts.push(planned.docs);
    this.#bucketStarts.push(this.#buckets.count);
    this.#bucketEnds.push(0);
    this.#branchStarts.push(0);
    this.#branchCounts.push(0);
    const targets: number[] = [];
    for (const { to } of planned.branches) {
      targets.push('branches' in to ? await this.#node(to, below) : await below(to));
    }
    this.#bucketEnds.set(node, this.#buckets.count);
    this.#branchStarts.set(node, this.#branchLows.byteLength);
    this.#branchCounts.set(node, targets.length);
    for (const [index, { low }] of planned.branches.entries()) {
      this.#branchLows.append(Uint8Array.of(this.#alphabet[low]!));
      this.#branchTargets.push(targets[index]!);
    }
    return node + NODE_TARGET;
  }

  async #place(place: SlotPlace, groups: Groups): Promise<number> {
    if (this.#fragment?.batch !== place.batch) {
      if (this.#fragment !== undefined) discard(this.#fragment.tree);
      const tree = await this.#waitFor(groups.fragment(place.batch));
      this.#fragment = { batch: place.batch, tree, bucketByte: 0 };
    }
    const target = this.#slot(place, this.#fragment);
    await this.#waitFor(this.#settle());
    return target;
  }

  /** Appends what became of a slot, its numbers moved behind what is here. @returns its target */
  #slot({ slot }: SlotPlace, fragment: OpenFragment): number {
    const { tree } = fragment;
    const [nodeStart, nodeEnd] = [tree.slotNodes[slot]!, tree.slotNodes[slot + 1]!];
    const [branchStart, branchEnd] = [tree.slotBranches[slot]!, tree.slotBranches[slot + 1]!];
    const [bucketStart, bucketEnd] = [tree.slotBuckets[slot]!, tree.slotBuckets[slot + 1]!];
    const target = nodeStart === nodeEnd ? this.#buckets.count : this.#counts.length + NODE_TARGET;
    const nodeShift = this.#counts.length - nodeStart;
    const branchShift = this.#branchLows.byteLength - branchStart;
    const bucketShift = this.#buckets.count - bucketStart;
    for (let node = nodeStart; node < nodeEnd; node += 1) {
      this.#counts.push(tree.counts[node]!);
      this.#bucketStarts.push(tree.bucketStarts[node]! + bucketShift);
      this.#bucketEnds.push(tree.bucketEnds[node]! + bucketShift);
      this.#branchStarts.push(tree.branchStarts[node]! + branchShift);
      this.#branchCounts.push(tree.branchCounts[node]!);
    }
    this.#branchLows.append(tree.branchLows.subarray(branchStart, branchEnd));
    for (let branch = branchStart; branch < branchEnd; branch += 1) {
      const to = tree.branchTargets[branch]!;
      this.#branchTargets.push(to + (to >= NODE_TARGET ? nodeShift : bucketShift));
    }
    const bucketLengths = tree.bucketByteLengths.subarray(bucketStart, bucketEnd);
    const bucketsEnd = bucketLengths.reduce((end, length) => end + length, fragment.bucketByte);
    this.#buckets.append(tree.buckets.subarray(fragment.bucketByte, bucketsEnd), bucketLengths);
    fragment.bucketByte = bucketsEnd;
    return target;
  }

  /** Writes to the disk what has gathered, where it is much. */
  async #settle(): Promise<void> {
    const numbers = [this.#counts, this.#bucketStarts, this.#bucketEnds, this.#branchStarts, this.#branchCounts];
    for (const spool of [...numbers, this.#branchTargets, this.#branchLows, this.#buckets]) await spool.settle();
  }

  /**
   * @param columns that have the tree; of the first the docs were counted while it was made
   * @param withSums whether the buckets may stay in their file when the snapshot is served
   */
  async sections(
    columns: readonly [CountedColumn, ...CountedColumn[]],
    kept: KeptDocs,
    withSums: boolean,
    pool: Pool,
  ): Promise<AnySection[]> {
    const names = sectionNames(columns[0].name);
    await this.#buckets.finish();
    const nodes = this.#counts.length;
    const counts = await this.#counts.between(0, nodes);
    const bucketStarts = await this.#bucketStarts.between(0, nodes);
    const bucketEnds = this.#bucketEnds.applied(await this.#bucketEnds.between(0, nodes));
    const tree = { counts, bucketStarts, bucketEnds, buckets: this.#buckets };
    const [own, ...others] = await columnSections(tree, columns, kept, pool, this.#clock);
    const isShared = others.length > 0;
    return [
      own!.counts,
      ...(isShared ? own!.first : []),
      ...others.flatMap((other) => [other.counts, ...other.first, ...other.sets]),
      await this.#bucketStarts.section(names.substringBucketStarts),
      await this.#bucketEnds.section(names.substringBucketEnds),
      await this.#branchStarts.section(names.substringBranchStarts),
      await this.#branchCounts.section(names.substringBranchCounts),
      await spooledSection(names.substringBranchLows, this.#branchLows),
      await this.#branchTargets.section(names.substringBranchTargets),
      ...(await this.#buckets.sections(names.substringLists, withSums)),
      ...(isShared ? [] : own!.first),
      ...own!.sets,
    ];
  }
}
