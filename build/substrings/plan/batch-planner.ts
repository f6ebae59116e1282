/**
 * Plans the tree from counts: first the top two levels, then for each group the levels that are too large for one batch, and
 * the batches.
 *
 * Elsewhere: the parts of a plan (batch-plan), the counts (counting), the choice between node and bucket (branches).
 */
import { InvariantError } from '../../../src/content/errors/index.js';
import type { Batch, Plan, PlannedBranch, PlannedNode, Share, Slot, SlotLocation, Top, Unit } from './batch-plan.js';
import { type Branches, findBranches, newBranches } from './branches.js';
import type { Counts, CountsBelow } from './counting.js';

/** A node with the counts of its next two codes. */
export interface CountedNode extends CountsBelow {
  /** The string of the node: an even number of codes. */
  readonly prefix: Uint8Array;
}

const bucketSlot = (suffixes: number, terms: number): Slot => ({
  kind: 'bucket',
  size: Math.min(suffixes, terms),
  suffixes,
  docs: 0,
});

/**
 * Plans the top two levels of the tree.
 *
 * @param counts counts below the root
 * @param docs   number of docs that have a suffix
 * @param terms  number of terms of the text
 */
export function planTop(counts: CountsBelow, docs: number, terms: number): Top {
  const units: Unit[] = [];
  const addUnit = (slot: Slot, from: number, to: number): Unit => {
    const unit = { ...slot, from, to };
    units.push(unit);
    return unit;
  };
  const branches = planBranches<Unit>(
    { prefix: new Uint8Array(0), ...counts },
    (from, to, suffixes) => addUnit(bucketSlot(suffixes, terms), from, to),
    (slot, pair) => addUnit(slot, pair, pair + 1),
  );
  return { root: { docs, branches }, units };
}

/** Plans the batches of one group of units. */
export class Planner {
  readonly #batches: (Batch & { readonly slots: Slot[] })[] = [];
  /** String of a node → its counts. */
  readonly #counted = new Map<string, CountedNode>();
  readonly #width: number;
  readonly #capacity: number;
  readonly #terms: number;
  readonly #shares: Share[] = [];
  /** Sum of the sizes of the last batch's slots. */
  #lastBatchSize = 0;
  readonly #firstBatch: number;

  /**
   * @param width      number of codes in the alphabet
   * @param terms      number of terms of the text
   * @param capacity   maximum number of suffixes of a batch; a batch of one indivisible slot may have more
   * @param firstBatch number of the group's first batch
   */
  constructor(width: number, terms: number, capacity: number, firstBatch: number) {
    this.#firstBatch = firstBatch;
    this.#width = width;
    this.#capacity = capacity;
    this.#terms = terms;
  }

