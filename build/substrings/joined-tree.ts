/**
 * A substring tree that is written in the order of a depth-first walk: nodes, branches, and buckets, in scratch files.
 *
 * A bucket is numbered when the walk meets it; its list is appended later, in the same order.
 * Elsewhere: the walks (tree-writer, earlier/tree-patch), the nodes (node-spools), sections per column (column-counts).
 */
import { InvariantError } from '../../src/content/errors/index.js';
import type { AnySection } from '../../src/format/index.js';
import { sectionNames } from '../../src/index/segment/index.js';
import { NODE_TARGET } from '../../src/index/termdict/index.js';
import type { RecordRange } from '../sorting/index.js';
import {
  type BlockChecksums,
  NumberSpool,
  type Pool,
  RecordSpool,
  type ScratchFolder,
  Spool,
  spooledSection,
  type WorkClock,
} from '../work/index.js';
import { type CountedColumn, columnSections, type FrequentNodeRules } from './column-counts.js';
import { NodeSpools, type WrittenNodes } from './node-spools.js';

/** Nodes and branches of another tree or of a part of one, numbered from its own first node, branch and bucket. */
export interface TreePart extends WrittenNodes {
  /** Branch → the first byte that it covers. */
  readonly branchLows: Uint8Array;
  /** Branch → its target: the number of a bucket, or NODE_TARGET plus the number of a node. */
  readonly branchTargets: Uint32Array;
}

/** Consecutive nodes, branches and buckets of a part, each `[start, end)`: a subtree, or a single bucket. */
export interface PartRange {
  readonly nodeStart: number;
  readonly nodeEnd: number;
  readonly branchStart: number;
  readonly branchEnd: number;
  readonly bucketStart: number;
  readonly bucketEnd: number;
}

/** A branch of a node that is written: the first byte that it covers, and its target in the joined tree. */
export interface WrittenBranch {
  readonly low: number;
  readonly target: number;
}

/** The joined tree, whose parts are numbered from its first node, branch and bucket. */
export class JoinedTree {
  readonly #nodes: NodeSpools;
  readonly #branchLows: Spool;
  readonly #branchTargets: NumberSpool;
  readonly #buckets: RecordSpool;
  /** Number of buckets, with those whose lists are not appended yet. */
  #bucketCount = 0;

  constructor(scratch: ScratchFolder) {
    this.#nodes = new NodeSpools(scratch);
    this.#branchLows = new Spool(scratch);
    this.#branchTargets = new NumberSpool(scratch);
    this.#buckets = new RecordSpool(scratch);
  }

  /** @returns the number of the node; call `closeNode` when everything below it is written */
  openNode(docs: number): number {
    return this.#nodes.open(docs, this.#bucketCount);
  }

  /** Writes the branches of a node. @returns the target of a branch to the node */
  closeNode(node: number, branches: readonly WrittenBranch[]): number {
    this.#nodes.close(node, this.#bucketCount, this.#branchLows.byteLength, branches.length);
    for (const { low, target } of branches) {
      this.#branchLows.append(Uint8Array.of(low));
      this.#branchTargets.push(target);
    }
    return node + NODE_TARGET;
  }

  /** Numbers the next bucket. @returns the target of a branch to it */
  addBucket(): number {
    this.#bucketCount += 1;
    return this.#bucketCount - 1;
  }

  /** Copies nodes and branches, and numbers their buckets. @returns the target of a branch to the first node or bucket */
  addPart(part: TreePart, range: PartRange): number {
    const { nodeStart, nodeEnd, branchStart, branchEnd, bucketStart, bucketEnd } = range;
    // A part without nodes is a single bucket.
    const target = nodeStart === nodeEnd ? this.#bucketCount : this.#nodes.count + NODE_TARGET;
    // Adding a shift turns a number of the part into a number of the joined tree.
    const nodeShift = this.#nodes.count - nodeStart;
    const branchShift = this.#branchLows.byteLength - branchStart;
    const bucketShift = this.#bucketCount - bucketStart;
    this.#nodes.append(part, nodeStart, nodeEnd, bucketShift, branchShift);
    this.#branchLows.append(part.branchLows.subarray(branchStart, branchEnd));
    for (let branch = branchStart; branch < branchEnd; branch += 1) {
      const branchTarget = part.branchTargets[branch]!;
      const shift = branchTarget >= NODE_TARGET ? nodeShift : bucketShift;
      this.#branchTargets.push(branchTarget + shift);
    }
    this.#bucketCount += bucketEnd - bucketStart;
    return target;
  }

  /**
   * Appends the lists of the next numbered buckets.
   *
   * @param lists   concatenated
   * @param lengths bucket → length of its list in bytes
   */
  appendLists(lists: Uint8Array, lengths: Uint32Array): void {
    this.#buckets.append(lists, lengths);
  }

  /** As `appendLists`, with lists of a spool that is not removed before the sections are written. */
  copyLists(lists: RecordSpool, range: RecordRange): Promise<void> {
    return this.#buckets.appendFrom(lists, range);
  }

  /** Writes pending data to the disk if it is large. */
  async flushIfLarge(): Promise<void> {
    for (const spool of [this.#nodes, this.#branchTargets, this.#branchLows, this.#buckets]) await spool.flushIfLarge();
  }

  /**
   * Returns the sections of the tree and of its columns. Call once, when the tree is complete.
   *
   * @param columns columns that share the tree; the doc counts of the tree are those of the first column
   * @param buckets buckets with checksums may stay in the file of a server
   */
  async sections(
    columns: readonly [CountedColumn, ...CountedColumn[]],
    rules: FrequentNodeRules,
    buckets: BlockChecksums,
    pool: Pool,
    clock: WorkClock,
  ): Promise<AnySection[]> {
    await this.#buckets.finish();
    if (this.#buckets.count !== this.#bucketCount) throw new InvariantError('a bucket of a substring tree has no list');
    const tree = { ...(await this.#nodes.load()), buckets: this.#buckets };
    const [baseSections, ...otherSections] = await columnSections(tree, columns, rules, pool, clock);
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
