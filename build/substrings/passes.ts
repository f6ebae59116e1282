/**
 * Passes over a text, or over those of its suffixes that one group has: counting nodes, and distributing suffixes. A part
 * of the text at a time, several at once.
 */
import { InvariantError } from '../../src/content/errors/index.js';
import { discard, inOrder, type Pool, type Scratch, type WorkClock } from '../work/index.js';
import { CARRIED_CODES, distributeJob, Positions } from './distribute.js';
import { type Range, routesToGroups, type Top, type Unit } from './plan/batch-plan.js';
import { type CountedNode, topOf } from './plan/batch-planner.js';
import { addTallies, type Counted, countingBytes, countJob, countsOf } from './plan/counting.js';
import { Routes, type RouteTables } from './plan/routes.js';
import { suffixBytes } from './sort/sort-batch.js';
import {
  partsOf,
  type Selection,
  type SuffixText,
  type TermRange,
  type TextCodes,
  type TextPart,
} from './text/text.js';

/** What a tree is made of, and with. */
export interface TreeWork {
  readonly text: SuffixText;
  readonly codes: TextCodes;
  readonly pool: Pool;
  readonly scratch: Scratch;
  /** Suffixes in a batch; a slot that cannot be cut may have more. */
  readonly capacity: number;
  /** How many codes a suffix takes along to its batch. */
  readonly carried: number;
  /** Is told what it takes. */
  readonly clock: WorkClock;
}

/** How much more is read than threads work at, so that none waits for the disk. */
export const READ_AHEAD = 1;

/**
 * What is distributed of a part of a text takes no more bytes than the codes of so many suffixes of a batch; where these
 * are many, as the text is in a file, there are several groups, and a part is distributed to one of them.
 */
const partBatches = 48;
/** Nodes are counted at once that take a part of what sorting a batch takes. */
const countingShare = 4;

export class Passes {
  readonly #work: TreeWork;
  readonly #width: number;
  readonly #parts: readonly TermRange[];
  /** By group; undefined where there is only one. */
  #selections: Positions | undefined;

  constructor(work: TreeWork) {
    this.#work = work;
    this.#width = work.text.alphabet.length;
    this.#parts = partsOf(work.text, work.pool.threads, (work.capacity * partBatches) / CARRIED_CODES.next);
  }

  /** Cost: a pass over the text. */
  async top(): Promise<Top> {
    const { tallies, docs } = await this.#count(undefined, [0], undefined);
    return topOf(countsOf(tallies, 0, this.#width), docs, this.#work.text.docStarts.length - 1);
  }

  /** Notes which suffixes each group has. Cost: a pass over the text, where there is more than one group. */
  async select(units: readonly Unit[], groups: readonly Range[]): Promise<void> {
    if (groups.length < 2) return;
    const tables = routesToGroups(units, this.#width, groups);
    this.#selections = await this.distribute(undefined, tables, new Uint8Array(groups.length), CARRIED_CODES.nothing);
  }

  /**
   * @param group    whose suffixes are distributed, undefined for all
   * @param tables   lead them to the number of their destination
   * @param depths   per destination: how many codes its suffixes begin with that all of them share
   * @param carried  how many each takes along; as to a batch, by default
   */
  async distribute(
    group: number | undefined,
    tables: RouteTables,
    depths: Uint8Array,
    carried = this.#work.carried,
  ): Promise<Positions> {
    const { text, pool, scratch, capacity, clock } = this.#work;
    const positions = new Positions(scratch, capacity * partBatches);
    await this.#each(
      group,
      (part, selection) => pool.run(distributeJob, { text, part, selection, tables, depths, carried }, clock),
      (distributed) => positions.add(distributed),
    );
    await positions.finish();
    return positions;
  }

  /** Counts the nodes with these strings, each of them below the group, as many at once as memory holds. */
  async *countNodes(group: number, prefixes: readonly Uint8Array[]): AsyncGenerator<CountedNode[]> {
    const { capacity, carried } = this.#work;
    const bytes = (capacity * suffixBytes(carried)) / countingShare;
    const nodes = Math.max(1, Math.floor(bytes / countingBytes(this.#width)));
    for (let at = 0; at < prefixes.length; at += nodes) {
      yield await this.#countSome(group, prefixes.slice(at, at + nodes));
    }
  }

  async #countSome(group: number, prefixes: readonly Uint8Array[]): Promise<CountedNode[]> {
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

  /** Gives the disk back what it has. */
  async remove(): Promise<void> {
    await this.#selections?.remove();
  }

  /** @param group undefined for all suffixes */
  async #count(
    group: number | undefined,
    depths: readonly number[],
    tables: RouteTables | undefined,
  ): Promise<Counted> {
    const { text, pool, clock } = this.#work;
    let sum: Counted | undefined;
    await this.#each(
      group,
      (part, selection) => pool.run(countJob, { text, part, selection, tables, depths }, clock),
      async (counted) => {
        if (sum === undefined) {
          sum = counted;
          return;
        }
        addTallies(sum.tallies, counted.tallies, this.#width);
        discard(counted);
        sum = { ...sum, docs: sum.docs + counted.docs };
      },
    );
    if (sum === undefined) throw new InvariantError('a text without terms was counted');
    return sum;
  }

  /** @param take is given what became of each part, in their order */
  async #each<Made>(
    group: number | undefined,
    work: (part: TextPart, selection: Selection) => Promise<Made>,
    take: (made: Made) => Promise<void>,
  ): Promise<void> {
    const { codes, pool } = this.#work;
    const begin = async (index: number): Promise<Made> => {
      const selection = group === undefined ? undefined : this.#selections?.recordsOf(group, index);
      return work(await codes.part(this.#parts[index]!), await selection);
    };
    await inOrder([...this.#parts.keys()], pool.threads + READ_AHEAD, begin, take);
  }
}
