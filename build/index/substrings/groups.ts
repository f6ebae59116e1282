/**
 * The units of a text, one group after the other: counted, planned, distributed to batches and sorted, while the tree is
 * written from what becomes of them.
 */
import { InvariantError } from '../../../src/errors/index.js';
import type { Scratch } from '../scratch/scratch.js';
import { discard } from '../threads/buffers.js';
import { inOrder } from '../threads/in-order.js';
import type { Pool } from '../threads/pool.js';
import type { WorkClock } from '../work-clock.js';
import type { TextCodes } from './codes.js';
import { addTallies, type Counted, countingBytes, countsOf } from './counting.js';
import { CARRIED_CODES } from './distribute.js';
import type { TreeFragment } from './fragment.js';
import {
  type Plan,
  type PlannedNode,
  type Range,
  routesToBatches,
  routesToGroups,
  runsOf,
  type SlotPlace,
  type Top,
  type Unit,
} from './plan.js';
import { type CountedNode, Planner, topOf } from './planner.js';
import { Positions } from './positions.js';
import { Routes, type RouteTables } from './routes.js';
import { SUFFIX_BYTES } from './sort.js';
import type { Selection } from './suffix-reader.js';
import { partsOf, type SuffixText } from './text.js';

/** A part of a text that is looked at has no more codes than so many batches have suffixes. */
const partBatches = 16;
/** More groups than there must be cost a pass over the text each, fewer one over more nodes that are counted. */
const batchesOfGroup = 64;
/** Suffixes that carry their codes are in the files of about so many batches at once, */
const carriedBatches = 32;
/** or in more, where they take no more of the disk than so many times the text. */
const textsCarried = 3;
/** What a suffix that carries its codes takes, with the gap to it. */
const carriedBytes = CARRIED_CODES + 1;
/** What is read while all threads are at work. */
const readAhead = 1;
/** Nodes are counted at once that take a part of what sorting a batch takes. */
const countingShare = 4;

export interface GroupWork {
  readonly text: SuffixText;
  readonly codes: TextCodes;
  readonly pool: Pool;
  readonly scratch: Scratch;
  /** Suffixes in a batch; a slot that cannot be cut may have more. */
  readonly capacity: number;
  /** Is told what it takes. */
  readonly clock: WorkClock;
}

/** A group that is being written. */
interface OpenGroup {
  readonly number: number;
  readonly plan: Plan;
  readonly planned: ReadonlyMap<Unit, PlannedNode | SlotPlace>;
  readonly rounds: Range[];
}

/** Batches whose suffixes are distributed. */
interface Round extends Range {
  readonly positions: Positions;
}

export class Groups {
  readonly #work: GroupWork;
  readonly #parts: readonly (readonly [from: number, to: number])[];
  readonly #width: number;
  readonly #terms: number;
  /** How many suffixes a group has, and a round. */
  readonly #suffixesMaximum: number;
  #groups: readonly Range[] = [];
  #units: readonly Unit[] = [];
  /** By group; undefined where there is only one. */
  #selections: Positions | undefined;
  #group: OpenGroup | undefined;
  #round: Round | undefined;
  readonly #sorting = new Map<number, Promise<TreeFragment>>();

  constructor(work: GroupWork) {
    const { text, codes, pool, capacity } = work;
    this.#work = work;
    this.#width = text.alphabet.length;
    this.#terms = text.starts.length - 1;
    this.#parts = partsOf(text, pool.threads, capacity * partBatches);
    const carried = Math.max(capacity * carriedBatches, (text.starts.at(-1)! * textsCarried) / carriedBytes);
    this.#suffixesMaximum = codes.shared === undefined ? carried : capacity * batchesOfGroup;
  }

