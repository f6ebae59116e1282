/**
 * Writes a fragment of a tree in the order of a depth-first walk: slots, their nodes, and their buckets.
 */
import { GrowingBytes, GrowingU32 } from '../../../src/format/index.js';
import { NODE_TARGET } from '../../../src/index/termdict/index.js';
import type { Suffixes } from './moves.js';
import { PackedLists } from './packed-lists.js';

/**
 * A part of a substring tree: the nodes and buckets below the slots of one batch. No buffer is shared.
 *
 * Nodes, branches and buckets are numbered from the first of the fragment; joining fragments shifts the numbers.
 */
export interface TreeFragment {
  /** Per node, in the order of a depth-first walk. */
  readonly counts: Uint32Array;
  readonly bucketStarts: Uint32Array;
  readonly bucketEnds: Uint32Array;
  readonly branchStarts: Uint32Array;
  readonly branchCounts: Uint32Array;
  /** Per branch: the first byte. */
  readonly branchLows: Uint8Array;
  /** Per branch: a bucket, or a node with NODE_TARGET. */
  readonly branchTargets: Uint32Array;
  /** All buckets, concatenated. */
  readonly buckets: Uint8Array;
  readonly bucketByteLengths: Uint32Array;
  /** Per slot, and one more: nodes, branches and buckets before it. A node slot has its node first. */
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

export class FragmentBuilder {
  readonly #counts = new GrowingU32();
  readonly #bucketStarts = new GrowingU32();
  readonly #bucketEnds = new GrowingU32();
  readonly #branchStarts = new GrowingU32();
  readonly #branchCounts = new GrowingU32();
  readonly #branchLows = new GrowingBytes();
  readonly #branchTargets = new GrowingU32();
  readonly #buckets = new PackedLists();
  readonly #bucketByteLengths = new GrowingU32();
  readonly #slotNodes = new GrowingU32();
  readonly #slotBranches = new GrowingU32();
  readonly #slotBuckets = new GrowingU32();

  constructor() {
    this.endSlot();
  }

  /** Ends the current slot and starts the next. */
  endSlot(): void {
    this.#slotNodes.push(this.#counts.length);
    this.#slotBranches.push(this.#branchLows.length);
    this.#slotBuckets.push(this.#bucketByteLengths.length);
  }

  /** The target of a branch to the next node. */
  get nextNode(): number {
    return this.#counts.length + NODE_TARGET;
  }

  /** @param docs that contain its string. @returns the node, to be closed when all below it is written */
  openNode(docs: number): number {
    this.#bucketStarts.push(this.#bucketByteLengths.length);
    this.#bucketEnds.push(0);
    this.#branchStarts.push(0);
    this.#branchCounts.push(0);
    this.#counts.push(docs);
    return this.#counts.length - 1;
  }

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
   * @param suffixes the bucket is `[from, to)` of them; their terms ascend, and may repeat
   * @returns the target of the branch to the bucket
   */
  bucket(suffixes: Suffixes, from: number, to: number): number {
    this.#bucketByteLengths.push(this.#buckets.push(suffixes, from, to));
    return this.#bucketByteLengths.length - 1;
  }

  finished(): TreeFragment {
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
