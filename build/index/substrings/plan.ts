/**
 * The top of a substring tree, and how the suffixes below it are cut into batches that fit into memory.
 *
 * Two levels are counted in one pass over the text, without sorting anything. Below them lie *slots*: the suffixes of
 * one bucket, or of one node that is still to be sorted. Nodes too large for a batch are counted two levels further, many
 * of them in one more pass. Slots come in the order of a depth-first walk, and a batch is a run of them. Where batches
 * end decides what is in memory at once, and nothing of the tree.
 */
import { InvariantError } from '../../../src/errors/index.js';
import { inOrder } from '../threads/in-order.js';
import type { Pool } from '../threads/pool.js';
import type { WorkClock } from '../work-clock.js';
import { type Branches, branchesOf, newBranches } from './branches.js';
import type { TextCodes } from './codes.js';
import { addCounts, type Counts, type NodeCounts } from './counting.js';
import { Routes, type RouteTables } from './routes.js';
import { partsOf, type SuffixText } from './text.js';

export interface PlannedNode {
  /** Docs that contain its string. */
  readonly docs: number;
  readonly branches: readonly PlannedBranch[];
}

export interface PlannedBranch {
  /** The first code it covers. */
  readonly low: number;
  readonly to: PlannedNode | SlotPlace;
}

/** Suffixes that are sorted together: the k-th slot of a batch. */
export interface SlotPlace {
  readonly batch: number;
  readonly slot: number;
}

/** What is sorted together: suffixes that begin with `prefix`, told apart by the two codes behind it. */
export interface Batch {
  readonly prefix: Uint8Array;
  /** By code · alphabet + code: the slot, counted from the prefix's first one, or −1. Shared by all its batches. */
  readonly slotOf: Int32Array;
  /** The number of the first slot. */
  readonly firstSlot: number;
  readonly slots: readonly Slot[];
}

export interface Slot {
  readonly kind: 'bucket' | 'node';
  /** How many suffixes, or of a bucket terms, at most. */
  readonly size: number;
  /** Docs that contain the node's string; 0 of a bucket. */
  readonly docs: number;
}

export interface Plan {
  readonly root: PlannedNode;
  readonly batches: readonly Batch[];
  /** Which suffixes each batch has, batch by batch. */
  readonly shares: readonly Share[];
}

/** Suffixes of a batch: those that begin with `prefix` and go on with one of the pairs of codes `[from, to)`. */
export interface Share {
  readonly batch: number;
  readonly prefix: Uint8Array;
  readonly from: number;
  readonly to: number;
  readonly suffixes: number;
}

/** @returns tables that lead the suffixes of batches `[from, to)` to their number, less `from`, and others nowhere */
export function routesTo({ shares }: Plan, width: number, from: number, to: number): RouteTables {
  const routes = new Routes(width);
  for (const share of shares) {
    if (share.batch >= from && share.batch < to) routes.send(share.prefix, share.from, share.to, share.batch - from);
  }
  return routes.tables;
}

/** A part of a text that is looked at has no more codes than so many batches have suffixes. */
export const PART_BATCHES = 16;
/** Nodes that are counted in one pass: each takes memory for every pair of codes. */
const nodesAtOnce = 64;

/**
 * @param capacity suffixes in a batch; a slot that cannot be cut may have more
 * @param clock is told what it takes
 * Cost: a pass over the text, and one more for every two levels of nodes of more suffixes than the capacity.
 */
export async function planTree(
  text: SuffixText,
  codes: TextCodes,
  pool: Pool,
  capacity: number,
  clock: WorkClock,
): Promise<Plan> {
  const planner = new Planner(text, capacity);
  for (let open: Uint8Array[] = [new Uint8Array(0)]; open.length > 0; ) {
    const next: Uint8Array[] = [];
    for (let at = 0; at < open.length; at += nodesAtOnce) {
      next.push(
        ...planner.add(
          await countAll(text, codes, pool, open.slice(at, at + nodesAtOnce), capacity * PART_BATCHES, clock),
        ),
      );
    }
    open = next;
  }
  return planner.plan();
}

interface CountedNode extends NodeCounts {
  /** Its string, an even number of codes. */
  readonly prefix: Uint8Array;
  /** Docs of all terms that have a suffix; of the root its own. */
  readonly docs: number;
}

async function countAll(
  text: SuffixText,
  codes: TextCodes,
  pool: Pool,
  prefixes: readonly Uint8Array[],
  partMaximum: number,
  clock: WorkClock,
): Promise<CountedNode[]> {
  const width = text.alphabet.length;
  const routes = new Routes(width);
  for (const [node, prefix] of prefixes.entries()) {
    const [first, second] = prefix.slice(-2);
    if (first === undefined || second === undefined) routes.send(prefix, 0, width * width, node);
    else routes.send(prefix.slice(0, -2), first * width + second, first * width + second + 1, node);
  }
  const depths = prefixes.map((prefix) => prefix.length);
  const sums: NodeCounts[] = [];
  let docs = 0;
  const count = async ([from, to]: readonly [number, number]) =>
    pool.run('count', { text, part: await codes.part(from, to), tables: routes.tables, depths }, clock);
  await inOrder(partsOf(text, pool.threads, partMaximum), pool.threads, count, async (counted) => {
    docs += counted.docs;
    for (const [node, counts] of counted.nodes.entries()) {
      const sum = sums[node];
      if (sum === undefined) sums.push(counts);
      else addCounts(sum, counts);
    }
  });
  return sums.map((sum, node) => ({ prefix: prefixes[node]!, ...sum, docs }));
}