  /** @returns the strings of the units that are too large for a batch, so that their nodes must be counted */
  openUnits(units: readonly Unit[]): Uint8Array[] {
    return units
      .filter(({ kind, suffixes }) => kind === 'node' && suffixes > this.#capacity)
      .map(({ from }) => this.#appendPair(new Uint8Array(0), from));
  }

  /** Adds the counts of nodes. @returns the strings of nodes two levels below them that must be counted too */
  add(nodes: readonly CountedNode[]): Uint8Array[] {
    const largeNodes: Uint8Array[] = [];
    for (const node of nodes) {
      this.#counted.set(String(node.prefix), node);
      planBranches(
        node,
        () => undefined,
        ({ size }, pair) => {
          if (size > this.#capacity) largeNodes.push(this.#appendPair(node.prefix, pair));
        },
      );
    }
    return largeNodes;
  }

  /** Call once, when all large nodes are counted. @throws InvariantError if one is not */
  plan(units: readonly Unit[]): Plan {
    const slots = this.#newSlotTable(new Uint8Array(0));
    const planned = units.map((unit) =>
      unit.kind === 'node' ? this.#planNode(slots, unit, unit.from) : this.#addSlot(slots, unit.from, unit.to, unit),
    );
    return { units: planned, firstBatch: this.#firstBatch, batches: this.#batches, shares: this.#shares };
  }

  /** @returns a slot if the node fits into a batch; otherwise the node with the slots below it */
  #planNode(table: SlotTable, slot: Slot, pair: number): PlannedNode | SlotLocation {
    if (slot.size <= this.#capacity) return this.#addSlot(table, pair, pair + 1, slot);
    const counted = this.#counted.get(String(this.#appendPair(table.prefix, pair)));
    if (counted === undefined) throw new InvariantError('a plan was requested before all large nodes were counted');
    const slotsBelow = this.#newSlotTable(counted.prefix);
    const branches = planBranches<SlotLocation>(
      counted,
      (from, to, suffixes) => this.#addSlot(slotsBelow, from, to, bucketSlot(suffixes, this.#terms)),
      (child, childPair) => this.#planNode(slotsBelow, child, childPair),
    );
    return { docs: slot.docs, branches };
  }

  #newSlotTable(prefix: Uint8Array): SlotTable {
    return { prefix, slotOf: new Int32Array(this.#width * this.#width).fill(-1), count: 0 };
  }

  /** @returns the prefix and the two codes of the pair */
  #appendPair(prefix: Uint8Array, pair: number): Uint8Array {
    return Uint8Array.of(...prefix, Math.floor(pair / this.#width), pair % this.#width);
  }

  /** Adds a slot for the pairs `[from, to)` to the last batch, or to a new batch if that is full or has another prefix. */
  #addSlot(table: SlotTable, from: number, to: number, { kind, size, suffixes, docs }: Slot): SlotLocation {
    const { prefix, slotOf } = table;
    let batch = this.#batches.at(-1);
    if (batch === undefined || batch.slotOf !== slotOf || this.#lastBatchSize + size > this.#capacity) {
      batch = { prefix, slotOf, firstSlot: table.count, slots: [] };
      this.#batches.push(batch);
      this.#lastBatchSize = 0;
    }
    this.#lastBatchSize += size;
    slotOf.fill(table.count, from, to);
    table.count += 1;
    batch.slots.push({ kind, size, suffixes, docs });
    const location = { batch: this.#firstBatch + this.#batches.length - 1, slot: batch.slots.length - 1 };
    this.#shares.push({ batch: location.batch, prefix, from, to, suffixes });
    return location;
  }
}

/** The slots of the suffixes that begin with a prefix. */
interface SlotTable {
  readonly prefix: Uint8Array;
  /** As `Batch.slotOf`. */
  readonly slotOf: Int32Array;
  /** Number of slots so far. */
  count: number;
}

/**
 * Plans the branches of a counted node and of its children, in the order of a depth-first walk.
 *
 * @param planBucket returns the target for the pairs of codes `[from, to)`, which share a bucket of so many suffixes
 * @param planNode   returns the target for the node two levels below with this pair of codes
 */
function planBranches<Target>(
  { prefix, byCode, byPair }: CountedNode,
  planBucket: (from: number, to: number, suffixes: number) => Target,
  planNode: (slot: Slot, pair: number) => Target | PlannedNode<Target>,
): PlannedBranch<Target>[] {
  const width = byCode.suffixes.length;
  return listBranches(byCode, 0, width, prefix.length).map(({ low, end, isNode }): PlannedBranch<Target> => {
    const firstPair = low * width;
    if (!isNode) return { low, to: planBucket(firstPair, end * width, sum(byCode.suffixes, low, end)) };
    const childBranches = listBranches(byPair, firstPair, width, prefix.length + 1);
    const branches = childBranches.map((branch): PlannedBranch<Target> => {
      const from = firstPair + branch.low;
      const to = firstPair + branch.end;
      if (!branch.isNode) return { low: branch.low, to: planBucket(from, to, sum(byPair.suffixes, from, to)) };
      const suffixes = byPair.suffixes[from]!;
      const slot: Slot = { kind: 'node', size: suffixes, suffixes, docs: byPair.docs[from]! };
      return { low: branch.low, to: planNode(slot, from) };
    });
    return { low, to: { docs: byCode.docs[low]!, branches } };
  });
}

/** A branch of a counted node: it covers the codes `[low, end)`. */
interface CountedBranch {
  readonly low: number;
  readonly end: number;
  /** Whether its target is a node; otherwise it is a bucket. */
  readonly isNode: boolean;
}

/** @returns the branches of a node; see `findBranches` for the parameters */
function listBranches(counts: Counts, from: number, width: number, depth: number): CountedBranch[] {
  const branches: Branches = newBranches();
  findBranches(counts, from, width, depth, branches);
  return Array.from({ length: branches.count }, (_, index) => ({
    low: branches.firsts[index]!,
    end: index + 1 < branches.count ? branches.firsts[index + 1]! : width,
    isNode: branches.isNode[index] === 1,
  }));
}

function sum(counts: Uint32Array, from: number, to: number): number {
  let total = 0;
  for (let i = from; i < to; i += 1) total += counts[i]!;
  return total;
}
