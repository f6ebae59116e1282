/**
 * Writes a substring tree: joins the plans and the fragments of the sorted batches, in the order of a depth-first walk.
 *
 * Units and batches (plan/batch-plan) are requested in order, each once; a fragment is freed when the next one is requested.
 * Elsewhere: planning and sorting (groups), fragments (sort/fragment-builder), the nodes of the joined tree (node-spools),
 * sections per column (column-counts).
 */
import { InvariantError } from '../../src/content/errors/index.js';
import type { AnySection } from '../../src/format/index.js';
import { sectionNames } from '../../src/index/segment/index.js';
import { NODE_TARGET } from '../../src/index/termdict/index.js';
import {
  type BlockChecksums,
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
import { NodeSpools } from './node-spools.js';
import type { PlannedNode, SlotLocation, Top, Unit } from './plan/batch-plan.js';
import type { TreeFragment } from './sort/fragment-builder.js';

/** Name of the tree for the clock. */
const structure = 'substrings';

/** The current fragment, whose slots are being appended. */
interface OpenFragment {
  readonly batch: number;
  readonly tree: TreeFragment;
  /** Start of its next bucket, in bytes. */
  nextBucketStart: number;
}

/** The joined tree, whose parts are numbered from its first node, branch and bucket. */
export class TreeWriter {
  readonly #nodes: NodeSpools;
  /** Branch → the first byte that it covers. */
  readonly #branchLows: Spool;
  /** Branch → its target: the number of a bucket, or NODE_TARGET plus the number of a node. */
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
    this.#nodes = new NodeSpools(scratch);
    this.#branchLows = new Spool(scratch);
    this.#branchTargets = new NumberSpool(scratch);
    this.#buckets = new RecordSpool(scratch);
  }

  /** Writes the whole tree. @param groups plan units and sort batches, in the order of the tree */
  async write(root: Top['root'], groups: UnitGroups): Promise<void> {
    this.#clock.on(structure);
    await this.#writeNode(root, (unit) => this.#writeUnit(unit, groups));
    this.#clock.off();
    this.#fragment = undefined;
  }

  /** Writes a bucket or node of the top two levels, and all below it. @returns its number as a branch target */
  async #writeUnit(unit: Unit, groups: UnitGroups): Promise<number> {
    const planned = await this.#waitFor(groups.planUnit(unit));
    const writeSlot = (location: SlotLocation): Promise<number> => this.#writeSlot(location, groups);
    return 'branches' in planned ? this.#writeNode(planned, writeSlot) : writeSlot(planned);
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
    const node = this.#nodes.open(planned.docs, this.#buckets.count);
    const targets: number[] = [];
    for (const { to } of planned.branches) {
      targets.push('branches' in to ? await this.#writeNode(to, writeTarget) : await writeTarget(to));
    }
    this.#nodes.close(node, this.#buckets.count, this.#branchLows.byteLength, targets.length);
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
      this.#fragment = { batch: location.batch, tree, nextBucketStart: 0 };
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
    // A slot without nodes is a single bucket.
    const target = nodeStart === nodeEnd ? this.#buckets.count : this.#nodes.count + NODE_TARGET;
    // Adding a shift turns a number of the fragment into a number of the joined tree.
    const nodeShift = this.#nodes.count - nodeStart;
    const branchShift = this.#branchLows.byteLength - branchStart;
    const bucketShift = this.#buckets.count - bucketStart;
    this.#nodes.append(tree, nodeStart, nodeEnd, bucketShift, branchShift);
    this.#branchLows.append(tree.branchLows.subarray(branchStart, branchEnd));
    for (let branch = branchStart; branch < branchEnd; branch += 1) {
      const branchTarget = tree.branchTargets[branch]!;
      const shift = branchTarget >= NODE_TARGET ? nodeShift : bucketShift;
      this.#branchTargets.push(branchTarget + shift);
    }
    const bucketLengths = tree.bucketByteLengths.subarray(bucketStart, bucketEnd);
    let bucketsEnd = fragment.nextBucketStart;
    for (const byteLength of bucketLengths) bucketsEnd += byteLength;
    this.#buckets.append(tree.buckets.subarray(fragment.nextBucketStart, bucketsEnd), bucketLengths);
    fragment.nextBucketStart = bucketsEnd;
    return target;
  }

  /** Writes pending data to the disk if it is large. */
  async #flushIfLarge(): Promise<void> {
    for (const spool of [this.#nodes, this.#branchTargets, this.#branchLows, this.#buckets]) await spool.flushIfLarge();
  }

  /**
   * Returns the sections of the tree and of its columns. Call once, after `write`.
   *
   * @param columns columns that share the tree; the doc counts of the tree are those of the first column
   * @param buckets buckets with checksums may stay in the file of a server
   */
  async sections(
    columns: readonly [CountedColumn, ...CountedColumn[]],
    rules: FrequentNodeRules,
    buckets: BlockChecksums,
    pool: Pool,
  ): Promise<AnySection[]> {
    await this.#buckets.finish();
    const tree = { ...(await this.#nodes.load()), buckets: this.#buckets };
    const [baseSections, ...otherSections] = await columnSections(tree, columns, rules, pool, this.#clock);
    if (baseSections === undefined) throw new InvariantError('a substring tree has no column');
    const treeSections = await this.#treeSections(columns[0].name, buckets);
    // The order of the sections is part of the format.
    if (otherSections.length === 0) {
      return [baseSections.counts, ...treeSections, ...baseSections.first, ...baseSections.sets];
    }
    const ofOtherColumns = otherSections.flatMap(({ counts, first, sets }) => [counts, ...first, ...sets]);
    return [baseSections.counts, ...baseSections.first, ...ofOtherColumns, ...treeSections, ...baseSections.sets];
  }

  /** @returns the sections that all columns share, named after the first column */
  async #treeSections(column: string, buckets: BlockChecksums): Promise<AnySection[]> {
    const names = sectionNames(column);
    return [
      ...(await this.#nodes.sections(names)),
      await spooledSection(names.substringBranchLows, this.#branchLows),
      await this.#branchTargets.section(names.substringBranchTargets),
      ...(await this.#buckets.sections(names.substringLists, buckets)),
    ];
  }
}