/** A branch of a counted node: what it leads to is a bucket, or a node whose own counts may be known. */
interface CountedBranch {
  readonly low: number;
  /** Behind the last code it covers. */
  readonly end: number;
  readonly isNode: boolean;
}

class Planner {
  readonly #batches: (Batch & { readonly slots: Slot[] })[] = [];
  readonly #counted = new Map<string, CountedNode>();
  readonly #width: number;
  readonly #capacity: number;
  readonly #terms: number;
  readonly #shares: Share[] = [];
  /** How many suffixes the last batch has. */
  #filled = 0;

  constructor(text: SuffixText, capacity: number) {
    this.#width = text.alphabet.length;
    this.#capacity = capacity;
    this.#terms = text.starts.length - 1;
  }

  /** @returns the strings of the nodes two levels below that must be counted too */
  add(nodes: readonly CountedNode[]): Uint8Array[] {
    const large: Uint8Array[] = [];
    for (const node of nodes) {
      const { prefix, ones, twos } = node;
      this.#counted.set(String(prefix), node);
      for (const child of this.#branches(ones, 0, prefix.length)) {
        if (!child.isNode) continue;
        const base = child.low * this.#width;
        for (const { low, isNode } of this.#branches(twos, base, prefix.length + 1)) {
          if (isNode && twos.suffixes[base + low]! > this.#capacity) large.push(below(prefix, child.low, low));
        }
      }
    }
    return large;
  }

  plan(): Plan {
    const root = this.#counted.get('');
    if (root === undefined) throw new InvariantError('a plan was asked for before the root was counted');
    const planned = this.#node(root, root.docs);
    return { root: planned, batches: this.#batches, shares: this.#shares };
  }

  #node({ prefix, ones, twos }: CountedNode, docs: number): PlannedNode {
    const width = this.#width;
    const depth = prefix.length;
    const slots: SlotTable = { prefix, slotOf: new Int32Array(width * width).fill(-1), count: 0 };
    const bucket = (from: number, to: number, suffixes: number): SlotPlace =>
      this.#slot(slots, from, to, suffixes, { kind: 'bucket', size: Math.min(suffixes, this.#terms), docs: 0 });
    const branches = this.#branches(ones, 0, depth).map(({ low, end, isNode }): PlannedBranch => {
      if (!isNode) return { low, to: bucket(low * width, end * width, sum(ones.suffixes, low, end)) };
      const base = low * width;
      const children = this.#branches(twos, base, depth + 1).map((branch): PlannedBranch => {
        const [from, to] = [base + branch.low, base + branch.end];
        if (!branch.isNode) return { low: branch.low, to: bucket(from, to, sum(twos.suffixes, from, to)) };
        const counted = this.#counted.get(String(below(prefix, low, branch.low)));
        const slot: Slot = { kind: 'node', size: twos.suffixes[from]!, docs: twos.docs[from]! };
        return {
          low: branch.low,
          to:
            counted === undefined ? this.#slot(slots, from, from + 1, slot.size, slot) : this.#node(counted, slot.docs),
        };
      });
      return { low, to: { docs: ones.docs[low]!, branches: children } };
    });
    return { docs, branches };
  }

  #branches(counts: Counts, from: number, depth: number): CountedBranch[] {
    const out: Branches = newBranches();
    branchesOf(counts, from, this.#width, depth, out);
    return Array.from({ length: out.count }, (_, index) => ({
      low: out.firsts[index]!,
      end: index + 1 < out.count ? out.firsts[index + 1]! : this.#width,
      isNode: out.isNode[index] === 1,
    }));
  }

  /** Adds a slot to the last batch, or where that is full, or has another prefix, to a new one. */
  #slot(table: SlotTable, from: number, to: number, suffixes: number, slot: Slot): SlotPlace {
    const { prefix, slotOf } = table;
    let batch = this.#batches.at(-1);
    if (batch === undefined || batch.slotOf !== slotOf || this.#filled + slot.size > this.#capacity) {
      batch = { prefix, slotOf, firstSlot: table.count, slots: [] };
      this.#batches.push(batch);
      this.#filled = 0;
    }
    this.#filled += slot.size;
    slotOf.fill(table.count, from, to);
    table.count += 1;
    batch.slots.push(slot);
    const place = { batch: this.#batches.length - 1, slot: batch.slots.length - 1 };
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

const below = (prefix: Uint8Array, first: number, second: number): Uint8Array =>
  Uint8Array.of(...prefix, first, second);

function sum(counts: Uint32Array, from: number, to: number): number {
  let total = 0;
  for (let i = from; i < to; i += 1) total += counts[i]!;
  return total;
}
