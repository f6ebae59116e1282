/**
 * Plans batches from counts: the top two levels, the nodes below that must be counted further, and finally the batches.
 */
import { InvariantError } from '../../../src/content/errors/index.js';
import type { Batch, Plan, PlannedBranch, PlannedNode, Share, Slot, SlotPlace, Top, Unit } from './batch-plan.js';
import { type Branches, branchesOf, newBranches } from './branches.js';
import type { Counts, NodeCounts } from './counting.js';

/** A node whose next two codes are counted. */
export interface CountedNode extends NodeCounts {
  /** Its string, an even number of codes. */
  readonly prefix: Uint8Array;
}

const bucketSlot = (suffixes: number, terms: number): Slot => ({
  kind: 'bucket',
  size: Math.min(suffixes, terms),
  suffixes,
  docs: 0,
});

/**
 * @param counts of the root
 * @param docs   that it has
 * @param terms  how many there are
 */
export function planTop(counts: NodeCounts, docs: number, terms: number): Top {
  const units: Unit[] = [];
  const unit = (slot: Slot, from: number, to: number): Unit => {
    const added = { ...slot, from, to };
    units.push(added);
    return added;
  };
  const bucket = (from: number, to: number, suffixes: number): Unit => unit(bucketSlot(suffixes, terms), from, to);
  const node = (slot: Slot, pair: number): Unit => unit(slot, pair, pair + 1);
  const branches = planBelow({ prefix: new Uint8Array(0), ...counts }, bucket, node);
  return { root: { docs, branches }, units };
}

/** Plans one group's batches. */
export class Planner {
  readonly #batches: (Batch & { readonly slots: Slot[] })[] = [];
  readonly #counted = new Map<string, CountedNode>();
  readonly #width: number;
  readonly #capacity: number;
  readonly #terms: number;
  readonly #shares: Share[] = [];
  /** How many suffixes the last batch has. */
  #filled = 0;
  readonly #firstBatch: number;

  /**
   * @param width      how many codes there are
   * @param terms      how many there are
   * @param capacity   suffixes in a batch; a slot that cannot be cut may have more
   * @param firstBatch the number of the first batch
   */
  constructor(width: number, terms: number, capacity: number, firstBatch: number) {
    this.#firstBatch = firstBatch;
    this.#width = width;
    this.#capacity = capacity;
    this.#terms = terms;
  }

