/**
 * Processes the units of a text group by group: counts nodes, plans batches, distributes suffixes to batches, sorts them.
 *
 * The tree writer requests plans and sorted batches in the order of the tree, so one group is in progress at a time.
 * Elsewhere: the passes over the text (passes), planning (plan/batch-planner), sorting a batch (sort/sort-batch).
 */
import { threshold } from '../../src/content/choices/index.js';
import { InvariantError } from '../../src/content/errors/index.js';
import type { DistributedSuffixes } from './distributed-suffixes.js';
import { READ_AHEAD, TextPasses, type TreeContext } from './passes.js';
import {
  buildBatchRoutes,
  divideIntoRanges,
  type Plan,
  type PlannedNode,
  type Range,
  type SlotLocation,
  type Top,
  type Unit,
} from './plan/batch-plan.js';
import { Planner } from './plan/batch-planner.js';
import type { TreeFragment } from './sort/fragment-builder.js';
import { batchJob } from './sort/sort-batch.js';

/** Batches per group: each group costs a pass over the text, and a larger one counts more nodes. */
const batchesOfGroup = 64;
/**
 * Maximum number of groups of a text in a file: the whole text is read for each pass over a group, about four times. Fewer groups
 * would need more disk space, as all suffixes of a group are in a scratch file at once.
 */
const groupsFromFile = 8;

/** The group being written. */
interface OpenGroup {
  /** Its index among all groups. */
  readonly number: number;
  readonly plan: Plan;
  readonly planned: ReadonlyMap<Unit, PlannedNode | SlotLocation>;
  /** The numbers of the batches of each round still to come. */
  readonly rounds: Range[];
}

/** A round: batches of a group whose suffixes are distributed in one pass. */
interface Round extends Range {
  readonly distributed: DistributedSuffixes;
}

/** The groups of one tree. */
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
  /** Batch → its fragment, if sorting has begun. */
  readonly #sorting = new Map<number, Promise<TreeFragment>>();

  constructor(context: TreeContext) {
    this.#context = context;
    this.#passes = new TextPasses(context);
    this.#width = context.text.alphabet.length;
    this.#suffixesMaximum = context.capacity * threshold('substring.group', batchesOfGroup);
  }

  /**
   * Plans the top two levels, and divides the units into groups. Call first.
   *
   * Cost: a pass over the text, and a second one if there are several groups.
   */
  async planTop(): Promise<Top['root']> {
    const top = await this.#passes.planTop();
    this.#units = top.units;
    if (this.#context.codes.shared === undefined) {
      const suffixes = top.units.reduce((sum, unit) => sum + unit.suffixes, 0);
      this.#suffixesMaximum = Math.max(this.#suffixesMaximum, suffixes / groupsFromFile);
    }
    this.#groups = divideIntoRanges(top.units, this.#suffixesMaximum);
    await this.#passes.recordGroups(top.units, this.#groups);
    return top.root;
  }

  /** @returns the unit's plan. Call once per unit, in order, when all units before are written. */
  async planUnit(unit: Unit): Promise<PlannedNode | SlotLocation> {
    let planned = this.#group?.planned.get(unit);
    if (planned === undefined) {
      await this.#openNextGroup();
      planned = this.#group?.planned.get(unit);
    }
    if (planned === undefined) throw new InvariantError('the units of a tree were not requested in order');
    return planned;
  }

  /** @returns a sorted batch of the current group. Call once per batch, in order. */
  async sortBatch(batch: number): Promise<TreeFragment> {
    if (this.#round === undefined || batch === this.#round.end) await this.#openNextRound();
    const round = this.#round;
    if (round === undefined) throw new InvariantError('a batch was requested before its group was planned');
    // Limits the batches in progress, and so the fragments that wait for their turn.
    for (let next = batch; next < Math.min(batch + this.#context.pool.threads + READ_AHEAD, round.end); next += 1) {
      if (this.#sorting.has(next)) continue;
      const fragment = this.#startSort(round, next);
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
    await this.#round?.distributed.remove();
    await this.#passes.remove();
  }

  /** Counts the large nodes of the next group, and plans its batches. */
  async #openNextGroup(): Promise<void> {
    const number = this.#group === undefined ? 0 : this.#group.number + 1;
    const range = this.#groups[number];
    if (range === undefined) throw new InvariantError('a unit was requested that no group has');
    await this.#round?.distributed.remove();
    this.#round = undefined;
    const units = this.#units.slice(range.start, range.end);
    const firstBatch = this.#group === undefined ? 0 : this.#group.plan.firstBatch + this.#group.plan.batches.length;
    const planner = new Planner(
      this.#width,
      this.#context.text.docStarts.length - 1,
      this.#context.capacity,
      firstBatch,
    );
    let uncounted = planner.openUnits(units);
    while (uncounted.length > 0) {
      const uncountedBelow: Uint8Array[] = [];
      for await (const counted of this.#passes.countNodes(number, uncounted)) {
        uncountedBelow.push(...planner.add(counted));
      }
      uncounted = uncountedBelow;
    }
    const plan = planner.plan(units);
    const batchSizes = plan.batches.map(() => ({ suffixes: 0 }));
    for (const { batch, suffixes } of plan.shares) batchSizes[batch - firstBatch]!.suffixes += suffixes;
    this.#group = {
      number,
      plan,
      planned: new Map(units.map((unit, index) => [unit, plan.units[index]!])),
      rounds: divideIntoRanges(batchSizes, this.#suffixesMaximum).map(({ start, end }) => ({
        start: firstBatch + start,
        end: firstBatch + end,
      })),
    };
  }

  /** Distributes the suffixes of the next batches. */
  async #openNextRound(): Promise<void> {
    await this.#round?.distributed.remove();
    const { number, plan, rounds } = this.#group!;
    const range = rounds.shift();
    if (range === undefined) throw new InvariantError('a batch was requested that the group does not have');
    const batches = plan.batches.slice(range.start - plan.firstBatch, range.end - plan.firstBatch);
    const distributed = await this.#passes.distribute(
      number,
      buildBatchRoutes(plan, this.#width, range),
      Uint8Array.from(batches, ({ prefix }) => prefix.length),
    );
    this.#round = { ...range, distributed };
  }

  async #startSort({ start, distributed }: Round, batch: number): Promise<TreeFragment> {
    const { text, codes, carried, pool, clock } = this.#context;
    const { plan } = this.#group!;
    const suffixes = await distributed.read(batch - start);
    const input = { text, codes: codes.shared, carried, batch: plan.batches[batch - plan.firstBatch]!, suffixes };
    return pool.run(batchJob, input, clock);
  }
}
