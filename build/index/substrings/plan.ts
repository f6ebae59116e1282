/**
 * The top of a substring tree, and how the suffixes below it are cut into batches that fit into memory.
 *
 * Two levels are counted in one pass over the text, without sorting anything. Below them lie *slots*: the suffixes of
 * one bucket, or of one node that is still to be sorted. A node too large for a batch is counted two levels further.
 * Slots come in the order of a depth-first walk, and a batch is a run of them. Where batches end decides what is in
 * memory at once, and nothing of the tree.
 */
import { type Branches, branchesOf, newBranches } from './branches.js';
import type { SuffixText } from './text.js';

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

/** What one pass over the text gathers: suffixes that begin with `prefix`, told apart by the two codes behind it. */
export interface Batch {
  readonly prefix: Uint8Array;
  /** By code · alphabet + code: the slot, or −1. */
  readonly slotOf: Int32Array;
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
}

/** By code, or by two: suffixes that continue so, their terms, and the docs of these. */
class Counts {
  readonly suffixes: Uint32Array;
  readonly terms: Uint32Array;
  readonly docs: Uint32Array;
  /** The term met last, plus 1. */
  readonly #last: Uint32Array;

  constructor(size: number) {
    this.suffixes = new Uint32Array(size);
    this.terms = new Uint32Array(size);
    this.docs = new Uint32Array(size);
    this.#last = new Uint32Array(size);
  }

  add(at: number, mark: number, docs: number): void {
    this.suffixes[at]! += 1;
    if (this.#last[at] === mark) return;
    this.#last[at] = mark;
    this.terms[at]! += 1;
    this.docs[at]! += docs;
  }
}

/** @returns whether the codes at the position are the prefix */
export function isPrefixAt(codes: Uint8Array, position: number, prefix: Uint8Array): boolean {
  for (let i = 0; i < prefix.length; i += 1) if (codes[position + i] !== prefix[i]) return false;
  return true;
}

/**
 * Counts the suffixes that begin with the prefix by the next code, and by the next two; and the docs of them all.
 *
 * Cost: a pass over the text.
 */
function count(text: SuffixText, prefix: Uint8Array): { ones: Counts; twos: Counts; docs: number } {
  const { codes, starts, runs, begins, alphabet } = text;
  const width = alphabet.length;
  const ones = new Counts(width);
  const twos = new Counts(width * width);
  const all = new Counts(1);
  const depth = prefix.length;
  for (let term = 0; term + 1 < starts.length; term += 1) {
    const end = starts[term + 1]!;
    const termDocs = runs.starts[term + 1]! - runs.starts[term]!;
    for (let position = starts[term]!; position < end; position += 1) {
      if (begins[codes[position]!] === 0 || (depth > 0 && !isPrefixAt(codes, position, prefix))) continue;
      const one = codes[position + depth]!;
      all.add(0, term + 1, termDocs);
      ones.add(one, term + 1, termDocs);
      twos.add(one * width + codes[position + depth + 1]!, term + 1, termDocs);
    }
  }
  return { ones, twos, docs: all.docs[0]! };
}

/**
 * @param capacity suffixes in a batch; a slot that cannot be cut may have more
 * Cost: a pass over the text, and one more for every node of more suffixes than the capacity.
 */
export function planTree(text: SuffixText, capacity: number): Plan {
  const planner = new Planner(text, capacity);
  return { root: planner.node(new Uint8Array(0)), batches: planner.batches };
}

class Planner {
  readonly batches: { prefix: Uint8Array; slotOf: Int32Array; slots: Slot[] }[] = [];
  readonly #text: SuffixText;
  readonly #capacity: number;
  readonly #terms: number;
  /** How many suffixes the last batch has. */
  #filled = 0;

  constructor(text: SuffixText, capacity: number) {
    this.#text = text;
    this.#capacity = capacity;
    this.#terms = text.starts.length - 1;
  }

  /** The node whose string is the prefix, counted two levels down. */
  node(prefix: Uint8Array): PlannedNode {
    const width = this.#text.alphabet.length;
    const { ones, twos, docs } = count(this.#text, prefix);
    const depth = prefix.length;
    const children = this.#branches(ones, 0, depth).map(({ low, end, isNode }): PlannedBranch => {
      if (!isNode) return { low, to: this.#bucket(prefix, low * width, end * width, sum(ones.suffixes, low, end)) };
      const base = low * width;
      const branches = this.#branches(twos, base, depth + 1).map((branch): PlannedBranch => {
        const [from, to] = [base + branch.low, base + branch.end];
        if (!branch.isNode)
          return { low: branch.low, to: this.#bucket(prefix, from, to, sum(twos.suffixes, from, to)) };
        const size = twos.suffixes[from]!;
        return {
          low: branch.low,
          to:
            size > this.#capacity
              ? this.node(Uint8Array.of(...prefix, low, branch.low))
              : this.#slot(prefix, from, from + 1, { kind: 'node', size, docs: twos.docs[from]! }),
        };
      });
      return { low, to: { docs: ones.docs[low]!, branches } };
    });
    return { docs, branches: children };
  }

  #branches(counts: Counts, from: number, depth: number): { low: number; end: number; isNode: boolean }[] {
    const width = this.#text.alphabet.length;
    const out: Branches = newBranches();
    branchesOf(counts, from, width, depth, out);
    return Array.from({ length: out.count }, (_, index) => ({
      low: out.firsts[index]!,
      end: index + 1 < out.count ? out.firsts[index + 1]! : width,
      isNode: out.isNode[index] === 1,
    }));
  }

  #bucket(prefix: Uint8Array, from: number, to: number, suffixes: number): SlotPlace {
    return this.#slot(prefix, from, to, { kind: 'bucket', size: Math.min(suffixes, this.#terms), docs: 0 });
  }

  /** Adds a slot to the last batch, or where that is full, or has another prefix, to a new one. */
  #slot(prefix: Uint8Array, from: number, to: number, slot: Slot): SlotPlace {
    let batch = this.batches.at(-1);
    if (batch === undefined || batch.prefix !== prefix || this.#filled + slot.size > this.#capacity) {
      batch = { prefix, slotOf: new Int32Array(this.#text.alphabet.length ** 2).fill(-1), slots: [] };
      this.batches.push(batch);
      this.#filled = 0;
    }
    this.#filled += slot.size;
    batch.slotOf.fill(batch.slots.length, from, to);
    batch.slots.push(slot);
    return { batch: this.batches.length - 1, slot: batch.slots.length - 1 };
  }
}

function sum(counts: Uint32Array, from: number, to: number): number {
  let total = 0;
  for (let i = from; i < to; i += 1) total += counts[i]!;
  return total;
}