  /** @returns the strings of the units that must be counted */
  openUnits(units: readonly Unit[]): Uint8Array[] {
    return units
      .filter(({ kind, suffixes }) => kind === 'node' && suffixes > this.#capacity)
      .map(({ from }) => this.#pair(new Uint8Array(0), from));
  }

  /** @returns the strings of the nodes two levels below that must be counted too */
  add(nodes: readonly CountedNode[]): Uint8Array[] {
    const large: Uint8Array[] = [];
    for (const node of nodes) {
      this.#counted.set(String(node.prefix), node);
      planBelow(
        node,
        () => undefined,
        ({ size }, pair) => {
          if (size > this.#capacity) large.push(this.#pair(node.prefix, pair));
        },
      );
    }
    return large;
  }

  /** @throws InvariantError if a large node was not counted */
  plan(units: readonly Unit[]): Plan {
    const top = this.#tableOf(new Uint8Array(0));
    const planned = units.map((unit) =>
      unit.kind === 'node' ? this.#nodeOrSlot(top, unit, unit.from) : this.#slot(top, unit.from, unit.to, unit),
    );
    return { units: planned, firstBatch: this.#firstBatch, batches: this.#batches, shares: this.#shares };
  }

  #nodeOrSlot(table: SlotTable, slot: Slot, pair: number): PlannedNode | SlotPlace {
    if (slot.size <= this.#capacity) return this.#slot(table, pair, pair + 1, slot);
    const counted = this.#counted.get(String(this.#pair(table.prefix, pair)));
    if (counted === undefined) throw new InvariantError('a plan was requested before all large nodes were counted');
    const below = this.#tableOf(counted.prefix);
    const branches = planBelow<SlotPlace>(
      counted,
      (from, to, suffixes) => this.#slot(below, from, to, bucketSlot(suffixes, this.#terms)),
      (child, from) => this.#nodeOrSlot(below, child, from),
    );
    return { docs: slot.docs, branches };
  }

  #tableOf(prefix: Uint8Array): SlotTable {
    return { prefix, slotOf: new Int32Array(this.#width * this.#width).fill(-1), count: 0 };
  }

  #pair(prefix: Uint8Array, pair: number): Uint8Array {
    return Uint8Array.of(...prefix, Math.floor(pair / this.#width), pair % this.#width);
  }

  /** Adds a slot to the last batch, or to a new one if that is full or has another prefix. */
  #slot(table: SlotTable, from: number, to: number, { kind, size, suffixes, docs }: Slot): SlotPlace {
    const { prefix, slotOf } = table;
    let batch = this.#batches.at(-1);
    if (batch === undefined || batch.slotOf !== slotOf || this.#filled + size > this.#capacity) {
      batch = { prefix, slotOf, firstSlot: table.count, slots: [] };
      this.#batches.push(batch);
      this.#filled = 0;
    }
    this.#filled += size;
    slotOf.fill(table.count, from, to);
    table.count += 1;
    batch.slots.push({ kind, size, suffixes, docs });
    const place = { batch: this.#firstBatch + this.#batches.length - 1, slot: batch.slots.length - 1 };
    this.#shares.push({ batch: place.batch, prefix, from, to, suffixes });
    return place;
  }
}

/** The slots behind one prefix. */
interface SlotTable {
  readonly prefix: Uint8Array;
  readonly slotOf: Int32Array;
  count: number;
}

/**
 * The branches of a counted node, and of its children, whose own are told in their order.
 *
 * @param bucket is given pairs of codes `[from, to)` that share a bucket, and how many suffixes have them
 * @param node   is given a node two levels down, and its pair of codes
 */
function planBelow<Below>(
  { prefix, ones, twos }: CountedNode,
  bucket: (from: number, to: number, suffixes: number) => Below,
  node: (slot: Slot, pair: number) => Below | PlannedNode<Below>,
): PlannedBranch<Below>[] {
  const width = ones.suffixes.length;
  return branchesAt(ones, 0, width, prefix.length).map(({ low, end, isNode }): PlannedBranch<Below> => {
    if (!isNode) return { low, to: bucket(low * width, end * width, sum(ones.suffixes, low, end)) };
    const base = low * width;
    const branches = branchesAt(twos, base, width, prefix.length + 1).map((branch): PlannedBranch<Below> => {
      const [from, to] = [base + branch.low, base + branch.end];
      if (!branch.isNode) return { low: branch.low, to: bucket(from, to, sum(twos.suffixes, from, to)) };
      const suffixes = twos.suffixes[from]!;
      return { low: branch.low, to: node({ kind: 'node', size: suffixes, suffixes, docs: twos.docs[from]! }, from) };
    });
    return { low, to: { docs: ones.docs[low]!, branches } };
  });
}

/** A branch of a counted node, to a bucket or a node. */
interface CountedBranch {
  readonly low: number;
  /** Behind the last code it covers. */
  readonly end: number;
  readonly isNode: boolean;
}

function branchesAt(counts: Counts, from: number, width: number, depth: number): CountedBranch[] {
  const out: Branches = newBranches();
  branchesOf(counts, from, width, depth, out);
  return Array.from({ length: out.count }, (_, index) => ({
    low: out.firsts[index]!,
    end: index + 1 < out.count ? out.firsts[index + 1]! : width,
    isNode: out.isNode[index] === 1,
  }));
}

function sum(counts: Uint32Array, from: number, to: number): number {
  let total = 0;
  for (let i = from; i < to; i += 1) total += counts[i]!;
  return total;
}
