/**
 * Processes the units of a text group by group: counts, plans, distributes to batches and sorts, while the tree is written
 * from the results.
 */
import { threshold } from '../../src/content/choices/index.js';
import { InvariantError } from '../../src/content/errors/index.js';
import { READ_AHEAD, TextPasses, type TreeContext } from './passes.js';
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
import type { Positions } from './positions.js';
import type { TreeFragment } from './sort/fragment-builder.js';
import { batchJob } from './sort/sort-batch.js';

/** Batches per group: each group costs a pass over the text, and a larger one counts more nodes. */
const batchesOfGroup = 64;
/** Maximum number of groups of a text that is read from a file for each pass. */
const groupsFromFile = 16;

/** The group being written. */
interface OpenGroup {
  readonly number: number;
  readonly plan: Plan;
  readonly planned: ReadonlyMap<Unit, PlannedNode | SlotPlace>;
  readonly rounds: Range[];
}

/** Batches whose suffixes are distributed together. */
interface Round extends Range {
  readonly positions: Positions;
}

export class UnitGroups {
  readonly #context: TreeContext;
  readonly #passes: TextPasses;
  readonly #width: number;
  /** Maximum number of suffixes of a group, and of a round. */
  #suffixesMaximum: number;
  #groups: readonly Range[] = [];
  #units: readonly Unit[] = [];
  #group: OpenGroup | undefined;
  #round: Round | undefined;
  readonly #sorting = new Map<number, Promise<TreeFragment>>();

  constructor(context: TreeContext) {
    this.#context = context;
    this.#passes = new TextPasses(context);
    this.#width = context.text.alphabet.length;
    this.#suffixesMaximum = context.capacity * threshold('substring.group', batchesOfGroup);
  }

  /** Call first. Cost: a pass over the text, and a second one if there are several groups. */
  async top(): Promise<Top['root']> {
    const top = await this.#passes.top();
    this.#units = top.units;
    if (this.#context.codes.shared === undefined) {
      const suffixes = top.units.reduce((sum, unit) => sum + unit.suffixes, 0);
      this.#suffixesMaximum = Math.max(this.#suffixesMaximum, suffixes / groupsFromFile);
    }
    this.#groups = runsOf(top.units, this.#suffixesMaximum);
    await this.#passes.select(top.units, this.#groups);
    return top.root;
  }

  /** @returns the unit's plan. Call once per unit, in order, when all units before are written. */
  async planned(unit: Unit): Promise<PlannedNode | SlotPlace> {
    let planned = this.#group?.planned.get(unit);
    if (planned === undefined) {
      await this.#nextGroup();
      planned = this.#group?.planned.get(unit);
    }
    if (planned === undefined) throw new InvariantError('the units of a tree were not requested in order');
    return planned;
  }

  /** @returns a sorted batch of the current group. Call once per batch, in order. */
  async fragment(batch: number): Promise<TreeFragment> {
    if (this.#round === undefined || batch === this.#round.end) await this.#nextRound();
    const round = this.#round;
    if (round === undefined) throw new InvariantError('a batch was requested before its group was planned');
    // Limits the batches in progress, and so the fragments that wait for their turn.
    for (let next = batch; next < Math.min(batch + this.#context.pool.threads + READ_AHEAD, round.end); next += 1) {
      if (this.#sorting.has(next)) continue;
      const fragment = this.#sort(round, next);
      // A failure is thrown where the fragment is awaited.
      fragment.catch(() => undefined);
      this.#sorting.set(next, fragment);
    }
    const fragment = this.#sorting.get(batch)!;
    this.#sorting.delete(batch);
    return fragment;
  }

  /** Call when all units are written: frees the remaining disk space. */
  async remove(): Promise<void> {
    await this.#round?.positions.remove();
    await this.#passes.remove();
  }

  async #nextGroup(): Promise<void> {
    const number = this.#group === undefined ? 0 : this.#group.number + 1;
    const range = this.#groups[number];
    if (range === undefined) throw new InvariantError('a unit was requested that no group has');
    await this.#round?.positions.remove();
    this.#round = undefined;
    const units = this.#units.slice(range.start, range.end);
    const firstBatch = this.#group === undefined ? 0 : this.#group.plan.firstBatch + this.#group.plan.batches.length;
    const planner = new Planner(
      this.#width,
      this.#context.text.docStarts.length - 1,
      this.#context.capacity,
      firstBatch,
    );
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
    if (range === undefined) throw new InvariantError('a batch was requested that the group does not have');
    const batches = plan.batches.slice(range.start - plan.firstBatch, range.end - plan.firstBatch);
    const positions = await this.#passes.distribute(
      number,
      routesToBatches(plan, this.#width, range),
      Uint8Array.from(batches, ({ prefix }) => prefix.length),
    );
    this.#round = { ...range, positions };
  }

  async #sort({ start, positions }: Round, batch: number): Promise<TreeFragment> {
    const { text, codes, carried, pool, clock } = this.#context;
    const { plan } = this.#group!;
    const suffixes = await positions.of(batch - start);
    const input = { text, codes: codes.shared, carried, batch: plan.batches[batch - plan.firstBatch]!, suffixes };
    return pool.run(batchJob, input, clock);
  }
}