  /** To be called first. Cost: a pass over the text, and where there is more than one group another. */
  async top(): Promise<Top> {
    const counted = await this.#count(undefined, [0], undefined);
    const top = topOf(countsOf(counted.tallies, 0, this.#width), counted.docs, this.#terms);
    this.#units = top.units;
    this.#groups = runsOf(top.units, this.#suffixesMaximum);
    if (this.#groups.length > 1) {
      const tables = routesToGroups(top.units, this.#width, this.#groups);
      this.#selections = await this.#distribute(undefined, tables, this.#groups.length, false);
    }
    return top;
  }

  /** @returns what becomes of the unit. To be called once for each, in their order, when all before is written. */
  async planned(unit: Unit): Promise<PlannedNode | SlotPlace> {
    let planned = this.#group?.planned.get(unit);
    if (planned === undefined) {
      await this.#nextGroup();
      planned = this.#group?.planned.get(unit);
    }
    if (planned === undefined) throw new InvariantError('the units of a tree were not asked for in their order');
    return planned;
  }

  /** @returns a batch of the group at hand, sorted. To be called once for each, in their order. */
  async fragment(batch: number): Promise<TreeFragment> {
    if (this.#round === undefined || batch === this.#round.end) await this.#nextRound();
    const round = this.#round;
    if (round === undefined) throw new InvariantError('a batch was asked for that no group has');
    // No more batches are under way than that, so that no more fragments wait for their turn.
    for (let next = batch; next < Math.min(batch + this.#work.pool.threads + readAhead, round.end); next += 1) {
      if (this.#sorting.has(next)) continue;
      const fragment = this.#sort(round, next);
      // Where one fails, the one that is waited for says so.
      fragment.catch(() => undefined);
      this.#sorting.set(next, fragment);
    }
    const fragment = this.#sorting.get(batch)!;
    this.#sorting.delete(batch);
    return fragment;
  }

  /** To be called when all is written: gives the disk back what it still has. */
  async remove(): Promise<void> {
    await this.#round?.positions.remove();
    await this.#selections?.remove();
  }

  async #nextGroup(): Promise<void> {
    const number = this.#group === undefined ? 0 : this.#group.number + 1;
    const range = this.#groups[number];
    if (range === undefined) throw new InvariantError('a unit was asked for that no group has');
    await this.#round?.positions.remove();
    this.#round = undefined;
    const units = this.#units.slice(range.start, range.end);
    const firstBatch = this.#group === undefined ? 0 : this.#group.plan.firstBatch + this.#group.plan.batches.length;
    const planner = new Planner(this.#width, this.#terms, this.#work.capacity, firstBatch);
    const nodesAtOnce = Math.max(
      1,
      Math.floor((this.#work.capacity * SUFFIX_BYTES) / countingShare / countingBytes(this.#width)),
    );
    for (let open = planner.openUnits(units); open.length > 0; ) {
      const next: Uint8Array[] = [];
      for (let at = 0; at < open.length; at += nodesAtOnce) {
        next.push(...planner.add(await this.#countNodes(number, open.slice(at, at + nodesAtOnce))));
      }
      open = next;
    }
    const plan = planner.plan(units);
    const perBatch = plan.batches.map(() => ({ suffixes: 0 }));
    for (const { batch, suffixes } of plan.shares) perBatch[batch - firstBatch]!.suffixes += suffixes;
    this.#group = {
      number,
      plan,
      planned: new Map(units.map((unit, index) => [unit, plan.units[index]!])),
      rounds: runsOf(perBatch, this.#suffixesMaximum).map(({ start, end }) => ({
        start: firstBatch + start,
        end: firstBatch + end,
      })),
    };
  }

  async #nextRound(): Promise<void> {
    await this.#round?.positions.remove();
    const { number, plan, rounds } = this.#group!;
    const range = rounds.shift();
    if (range === undefined) throw new InvariantError('a batch was asked for that the group does not have');
    const tables = routesToBatches(plan, this.#width, range);
    const carries = this.#work.codes.shared === undefined;
    const positions = await this.#distribute(number, tables, range.end - range.start, carries);
    this.#round = { ...range, positions };
  }

  async #sort({ start, positions }: Round, batch: number): Promise<TreeFragment> {
    const { text, codes, pool, clock } = this.#work;
    const { plan } = this.#group!;
    const suffixes = await positions.of(batch - start);
    return pool.run(
      'batch',
      { text, codes: codes.shared, batch: plan.batches[batch - plan.firstBatch]!, suffixes },
      clock,
    );
  }

  /** @param group undefined for all suffixes */
  async #distribute(
    group: number | undefined,
    tables: RouteTables,
    destinations: number,
    carries: boolean,
  ): Promise<Positions> {
    const { text, codes, pool, scratch, clock } = this.#work;
    const positions = new Positions(scratch);
    const distribute = async (index: number) => {
      const [part, selection] = await Promise.all([codes.part(...this.#parts[index]!), this.#selection(group, index)]);
      return pool.run('distribute', { text, part, selection, tables, destinations, carries }, clock);
    };
    await inOrder([...this.#parts.keys()], pool.threads + readAhead, distribute, async (distributed) => {
      await positions.add(distributed);
      discard(distributed.bytes);
    });
    return positions;
  }

  async #countNodes(group: number, prefixes: readonly Uint8Array[]): Promise<CountedNode[]> {
    const routes = new Routes(this.#width);
    for (const [node, prefix] of prefixes.entries()) {
      const [first, second] = prefix.slice(-2);
      const pair = first! * this.#width + second!;
      routes.send(prefix.slice(0, -2), pair, pair + 1, node);
    }
    const depths = prefixes.map(({ length }) => length);
    const { tallies } = await this.#count(group, depths, routes.shared());
    const counted = prefixes.map((prefix, node) => ({ prefix, ...countsOf(tallies, node, this.#width) }));
    discard(tallies);
    return counted;
  }

  /** @param group undefined for all suffixes */
  async #count(
    group: number | undefined,
    depths: readonly number[],
    tables: RouteTables | undefined,
  ): Promise<Counted> {
    const { text, codes, pool, clock } = this.#work;
    let sum: Counted | undefined;
    const count = async (index: number) => {
      const [part, selection] = await Promise.all([codes.part(...this.#parts[index]!), this.#selection(group, index)]);
      return pool.run('count', { text, part, selection, tables, depths }, clock);
    };
    await inOrder([...this.#parts.keys()], pool.threads + readAhead, count, async (counted) => {
      if (sum === undefined) {
        sum = counted;
        return;
      }
      addTallies(sum.tallies, counted.tallies, this.#width);
      discard(counted);
      sum = { ...sum, docs: sum.docs + counted.docs };
    });
    if (sum === undefined) throw new InvariantError('a text without terms was counted');
    return sum;
  }

  /** @returns which suffixes of a part a group has */
  async #selection(group: number | undefined, part: number): Promise<Selection> {
    return group === undefined ? undefined : this.#selections?.gapsOf(group, part);
  }
}
