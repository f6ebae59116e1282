/**
 * Writes a substring tree: joins the plans and the fragments of the sorted batches, in the order of a depth-first walk.
 *
 * Units and batches (plan/batch-plan) are requested in order, each once; a fragment is freed when the next one is requested.
 * Elsewhere: planning and sorting (groups), fragments (sort/fragment-builder), the joined tree (joined-tree).
 */
import { discard, type WorkClock } from '../work/index.js';
import type { UnitGroups } from './groups.js';
import type { JoinedTree, WrittenBranch } from './joined-tree.js';
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

export class TreeWriter {
  readonly #tree: JoinedTree;
  readonly #groups: UnitGroups;
  readonly #alphabet: Uint8Array;
  readonly #clock: WorkClock;
  #fragment: OpenFragment | undefined;

  /**
   * @param tree     empty; receives the tree
   * @param groups   plan units and sort batches, in the order of the tree
   * @param alphabet code → byte
   * @param clock    receives the time of joining
   */
  constructor(tree: JoinedTree, groups: UnitGroups, alphabet: Uint8Array, clock: WorkClock) {
    this.#tree = tree;
    this.#groups = groups;
    this.#clock = clock;
    this.#alphabet = alphabet;
  }

  /** Writes the whole tree. */
  async write(root: Top['root']): Promise<void> {
    this.#clock.on(structure);
    await this.#writeNode(root, (unit) => this.#writeUnit(unit));
    this.#clock.off();
    this.#fragment = undefined;
  }

  /** Writes a bucket or node of the top two levels, and all below it. @returns its number as a branch target */
  async #writeUnit(unit: Unit): Promise<number> {
    const planned = await this.#waitFor(this.#groups.planUnit(unit));
    const writeSlot = (location: SlotLocation): Promise<number> => this.#writeSlot(location);
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
    const node = this.#tree.openNode(planned.docs);
    const branches: WrittenBranch[] = [];
    for (const { low, to } of planned.branches) {
      const target = 'branches' in to ? await this.#writeNode(to, writeTarget) : await writeTarget(to);
      branches.push({ low: this.#alphabet[low]!, target });
    }
    return this.#tree.closeNode(node, branches);
  }

  /** Writes a slot from the fragment of its batch. @returns its number as a branch target */
  async #writeSlot(location: SlotLocation): Promise<number> {
    if (this.#fragment?.batch !== location.batch) {
      if (this.#fragment !== undefined) discard(this.#fragment.tree);
      const tree = await this.#waitFor(this.#groups.sortBatch(location.batch));
      this.#fragment = { batch: location.batch, tree, nextBucketStart: 0 };
    }
    const target = this.#appendSlot(location, this.#fragment);
    await this.#waitFor(this.#tree.flushIfLarge());
    return target;
  }

  /** Appends a slot of the fragment. @returns its number as a branch target */
  #appendSlot({ slot }: SlotLocation, fragment: OpenFragment): number {
    const { tree } = fragment;
    const bucketStart = tree.slotBuckets[slot]!;
    const bucketEnd = tree.slotBuckets[slot + 1]!;
    const target = this.#tree.addPart(tree, {
      nodeStart: tree.slotNodes[slot]!,
      nodeEnd: tree.slotNodes[slot + 1]!,
      branchStart: tree.slotBranches[slot]!,
      branchEnd: tree.slotBranches[slot + 1]!,
      bucketStart,
      bucketEnd,
    });
    const lengths = tree.bucketByteLengths.subarray(bucketStart, bucketEnd);
    let listsEnd = fragment.nextBucketStart;
    for (const byteLength of lengths) listsEnd += byteLength;
    this.#tree.appendLists(tree.buckets.subarray(fragment.nextBucketStart, listsEnd), lengths);
    fragment.nextBucketStart = listsEnd;
    return target;
  }
}
