/**
 * Passes over a text, or over the suffixes of one group: counting nodes, and distributing suffixes. Several parts of the
 * text are in progress at once.
 */
import { InvariantError } from '../../src/content/errors/index.js';
import { discard, type Pool, processInOrder, type ScratchFolder, type WorkClock } from '../work/index.js';
import { CARRIED_CODES, distributeJob } from './distribute.js';
import { type Range, routesToGroups, type Top, type Unit } from './plan/batch-plan.js';
import { type CountedNode, planTop } from './plan/batch-planner.js';
import { addTallies, type Counted, countingBytes, countJob, countsOf } from './plan/counting.js';
import { Routes, type RouteTables } from './plan/routes.js';
import { Positions } from './positions.js';
import { suffixBytes } from './sort/sort-batch.js';
import type { TextCodes, TextPart } from './text/index.js';
import { partsOf, type SuffixText, type TermRange } from './text/index.js';
import type { Selection } from './text/suffix-reader.js';

/** The input of a tree, and the resources to build it. */
export interface TreeContext {
  readonly text: SuffixText;
  readonly codes: TextCodes;
  readonly pool: Pool;
  readonly scratch: ScratchFolder;
  /** Maximum number of suffixes of a batch; an indivisible slot may have more. */
  readonly capacity: number;
  /** Codes that a suffix carries to its batch. */
  readonly carried: number;
  /** Receives the time. */
  readonly clock: WorkClock;
}

/** Inputs read ahead, so that no thread waits for the disk. */
export const READ_AHEAD = 1;

/**
 * What is distributed of a part of a text takes no more bytes than the codes of so many suffixes of a batch; where these
 * are many, as the text is in a file, there are several groups, and a part is distributed to one of them.
 */
const partBatches = 48;
/** Counting several nodes at once may use this fraction of the memory of sorting a batch. */
const countingShare = 4;

export class TextPasses {
  readonly #work: TreeContext;
  readonly #width: number;
  readonly #parts: readonly TermRange[];
  /** Selections by group; undefined if there is only one group. */
  #selections: Positions | undefined;

  constructor(work: TreeContext) {
    this.#work = work;
    this.#width = work.text.alphabet.length;
    this.#parts = partsOf(work.text, work.pool.threads, (work.capacity * partBatches) / CARRIED_CODES.next);
  }

  /** Cost: a pass over the text. */
  async top(): Promise<Top> {
    const { tallies, docs } = await this.#count(undefined, [0], undefined);
    return planTop(countsOf(tallies, 0, this.#width), docs, this.#work.text.docStarts.length - 1);
  }

  /** Records the suffixes of each group. Cost: a pass over the text if there are several groups. */
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
    await this.#eachPart(
      group,
      (part, selection) => pool.run(distributeJob, { text, part, selection, tables, depths, carried }, clock),
      (distributed) => positions.add(distributed),
    );
    await positions.finish();
    return positions;
  }

  /** Counts the nodes with these strings, all below the group, as many at once as fit into memory. */
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

  /** Frees the disk space. */
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
    await this.#eachPart(
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

  /** @param consume receives the result of each part, in the order of the parts */
  async #eachPart<Result>(
    group: number | undefined,
    work: (part: TextPart, selection: Selection) => Promise<Result>,
    consume: (result: Result) => Promise<void>,
  ): Promise<void> {
    const { codes, pool } = this.#work;
    const begin = async (index: number): Promise<Result> => {
      const selection = group === undefined ? undefined : this.#selections?.recordsOf(group, index);
      return work(await codes.part(this.#parts[index]!), await selection);
    };
    await processInOrder([...this.#parts.keys()], pool.threads + READ_AHEAD, begin, consume);
  }
}
