/**
 * Joins plans and their batches' fragments into one tree, in the order of a depth-first walk.
 *
 * Units and batches are requested in order, each once: a fragment is freed when the next is requested.
 */
import type { AnySection } from '../../src/format/index.js';
import { sectionNames } from '../../src/index/segment/index.js';
import { NODE_TARGET } from '../../src/index/termdict/index.js';
import {
  discard,
  NumberSpool,
  type Pool,
  RecordSpool,
  type ScratchFolder,
  Spool,
  spooledSection,
  type WorkClock,
} from '../work/index.js';
import { type CountedColumn, columnSections, type FrequentNodeRules } from './column-counts.js';
import type { UnitGroups } from './groups.js';
import type { PlannedNode, SlotPlace, Top } from './plan/batch-plan.js';
import type { TreeFragment } from './sort/fragment-builder.js';

/** The clock's name of the structure. */
const structure = 'substrings';
/** The current fragment, whose slots are being appended. */
interface OpenFragment {
  readonly batch: number;
  readonly tree: TreeFragment;
  /** Start of its next bucket. */
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
  constructor(alphabet: Uint8Array, scratch: ScratchFolder, clock: WorkClock) {
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
  async write(root: Top['root'], groups: UnitGroups): Promise<void> {
    this.#clock.on(structure);
    await this.#node(root, async (unit) => {
      const planned = await this.#waitFor(groups.planned(unit));
      if ('branches' in planned) return this.#node(planned, (place) => this.#place(place, groups));
      return this.#place(planned, groups);
    });
    this.#clock.off();
    this.#fragment = undefined;
  }

  /** Stops the clock while other work, with its own clock, is awaited. */
  async #waitFor<Result>(result: Promise<Result>): Promise<Result> {
    this.#clock.off();
    const done = await result;
    this.#clock.on(structure);
    return done;
  }

  /** @param writeTarget writes what a branch leads to, and returns its target. @returns the node's target */
  async #node<Below extends object>(
    planned: PlannedNode<Below>,
    writeTarget: (to: Below) => Promise<number>,
  ): Promise<number> {
    const node = this.#counts.length;
    this.#counts.push(planned.docs);
    this.#bucketStarts.push(this.#buckets.count);
    this.#bucketEnds.push(0);
    this.#branchStarts.push(0);
    this.#branchCounts.push(0);
    const targets: number[] = [];
    for (const { to } of planned.branches) {
      targets.push('branches' in to ? await this.#node(to, writeTarget) : await writeTarget(to));
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

  async #place(place: SlotPlace, groups: UnitGroups): Promise<number> {
    if (this.#fragment?.batch !== place.batch) {
      if (this.#fragment !== undefined) discard(this.#fragment.tree);
      const tree = await this.#waitFor(groups.fragment(place.batch));
      this.#fragment = { batch: place.batch, tree, bucketByte: 0 };
    }
    const target = this.#slot(place, this.#fragment);
    await this.#waitFor(this.#settle());
    return target;
  }

  /** Appends a slot of the fragment, with its numbers shifted to the end of the tree. @returns its target */
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

  /** Writes pending data to the disk if it is large. */
  async #settle(): Promise<void> {
    const numbers = [this.#counts, this.#bucketStarts, this.#bucketEnds, this.#branchStarts, this.#branchCounts];
    for (const spool of [...numbers, this.#branchTargets, this.#branchLows, this.#buckets]) await spool.flushIfLarge();
  }

  /**
   * @param columns that have the tree; of the first the docs were counted while it was made
   * @param withSums whether the buckets may stay in their file when the snapshot is served
   */
  async sections(
    columns: readonly [CountedColumn, ...CountedColumn[]],
    rules: FrequentNodeRules,
    withSums: boolean,
    pool: Pool,
  ): Promise<AnySection[]> {
    const names = sectionNames(columns[0].name);
    await this.#buckets.finish();
    const nodes = this.#counts.length;
    const counts = await this.#counts.slice(0, nodes);
    const bucketStarts = await this.#bucketStarts.slice(0, nodes);
    const bucketEnds = this.#bucketEnds.withChanges(await this.#bucketEnds.slice(0, nodes));
    const tree = { counts, bucketStarts, bucketEnds, buckets: this.#buckets };
    const [baseSections, ...otherSections] = await columnSections(tree, columns, rules, pool, this.#clock);
    const isShared = otherSections.length > 0;
    return [
      baseSections!.counts,
      ...(isShared ? baseSections!.first : []),
      ...otherSections.flatMap((column) => [column.counts, ...column.first, ...column.sets]),
      await this.#bucketStarts.section(names.substringBucketStarts),
      await this.#bucketEnds.section(names.substringBucketEnds),
      await this.#branchStarts.section(names.substringBranchStarts),
      await this.#branchCounts.section(names.substringBranchCounts),
      await spooledSection(names.substringBranchLows, this.#branchLows),
      await this.#branchTargets.section(names.substringBranchTargets),
      ...(await this.#buckets.sections(names.substringLists, withSums)),
      ...(isShared ? [] : baseSections!.first),
      ...baseSections!.sets,
    ];
  }
}
