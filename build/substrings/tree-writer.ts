/**
 * Writes a substring tree: joins the plans and the fragments of the sorted batches, in the order of a depth-first walk.
 *
 * Units and batches are requested in order, each once; a fragment is freed when the next one is requested.
 * Elsewhere: planning and sorting (groups), fragments (sort/fragment-builder), sections per column (column-counts).
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
import type { PlannedNode, SlotLocation, Top } from './plan/batch-plan.js';
import type { TreeFragment } from './sort/fragment-builder.js';

/** Name of the tree for the clock. */
const structure = 'substrings';
/** The current fragment, whose slots are being appended. */
interface OpenFragment {
  readonly batch: number;
  readonly tree: TreeFragment;
  /** Start of its next bucket, in bytes. */
  bucketByte: number;
}

export class TreeWriter {
  readonly #counts: NumberSpool;
  readonly #bucketStarts: NumberSpool;
  readonly #bucketEnds: NumberSpool;
  readonly #branchStarts: NumberSpool;
  readonly #branchCounts: NumberSpool;
  /** Branch → the first byte that it covers. */
  readonly #branchLows: Spool;
  readonly #branchTargets: NumberSpool;
  readonly #buckets: RecordSpool;
  readonly #alphabet: Uint8Array;
  readonly #clock: WorkClock;
  #fragment: OpenFragment | undefined;

  /**
   * @param alphabet code → byte
   * @param scratch for the joined tree
   * @param clock   receives the time of joining
   */
  constructor(alphabet: Uint8Array, scratch: ScratchFolder, clock: WorkClock) {
    this.#clock = clock;
    this.#alphabet = alphabet;
    const newNumbers = (): NumberSpool => new NumberSpool(scratch);
    this.#counts = newNumbers();
    this.#bucketStarts = newNumbers();
    this.#bucketEnds = newNumbers();
    this.#branchStarts = newNumbers();
    this.#branchCounts = newNumbers();
    this.#branchLows = new Spool(scratch);
    this.#branchTargets = newNumbers();
    this.#buckets = new RecordSpool(scratch);
  }

  /** Writes the whole tree. @param groups plan units and sort batches, in the order of the tree */
  async write(root: Top['root'], groups: UnitGroups): Promise<void> {
    this.#clock.on(structure);
    await this.#writeNode(root, async (unit) => {
      const planned = await this.#waitFor(groups.planUnit(unit));
      if ('branches' in planned) return this.#writeNode(planned, (location) => this.#writeSlot(location, groups));
      return this.#writeSlot(planned, groups);
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

  /**
   * Writes a planned node and all below it.
   *
   * @param writeTarget writes the bucket or node that a branch leads to. @returns its number as a branch target
   * @returns the number of the node as a branch target
   */
  async #writeNode<Target extends object>(
    planned: PlannedNode<Target>,
    writeTarget: (to: Target) => Promise<number>,
  ): Promise<number> {
    const node = this.#counts.length;
    this.#counts.push(planned.docs);
    this.#bucketStarts.push(this.#buckets.count);
    this.#bucketEnds.push(0);
    this.#branchStarts.push(0);
    this.#branchCounts.push(0);
    const targets: number[] = [];
    for (const { to } of planned.branches) {
      targets.push('branches' in to ? await this.#writeNode(to, writeTarget) : await writeTarget(to));
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

  /** Writes a slot from the fragment of its batch. @returns its number as a branch target */
  async #writeSlot(location: SlotLocation, groups: UnitGroups): Promise<number> {
    if (this.#fragment?.batch !== location.batch) {
      if (this.#fragment !== undefined) discard(this.#fragment.tree);
      const tree = await this.#waitFor(groups.sortBatch(location.batch));
      this.#fragment = { batch: location.batch, tree, bucketByte: 0 };
    }
    const target = this.#appendSlot(location, this.#fragment);
    await this.#waitFor(this.#flushIfLarge());
    return target;
  }

  /** Appends a slot of the fragment, with its numbers shifted to the end of the tree. @returns its number as a branch target */
  #appendSlot({ slot }: SlotLocation, fragment: OpenFragment): number {
    const { tree } = fragment;
    const nodeStart = tree.slotNodes[slot]!;
    const nodeEnd = tree.slotNodes[slot + 1]!;
    const branchStart = tree.slotBranches[slot]!;
    const branchEnd = tree.slotBranches[slot + 1]!;
    const bucketStart = tree.slotBuckets[slot]!;
    const bucketEnd = tree.slotBuckets[slot + 1]!;
    const isBucket = nodeStart === nodeEnd;
    const target = isBucket ? this.#buckets.count : this.#counts.length + NODE_TARGET;
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
      const branchTarget = tree.branchTargets[branch]!;
      const shift = branchTarget >= NODE_TARGET ? nodeShift : bucketShift;
      this.#branchTargets.push(branchTarget + shift);
    }
    const bucketLengths = tree.bucketByteLengths.subarray(bucketStart, bucketEnd);
    const bucketsEnd = bucketLengths.reduce((end, length) => end + length, fragment.bucketByte);
    this.#buckets.append(tree.buckets.subarray(fragment.bucketByte, bucketsEnd), bucketLengths);
    fragment.bucketByte = bucketsEnd;
    return target;
  }

  /** Writes pending data to the disk if it is large. */
  async #flushIfLarge(): Promise<void> {
    const nodeNumbers = [this.#counts, this.#bucketStarts, this.#bucketEnds, this.#branchStarts, this.#branchCounts];
    for (const spool of [...nodeNumbers, this.#branchTargets, this.#branchLows, this.#buckets])
      await spool.flushIfLarge();
  }

  /**
   * Returns the sections of the tree and of its columns. Call once, after `write`.
   *
   * @param columns  columns that share the tree; the doc counts of the tree are those of the first column
   * @param withSums whether servers may leave the buckets in their file
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
