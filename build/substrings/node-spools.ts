/**
 * The nodes of a joined substring tree: five numbers per node, each in a spool of its own.
 *
 * A node is opened before everything below it is written, and closed afterwards. Elsewhere: branches and buckets (joined-tree).
 */
import type { AnySection } from '../../src/format/index.js';
import type { sectionNames } from '../../src/index/segment/index.js';
import type { TreeNodes } from '../../src/index/termdict/index.js';
import { NumberSpool, type ScratchFolder } from '../work/index.js';

/** The numbers of nodes, in the order of a depth-first walk. */
export interface WrittenNodes extends TreeNodes {
  /** Node → its first branch, and number of its branches. */
  readonly branchStarts: Uint32Array;
  readonly branchCounts: Uint32Array;
}

export class NodeSpools {
  /** Node → number of docs. */
  readonly #counts: NumberSpool;
  /** Node → its buckets, `[start, end)`. */
  readonly #bucketStarts: NumberSpool;
  readonly #bucketEnds: NumberSpool;
  /** Node → its first branch, and number of its branches. */
  readonly #branchStarts: NumberSpool;
  readonly #branchCounts: NumberSpool;

  constructor(scratch: ScratchFolder) {
    this.#counts = new NumberSpool(scratch);
    this.#bucketStarts = new NumberSpool(scratch);
    this.#bucketEnds = new NumberSpool(scratch);
    this.#branchStarts = new NumberSpool(scratch);
    this.#branchCounts = new NumberSpool(scratch);
  }

  /** Number of nodes so far. */
  get count(): number {
    return this.#counts.length;
  }

  /** @returns the number of the node; call `close` when all below it is written */
  open(docs: number, bucketStart: number): number {
    const node = this.count;
    this.#counts.push(docs);
    this.#bucketStarts.push(bucketStart);
    this.#bucketEnds.push(0);
    this.#branchStarts.push(0);
    this.#branchCounts.push(0);
    return node;
  }

  close(node: number, bucketEnd: number, branchStart: number, branchCount: number): void {
    this.#bucketEnds.set(node, bucketEnd);
    this.#branchStarts.set(node, branchStart);
    this.#branchCounts.set(node, branchCount);
  }

  /**
   * Appends the nodes `[nodeStart, nodeEnd)` of a part of a tree.
   *
   * @param bucketShift number of a bucket in the tree, minus its number in the part
   * @param branchShift number of a branch in the tree, minus its number in the part
   */
  append(part: WrittenNodes, nodeStart: number, nodeEnd: number, bucketShift: number, branchShift: number): void {
    for (let node = nodeStart; node < nodeEnd; node += 1) {
      this.#counts.push(part.counts[node]!);
      this.#bucketStarts.push(part.bucketStarts[node]! + bucketShift);
      this.#bucketEnds.push(part.bucketEnds[node]! + bucketShift);
      this.#branchStarts.push(part.branchStarts[node]! + branchShift);
      this.#branchCounts.push(part.branchCounts[node]!);
    }
  }

  /** Writes pending numbers to the disk if they are many. */
  async flushIfLarge(): Promise<void> {
    await this.#counts.flushIfLarge();
    await this.#bucketStarts.flushIfLarge();
    await this.#bucketEnds.flushIfLarge();
    await this.#branchStarts.flushIfLarge();
    await this.#branchCounts.flushIfLarge();
  }

  /** @returns doc counts and buckets of all nodes, in memory: 12 bytes per node */
  async load(): Promise<TreeNodes> {
    const counts = await this.#counts.slice(0, this.count);
    const bucketStarts = await this.#bucketStarts.slice(0, this.count);
    const bucketEnds = this.#bucketEnds.withChanges(await this.#bucketEnds.slice(0, this.count));
    return { counts, bucketStarts, bucketEnds };
  }

  /** @returns the sections of the nodes, except their doc counts, which each column of the tree has */
  async sections(names: ReturnType<typeof sectionNames>): Promise<AnySection[]> {
    return [
      await this.#bucketStarts.section(names.substringBucketStarts),
      await this.#bucketEnds.section(names.substringBucketEnds),
      await this.#branchStarts.section(names.substringBranchStarts),
      await this.#branchCounts.section(names.substringBranchCounts),
    ];
  }
}
