/**
 * Builds a fragment of a substring tree in the order of a depth-first walk: slots, their nodes, and their buckets.
 *
 * Elsewhere: sorting suffixes into nodes and buckets (sort-batch), joining fragments (tree-writer).
 */
import { GrowingBytes, GrowingU32 } from '../../../src/format/index.js';
import { NODE_TARGET } from '../../../src/index/termdict/index.js';
import type { Suffixes } from './moves.js';
import { type ListKernel, PackedLists } from './packed-lists.js';

/**
 * A part of a substring tree: the nodes and buckets below the slots of one batch. No buffer is shared.
 *
 * Nodes, branches and buckets are numbered from the first of the fragment; joining fragments shifts the numbers.
 */
export interface TreeFragment {
  /** Node → number of docs. Nodes are in the order of a depth-first walk. */
  readonly counts: Uint32Array;
  /** Node → its buckets, `[start, end)`. */
  readonly bucketStarts: Uint32Array;
  readonly bucketEnds: Uint32Array;
  /** Node → its first branch, and number of its branches. */
  readonly branchStarts: Uint32Array;
  readonly branchCounts: Uint32Array;
  /** Branch → the first byte that it covers. */
  readonly branchLows: Uint8Array;
  /** Branch → its target: the number of a bucket, or NODE_TARGET plus the number of a node. */
  readonly branchTargets: Uint32Array;
  /** All buckets, concatenated. */
  readonly buckets: Uint8Array;
  /** Bucket → its length in bytes. */
  readonly bucketByteLengths: Uint32Array;
  /** Slot → number of nodes, branches and buckets before it, with one more entry for the end. A node is the first of its slot. */
  readonly slotNodes: Uint32Array;
  readonly slotBranches: Uint32Array;
  readonly slotBuckets: Uint32Array;
}

/** The branches of a node: the first byte that each covers, and its target. */
export class OpenBranches {
  readonly lows = new Uint8Array(256);
  readonly targets = new Uint32Array(256);
  count = 0;

  add(low: number, target: number): void {
    this.lows[this.count] = low;
    this.targets[this.count] = target;
    this.count += 1;
  }
}

/** Collects a fragment. */
export class FragmentBuilder {
  readonly #counts = new GrowingU32();
  readonly #bucketStarts = new GrowingU32();
  readonly #bucketEnds = new GrowingU32();
  readonly #branchStarts = new GrowingU32();
  readonly #branchCounts = new GrowingU32();
  readonly #branchLows = new GrowingBytes();
  readonly #branchTargets = new GrowingU32();
  readonly #buckets: PackedLists;
  readonly #bucketByteLengths = new GrowingU32();
  readonly #slotNodes = new GrowingU32();
  readonly #slotBranches = new GrowingU32();
  readonly #slotBuckets = new GrowingU32();

  /** @param kernel writes buckets; undefined if suffixes are in ordinary arrays */
  constructor(kernel: ListKernel | undefined) {
    this.#buckets = new PackedLists(kernel);
    this.endSlot();
  }

  /** Ends the current slot and starts the next one. */
  endSlot(): void {
    this.#slotNodes.push(this.#counts.length);
    this.#slotBranches.push(this.#branchLows.length);
    this.#slotBuckets.push(this.#bucketByteLengths.length);
  }

  /** The target of a branch to the next node. */
  get nextNode(): number {
    return this.#counts.length + NODE_TARGET;
  }

  /** @param docs number of docs that contain its string. @returns the node; call `closeNode` when all below it is written */
  openNode(docs: number): number {
    this.#bucketStarts.push(this.#bucketByteLengths.length);
    this.#bucketEnds.push(0);
    this.#branchStarts.push(0);
    this.#branchCounts.push(0);
    this.#counts.push(docs);
    return this.#counts.length - 1;
  }

  /** Writes the branches of a node. */
  closeNode(node: number, { lows, targets, count }: OpenBranches): void {
    this.#bucketEnds.set(node, this.#bucketByteLengths.length);
    this.#branchStarts.set(node, this.#branchLows.length);
    this.#branchCounts.set(node, count);
    for (let branch = 0; branch < count; branch += 1) {
      this.#branchLows.push(lows[branch]!);
      this.#branchTargets.push(targets[branch]!);
    }
  }

  /**
   * Writes a bucket.
   *
   * @param suffixes the suffixes `[from, to)` belong to the bucket; their terms ascend and may repeat
   * @returns the target of the branch to the bucket
   */
  addBucket(suffixes: Suffixes, from: number, to: number): number {
    this.#bucketByteLengths.push(this.#buckets.push(suffixes, from, to));
    return this.#bucketByteLengths.length - 1;
  }

  /** @returns copies of the collected arrays */
  build(): TreeFragment {
    return {
      counts: this.#counts.view().slice(),
      bucketStarts: this.#bucketStarts.view().slice(),
      bucketEnds: this.#bucketEnds.view().slice(),
      branchStarts: this.#branchStarts.view().slice(),
      branchCounts: this.#branchCounts.view().slice(),
      branchLows: this.#branchLows.view().slice(),
      branchTargets: this.#branchTargets.view().slice(),
      buckets: this.#buckets.bytes(),
      bucketByteLengths: this.#bucketByteLengths.view().slice(),
      slotNodes: this.#slotNodes.view().slice(),
      slotBranches: this.#slotBranches.view().slice(),
      slotBuckets: this.#slotBuckets.view().slice(),
    };
  }
}
