/**
 * The units of a text, one group after the other: counted, planned, distributed to batches and sorted, while the tree is
 * written from what becomes of them.
 */

import { threshold } from '../../src/content/choices/index.js';
import { InvariantError } from '../../src/content/errors/index.js';
import type { Positions } from './distribute.js';
import { Passes, READ_AHEAD, type TreeWork } from './passes.js';
import {
  type Plan,
  type PlannedNode,
  type Range,
  routesToBatches,
  runsOf,
  type SlotPlace,
  type Top,
  type Unit,
} from './plan/batch-plan.js';
import { Planner } from './plan/batch-planner.js';
import type { TreeFragment } from './sort/fragment-builder.js';
import { batchJob } from './sort/sort-batch.js';

/** More groups than there must be cost a pass over the text each, fewer one over more nodes that are counted. */
const batchesOfGroup = 64;
/** Of a text that is read from a file for each pass there are no more groups than this. */
const groupsFromFile = 16;

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
  readonly #work: TreeWork;
  readonly #passes: Passes;
  readonly #width: number;
  /** How many suffixes a group has, and a round. */
  #suffixesMaximum: number;
  #groups: readonly Range[] = [];
  #units: readonly Unit[] = [];
  #group: OpenGroup | undefined;
  #round: Round | undefined;
  readonly #sorting = new Map<number, Promise<TreeFragment>>();

  constructor(work: TreeWork) {
    this.#work = work;
    this.#passes = new Passes(work);
    this.#width = work.text.alphabet.length;
    this.#suffixesMaximum = work.capacity * threshold('substring.group', batchesOfGroup);
  }

  /** To be called first. Cost: a pass over the text, and where there is more than one group another. */
  async top(): Promise<Top['root']> {
    const top = await this.#passes.top();
    this.#units = top.units;
    if (this.#work.codes.shared === undefined) {
      const suffixes = top.units.reduce((sum, unit) => sum + unit.suffixes, 0);
      this.#suffixesMaximum = Math.max(this.#suffixesMaximum, suffixes / groupsFromFile);
    }
    this.#groups = runsOf(top.units, this.#suffixesMaximum);
    await this.#passes.select(top.units, this.#groups);
    return top.root;
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
    for (let next = batch; next < Math.min(batch + this.#work.pool.threads + READ_AHEAD, round.end); next += 1) {
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
    await this.#passes.remove();
  }

  async #nextGroup(): Promise<void> {
    const number = this.#group === undefined ? 0 : this.#group.number + 1;
    const range = this.#groups[number];
    if (range === undefined) throw new InvariantError('a unit was asked for that no group has');
    await this.#round?.positions.remove();
    this.#round = undefined;
    const units = this.#units.slice(range.start, range.end);
    const firstBatch = this.#group === undefined ? 0 : this.#group.plan.firstBatch + this.#group.plan.batches.length;
    const planner = new Planner(this.#width, this.#work.text.docStarts.length - 1, this.#work.capacity, firstBatch);
    for (let open = planner.openUnits(units); open.length > 0; ) {
      const next: Uint8Array[] = [];
      for await (const counted of this.#passes.countNodes(number, open)) next.push(...planner.add(counted));
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
    const batches = plan.batches.slice(range.start - plan.firstBatch, range.end - plan.firstBatch);
    const positions = await this.#passes.distribute(
      number,
      routesToBatches(plan, this.#width, range),
      Uint8Array.from(batches, ({ prefix }) => prefix.length),
    );
    this.#round = { ...range, positions };
  }

  async #sort({ start, positions }: Round, batch: number): Promise<TreeFragment> {
    const { text, codes, carried, pool, clock } = this.#work;
    const { plan } = this.#group!;
    const suffixes = await positions.of(batch - start);
    const input = { text, codes: codes.shared, carried, batch: plan.batches[batch - plan.firstBatch]!, suffixes };
    return pool.run(batchJob, input, clock);
  }
}
