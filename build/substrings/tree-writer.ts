/**
 * Joining plans and their batches' fragments to the one tree they are parts of, in the order of a depth-first walk.
 *
 * Units and batches are needed in their order, each once: a fragment may be let go when the next is asked for.
 */
import type { AnySection, SectionInput } from '../../src/format/index.js';
import { sectionNames } from '../../src/index/segment/index.js';
import { type FirstDocsKept, NODE_TARGET } from '../../src/index/termdict/index.js';
import type { RunsOut } from '../sorting/index.js';
import {
  discard,
  NumberSpool,
  RecordSpool,
  type Scratch,
  Spool,
  spooledSection,
  type WorkClock,
} from '../work/index.js';
import { type CountedColumn, columnCounts, type WrittenTree } from './column-counts.js';
import { frequentSets, setSections } from './frequent-sets.js';
import type { PlannedNode, SlotPlace } from './plan/batch-plan.js';
import type { TreeFragment } from './sort/fragment.js';

/** What all of it is made for. */
const structure = 'substrings';

/** The fragment whose slots are being appended. */
interface OpenFragment {
  readonly batch: number;
  readonly tree: TreeFragment;
  /** Where its next bucket begins, and which of its nodes with first docs is next. */
  bucketByte: number;
  firstNode: number;
}

/** What the tree is joined from; `Below` is what its root leads to in the end. */
export interface TreeParts<Below extends object> {
  /** @returns what becomes of it */
  planned(below: Below): Promise<PlannedNode | SlotPlace>;
  /** @returns a batch of what was planned last */
  fragment(batch: number): Promise<TreeFragment>;
}

/** Columns that have a tree. */
export interface SharingColumns {
  /** The one whose docs are counted while the tree is made. */
  readonly base: CountedColumn;
  readonly others: readonly CountedColumn[];
  /** Which first docs are kept of each. */
  readonly kept: FirstDocsKept;
}

/** Of which substrings the docs are kept as a set. */
export interface KeptSets {
  /** Of the column whose docs were counted while the tree was made. */
  readonly runs: RunsOut;
  /** How many at most, of each column. */
  readonly most: number;
}

/** What became of a branch: where it leads, and its first docs, ascending, at most as many as are kept. */
interface Joined {
  readonly target: number;
  readonly docs: readonly number[];
}

export class TreeWriter {
  readonly #counts: NumberSpool;
  readonly #bucketStarts: NumberSpool;
  readonly #bucketEnds: NumberSpool;
  readonly #branchStarts: NumberSpool;
  readonly #branchCounts: NumberSpool;
  /** One record. */
  readonly #branchLows: Spool;
  readonly #branchTargets: NumberSpool;
  readonly #buckets: RecordSpool;
  /** Nodes with first docs, ascending, and as many of each as are kept. */
  readonly #firstNodes: NumberSpool;
  readonly #firstDocs: NumberSpool;
  readonly #alphabet: Uint8Array;
  readonly #kept: FirstDocsKept;
  readonly #clock: WorkClock;
  #fragment: OpenFragment | undefined;

  /**
   * @param alphabet code → byte
   * @param kept    which first docs
   * @param scratch where what is joined waits
   * @param clock is told what joining takes
   */
  constructor(alphabet: Uint8Array, kept: FirstDocsKept, scratch: Scratch, clock: WorkClock) {
    this.#kept = kept;
    this.#clock = clock;
    this.#alphabet = alphabet;
    const numbers = (): NumberSpool => new NumberSpool(scratch);
    this.#counts = numbers();
    this.#bucketStarts = numbers();
    this.#bucketEnds = numbers();
    this.#branchStarts = numbers();
    this.#branchCounts = numbers();
    this.#branchLows = new Spool(scratch);
    this.#branchTargets = numbers();
    this.#buckets = new RecordSpool(scratch);
    this.#firstNodes = numbers();
    this.#firstDocs = numbers();
  }

