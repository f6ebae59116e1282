/**
 * The tree of a stretch: its top in memory, as far as it was planned, and below it entries in a scratch file.
 */
import { discard, type Scratch, Spool } from '../../work/index.js';
import { Groups } from '../groups.js';
import type { TreeWork } from '../passes.js';
import type { PlannedNode, SlotPlace } from '../plan/batch-plan.js';
import { EntryCursor } from './entries.js';
import { type SlotEntries, stretchJob } from './sort-stretch.js';

/** What all suffixes that begin with a string are, within a stretch. */
export type Below = StretchNode | Entry;

interface Counted {
  readonly suffixes: number;
  readonly terms: number;
  readonly docs: number;
}

export interface StretchNode extends Counted {
  readonly kind: 'node';
  readonly branches: readonly StretchBranch[];
}

/** An entry in the file, with what its head says. */
export interface Entry extends Counted {
  readonly kind: 'entry';
  readonly isNode: boolean;
  readonly at: number;
  readonly byteLength: number;
}

export interface StretchBranch {
  readonly code: number;
  readonly to: Below;
}

export class StretchTree {
  /** The first term of the stretch. */
  readonly first: number;
  readonly #isRepeating: boolean;
  readonly #entries: Spool;
  #root: StretchNode | undefined;

  private constructor(first: number, isRepeating: boolean, scratch: Scratch) {
    this.first = first;
    this.#isRepeating = isRepeating;
    this.#entries = new Spool(scratch);
  }

  /** Cost: that of sorting the stretch's suffixes. */
  static async sorted(work: TreeWork): Promise<StretchTree> {
    const tree = new StretchTree(work.range.from, work.text.isRepeating, work.scratch);
    const groups = new Groups(work, stretchJob);
    const { root } = await groups.top();
    const slots = new SlotReader(groups, tree);
    tree.#root = await nodeOf(root, async (unit) => {
      const planned = await groups.planned(unit);
      return 'branches' in planned ? nodeOf(planned, (place) => slots.entry(place)) : slots.entry(planned);
    });
    await groups.remove();
    return tree;
  }

  get root(): StretchNode {
    return this.#root!;
  }

  /** Adds entries. @returns each of them */
  async add(bytes: Uint8Array, starts: Uint32Array): Promise<Entry[]> {
    const base = this.#entries.byteLength;
    const cursor = new EntryCursor(this.#isRepeating);
    const entries: Entry[] = [];
    for (let index = 0; index + 1 < starts.length; index += 1) {
      const [start, end] = [starts[index]!, starts[index + 1]!];
      cursor.at = start;
      cursor.head(bytes);
      entries.push(entryOf(cursor, base + start, end - start));
    }
    await this.#entries.write(bytes);
    return entries;
  }

  /** The branches of a node, wherever it is. Cost: of an entry, reading it. */
  async branchesOf(node: Below): Promise<readonly StretchBranch[]> {
    if (node.kind === 'node') return node.branches;
    const bytes = await this.read(node);
    const cursor = new EntryCursor(this.#isRepeating);
    cursor.head(bytes);
    const branches: StretchBranch[] = [];
    for (let rest = cursor.varint(bytes); rest > 0; rest -= 1) {
      const code = bytes[cursor.at]!;
      cursor.at += 1;
      const { at } = cursor;
      cursor.head(bytes);
      const { isNode, suffixes, terms, docs } = cursor;
      cursor.skip(bytes);
      const place = { at: node.at + at, byteLength: cursor.at - at };
      branches.push({ code, to: { kind: 'entry', isNode, suffixes, terms, docs, ...place } });
    }
    discard(bytes);
    return branches;
  }

  /** @returns the entry's bytes, in a buffer of their own */
  read({ at, byteLength }: Entry): Promise<Uint8Array> {
    return this.#entries.between(at, at + byteLength);
  }

  /** Gives the disk back what it has. */
  remove(): Promise<void> {
    return this.#entries.remove();
  }
}

const entryOf = ({ isNode, suffixes, terms, docs }: EntryCursor, at: number, byteLength: number): Entry => ({
  kind: 'entry',
  isNode,
  suffixes,
  terms,
  docs,
  at,
  byteLength,
});

async function nodeOf<To extends object>(
  { suffixes, terms, docs, branches }: PlannedNode<To>,
  below: (to: To) => Promise<Below>,
): Promise<StretchNode> {
  const made: StretchBranch[] = [];
  for (const { low, to } of branches) {
    made.push({ code: low, to: 'branches' in to ? await nodeOf<To>(to, below) : await below(to) });
  }
  return { kind: 'node', suffixes, terms, docs, branches: made };
}

/** Writes batches as their slots are asked for, in their order. */
class SlotReader {
  readonly #groups: Groups<SlotEntries>;
  readonly #tree: StretchTree;
  #batch: number | undefined;
  #entries: readonly Entry[] = [];

  constructor(groups: Groups<SlotEntries>, tree: StretchTree) {
    this.#groups = groups;
    this.#tree = tree;
  }

  async entry({ batch, slot }: SlotPlace): Promise<Entry> {
    if (batch !== this.#batch) {
      const entries = await this.#groups.fragment(batch);
      this.#entries = await this.#tree.add(entries.bytes, entries.starts);
      discard(entries);
      this.#batch = batch;
    }
    return this.#entries[slot]!;
  }
}
