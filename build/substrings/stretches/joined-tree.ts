/**
 * The one tree of several stretches: its top is joined here, as far as any stretch has its own in memory, and what is
 * below by threads, several slots at a time.
 */
import { InvariantError } from '../../../src/content/errors/index.js';
import { DEPTH_MAXIMUM } from '../../../src/index/termdict/index.js';
import { discard, type Pool, type WorkClock } from '../../work/index.js';
import type { PlannedBranch, PlannedNode, SlotPlace } from '../plan/batch-plan.js';
import { TREE_RULE } from '../plan/branches.js';
import type { TreeFragment } from '../sort/fragment.js';
import type { TextCodes } from '../text/codes.js';
import type { SuffixText } from '../text/text.js';
import { EntryCursor, GatheredTerms } from './entries.js';
import { expand, type ListedTerm } from './expand.js';
import { type JoinedSlot, joinJob, type ListToExpand, type PlacedEntry } from './join-slots.js';
import type { Below, Entry, StretchTree } from './stretch-tree.js';

/** How much more is read than threads work at, so that none waits for the disk. */
const readAhead = 1;

export interface JoinWork {
  readonly text: SuffixText;
  readonly codes: TextCodes;
  readonly pool: Pool;
  readonly clock: WorkClock;
  /** Bytes of entries in a batch of slots; more where one slot alone has. */
  readonly batchBytes: number;
}

/** An entry, and which stretch has it. */
interface Found {
  readonly stretch: number;
  readonly entry: Entry;
}

interface Slot extends Omit<JoinedSlot, 'entries'> {
  readonly found: readonly Found[];
}

/** What a stretch has of a string; undefined where nothing. */
type OfStretches = readonly (Below | undefined)[];

export class JoinedTree {
  readonly #work: JoinWork;
  readonly #trees: readonly StretchTree[];
  readonly #batches: Slot[][] = [];
  #batchBytes = Number.POSITIVE_INFINITY;
  readonly #joining = new Map<number, Promise<TreeFragment>>();

  /** @param trees of the stretches, in the order of their terms */
  constructor(work: JoinWork, trees: readonly StretchTree[]) {
    this.#work = work;
    this.#trees = trees;
  }

  /** To be called first. */
  async root(): Promise<PlannedNode> {
    const roots = this.#trees.map(({ root }) => root);
    return this.#planned(new Uint8Array(0), totalOf(roots), roots);
  }