  /** @param parts are asked in the order of the tree */
  async write<Below extends object>(root: PlannedNode<Below>, parts: TreeParts<Below>): Promise<void> {
    this.#clock.on(structure);
    await this.#node(root, async (below) => {
      const planned = await this.#waitFor(parts.planned(below));
      if ('branches' in planned) return this.#node(planned, (place) => this.#place(place, parts));
      return this.#place(planned, parts);
    });
    this.#clock.off();
    this.#fragment = undefined;
  }

  /** What is waited for has its own clock. */
  async #waitFor<Made>(made: Promise<Made>): Promise<Made> {
    this.#clock.off();
    const done = await made;
    this.#clock.on(structure);
    return done;
  }

  /** @returns the node's target, and its first docs */
  async #node<Below extends object>(
    planned: PlannedNode<Below>,
    joinBelow: (below: Below) => Promise<Joined>,
  ): Promise<Joined> {
    const node = this.#counts.length;
    this.#counts.push(planned.docs);
    this.#bucketStarts.push(this.#buckets.count);
    this.#bucketEnds.push(0);
    this.#branchStarts.push(0);
    this.#branchCounts.push(0);
    const hasDocs = planned.docs > this.#kept.above;
    const docsAt = this.#firstDocs.length;
    if (hasDocs) {
      this.#firstNodes.push(node);
      for (let i = 0; i < this.#kept.each; i += 1) this.#firstDocs.push(0);
    }
    const targets: number[] = [];
    let docs: readonly number[] = [];
    for (const { to } of planned.branches) {
      const joined = 'branches' in to ? await this.#node(to, joinBelow) : await joinBelow(to);
      targets.push(joined.target);
      docs = [...new Set([...docs, ...joined.docs])].sort((a, b) => a - b).slice(0, this.#kept.each);
    }
    if (hasDocs) for (const [index, doc] of docs.entries()) this.#firstDocs.set(docsAt + index, doc);
    this.#bucketEnds.set(node, this.#buckets.count);
    this.#branchStarts.set(node, this.#branchLows.byteLength);
    this.#branchCounts.set(node, targets.length);
    for (const [index, { low }] of planned.branches.entries()) {
      this.#branchLows.append(Uint8Array.of(this.#alphabet[low]!));
      this.#branchTargets.push(targets[index]!);
    }
    return { target: node + NODE_TARGET, docs };
  }

  async #place(place: SlotPlace, parts: Pick<TreeParts<object>, 'fragment'>): Promise<Joined> {
    if (this.#fragment?.batch !== place.batch) {
      if (this.#fragment !== undefined) discard(this.#fragment.tree);
      const tree = await this.#waitFor(parts.fragment(place.batch));
      this.#fragment = { batch: place.batch, tree, bucketByte: 0, firstNode: 0 };
    }
    const joined = this.#slot(place, this.#fragment);
    await this.#waitFor(this.#settle());
    return joined;
  }

  /** Appends what became of a slot, its numbers moved behind what is here. @returns its target, and first docs */
  #slot({ slot }: SlotPlace, fragment: OpenFragment): Joined {
    const { tree } = fragment;
    const [nodeStart, nodeEnd] = [tree.slotNodes[slot]!, tree.slotNodes[slot + 1]!];
    const [branchStart, branchEnd] = [tree.slotBranches[slot]!, tree.slotBranches[slot + 1]!];
    const [bucketStart, bucketEnd] = [tree.slotBuckets[slot]!, tree.slotBuckets[slot + 1]!];
    const target = nodeStart === nodeEnd ? this.#buckets.count : this.#counts.length + NODE_TARGET;
    const nodeShift = this.#counts.length - nodeStart;
    const branchShift = this.#branchLows.byteLength - branchStart;
    const bucketShift = this.#buckets.count - bucketStart;
    for (let node = nodeStart; node < nodeEnd; node += 1) {
      this.#counts.push(tree.counts[node]!);
      this.#bucketStarts.push(tree.bucketStarts[node]! + bucketShift);
      this.#bucketEnds.push(tree.bucketEnds[node]! + bucketShift);
      this.#branchStarts.push(tree.branchStarts[node]! + branchShift);
      this.#branchCounts.push(tree.branchCounts[node]!);
    }
    this.#branchLows.append(tree.branchLows.subarray(branchStart, branchEnd));
    for (let branch = branchStart; branch < branchEnd; branch += 1) {
      const to = tree.branchTargets[branch]!;
      this.#branchTargets.push(to + (to >= NODE_TARGET ? nodeShift : bucketShift));
    }
    const bucketLengths = tree.bucketByteLengths.subarray(bucketStart, bucketEnd);
    const bucketsEnd = bucketLengths.reduce((end, length) => end + length, fragment.bucketByte);
    this.#buckets.append(tree.buckets.subarray(fragment.bucketByte, bucketsEnd), bucketLengths);
    fragment.bucketByte = bucketsEnd;
    const { firstNodes, firstDocs } = tree;
    for (let first = fragment.firstNode; first < firstNodes.length && firstNodes[first]! < nodeEnd; first += 1) {
      this.#firstNodes.push(firstNodes[first]! + nodeShift);
      for (let i = 0; i < this.#kept.each; i += 1) this.#firstDocs.push(firstDocs[first * this.#kept.each + i]!);
      fragment.firstNode = first + 1;
    }
    const docsAt = slot * this.#kept.each;
    return { target, docs: [...tree.slotDocs.subarray(docsAt, docsAt + tree.slotDocCounts[slot]!)] };
  }

  /** Writes to the disk what has gathered, where it is much. */
  async #settle(): Promise<void> {
    for (const spool of [...this.#numbers(), this.#branchLows, this.#buckets]) await spool.settle();
  }

  *#numbers(): Generator<NumberSpool> {
    yield* [this.#counts, this.#bucketStarts, this.#bucketEnds, this.#branchStarts, this.#branchCounts];
    yield* [this.#branchTargets, this.#firstNodes, this.#firstDocs];
  }

  /**
   * @param columns undefined where the field has the tree for itself
   * @param withSums as of SubstringText
   * @param kept    undefined where no sets are
   * @returns what was counted while the tree was made is the field's own
   */
  async sections(field: string, columns?: SharingColumns, withSums = false, kept?: KeptSets): Promise<AnySection[]> {
    const names = sectionNames(field);
    const most = kept?.most ?? 0;
    const tree = columns === undefined && most === 0 ? undefined : await this.#written();
    const sets = tree && kept && most > 0 ? await frequentSets(tree, kept.runs, most, this.#clock) : undefined;
    const counts = await this.#counts.section(names.substringCounts);
    const first = [
      await this.#firstNodes.section(names.substringFirstNodes),
      await this.#firstDocs.section(names.substringFirstDocs),
    ];
    return [
      counts,
      ...(columns === undefined || tree === undefined
        ? []
        : [...first, ...(await this.#otherSections(tree, columns, most))]),
      await this.#bucketStarts.section(names.substringBucketStarts),
      await this.#bucketEnds.section(names.substringBucketEnds),
      await this.#branchStarts.section(names.substringBranchStarts),
      await this.#branchCounts.section(names.substringBranchCounts),
      await spooledSection(names.substringBranchLows, this.#branchLows),
      await this.#branchTargets.section(names.substringBranchTargets),
      ...(await this.#buckets.sections(names.substringBuckets, withSums)),
      ...(columns === undefined ? first : []),
      ...(sets === undefined ? [] : setSections(field, sets)),
    ];
  }

  /** All that was joined, to be read once more. */
  async #written(): Promise<WrittenTree> {
    await this.#buckets.finish();
    const nodes = this.#counts.length;
    const counts = await this.#counts.between(0, nodes);
    const bucketStarts = await this.#bucketStarts.between(0, nodes);
    const bucketEnds = this.#bucketEnds.applied(await this.#bucketEnds.between(0, nodes));
    return { counts, bucketStarts, bucketEnds, buckets: this.#buckets };
  }

  async #otherSections(
    tree: WrittenTree,
    { base, others, kept }: SharingColumns,
    sets: number,
  ): Promise<SectionInput[]> {
    const counted = await columnCounts(tree, base, others, kept, sets, this.#clock);
    return counted.flatMap((each, column): SectionInput[] => {
      const { name } = others[column]!;
      const names = sectionNames(name);
      return [
        { name: names.substringCounts, data: each.counts },
        { name: names.substringFirstNodes, data: each.firstNodes },
        { name: names.substringFirstDocs, data: each.firstDocs },
        ...setSections(name, each.sets),
      ];
    });
  }
}