  /** @returns a batch. To be called once for each, in their order. */
  fragment(batch: number): Promise<TreeFragment> {
    const end = Math.min(this.#batches.length, batch + this.#work.pool.threads + readAhead);
    for (let next = batch; next < end; next += 1) {
      if (this.#joining.has(next)) continue;
      const fragment = this.#join(this.#batches[next]!);
      // Where one fails, the one that is waited for says so.
      fragment.catch(() => undefined);
      this.#joining.set(next, fragment);
    }
    const fragment = this.#joining.get(batch);
    if (fragment === undefined) throw new InvariantError('a batch was asked for that a joined tree does not have');
    this.#joining.delete(batch);
    return fragment;
  }

  async #node(path: Uint8Array, total: Total, given: OfStretches): Promise<PlannedNode | SlotPlace> {
    const nodes: (Below | undefined)[] = [];
    for (const [stretch, below] of given.entries()) {
      const isList = below?.kind === 'entry' && !below.isNode;
      nodes.push(isList ? await this.#expandEntry(this.#trees[stretch]!, below, path) : below);
    }
    if (nodes.some((below) => below?.kind === 'node')) return this.#planned(path, total, nodes);
    return this.#place({ kind: 'node', path, docs: total.docs, found: nodes.flatMap(entriesOf) });
  }

  async #planned(path: Uint8Array, total: Total, given: OfStretches): Promise<PlannedNode> {
    const byCode = new Map<number, (Below | undefined)[]>();
    for (const [stretch, below] of given.entries()) {
      if (below === undefined) continue;
      for (const { code, to } of await this.#trees[stretch]!.branchesOf(below)) {
        const ofCode = byCode.get(code) ?? given.map(() => undefined);
        ofCode[stretch] = to;
        byCode.set(code, ofCode);
      }
    }
    const branches: PlannedBranch<SlotPlace>[] = [];
    let open: { low: number; weight: number; found: Found[] } | undefined;
    const close = (): void => {
      if (open !== undefined) branches.push({ low: open.low, to: this.#bucket(open.found) });
      open = undefined;
    };
    for (const [code, below] of [...byCode].sort(([a], [b]) => a - b)) {
      const of = totalOf(below);
      const weight = of.suffixes > TREE_RULE.nodeTerms ? of.terms : of.suffixes;
      if (weight > TREE_RULE.nodeTerms && code !== 0 && path.length + 1 < DEPTH_MAXIMUM) {
        close();
        branches.push({ low: code, to: await this.#node(Uint8Array.of(...path, code), of, below) });
        continue;
      }
      if (open !== undefined && open.weight + weight > TREE_RULE.sharedTerms) close();
      open ??= { low: code, weight: 0, found: [] };
      open.weight += weight;
      open.found.push(...below.flatMap(entriesOf));
    }
    close();
    return { ...total, branches };
  }

  #bucket(found: readonly Found[]): SlotPlace {
    return this.#place({ kind: 'bucket', path: new Uint8Array(0), docs: 0, found });
  }

  /** Adds a slot to the last batch, or where that is full to a new one. */
  #place(slot: Slot): SlotPlace {
    const bytes = slot.found.reduce((sum, { entry }) => sum + entry.byteLength, 0);
    if (this.#batchBytes + bytes > this.#work.batchBytes) {
      this.#batches.push([]);
      this.#batchBytes = 0;
    }
    this.#batchBytes += bytes;
    const batch = this.#batches.at(-1)!;
    batch.push(slot);
    return { batch: this.#batches.length - 1, slot: batch.length - 1 };
  }

  async #join(batch: readonly Slot[]): Promise<TreeFragment> {
    const { text, pool, clock } = this.#work;
    const pieces: Uint8Array[] = [];
    let length = 0;
    const slots: JoinedSlot[] = [];
    for (const { found, ...slot } of batch) {
      const entries: PlacedEntry[] = [];
      for (const { stretch, entry } of found) {
        const tree = this.#trees[stretch]!;
        entries.push({ at: length, first: tree.first });
        pieces.push(await tree.read(entry));
        length += entry.byteLength;
      }
      slots.push({ ...slot, entries });
    }
    let bytes = joined(pieces);
    const expanded = new Map<number, number>();
    for (;;) {
      const done = await pool.run(joinJob, { text, bytes, slots, expanded }, clock);
      if (done.fragment !== undefined) {
        discard(done.bytes);
        return done.fragment;
      }
      const more = [done.bytes];
      let end = done.bytes.byteLength;
      for (const list of done.toExpand) {
        const entry = await this.#expandList(list);
        expanded.set(list.at, end);
        more.push(entry);
        end += entry.byteLength;
      }
      bytes = joined(more);
    }
  }

  async #expandList({ first, path, terms }: Omit<ListToExpand, 'at'>): Promise<Uint8Array> {
    const listed: ListedTerm[] = [];
    for (const term of terms) listed.push({ term, codes: await this.#work.codes.of(term) });
    return expand(this.#work.text, first, path, listed);
  }

  async #expandEntry(tree: StretchTree, entry: Entry, path: Uint8Array): Promise<Entry> {
    const bytes = await tree.read(entry);
    const cursor = new EntryCursor(this.#work.text.isRepeating);
    const gathered = new GatheredTerms();
    cursor.head(bytes);
    gathered.add(cursor, bytes, tree.first);
    const terms = gathered.numbers.subarray(0, gathered.count);
    const expanded = await this.#expandList({ first: tree.first, path, terms });
    const [added] = await tree.add(expanded, Uint32Array.of(0, expanded.byteLength));
    return added!;
  }
}

interface Total {
  readonly suffixes: number;
  readonly terms: number;
  readonly docs: number;
}

function totalOf(below: OfStretches): Total {
  let [suffixes, terms, docs] = [0, 0, 0];
  for (const one of below) {
    suffixes += one?.suffixes ?? 0;
    terms += one?.terms ?? 0;
    docs += one?.docs ?? 0;
  }
  return { suffixes, terms, docs };
}

/** @returns the entries that are all of it */
function entriesOf(below: Below | undefined, stretch: number): Found[] {
  if (below === undefined) return [];
  if (below.kind === 'entry') return [{ stretch, entry: below }];
  return below.branches.flatMap(({ to }) => entriesOf(to, stretch));
}

/** @returns all bytes in one buffer; the pieces are not to be used any more */
function joined(pieces: readonly Uint8Array[]): Uint8Array {
  if (pieces.length === 1) return pieces[0]!;
  const bytes = new Uint8Array(pieces.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.byteLength;
  }
  discard(pieces);
  return bytes;
}
