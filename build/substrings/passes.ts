/**
 * Passes over a text, or over the suffixes of one group, that count nodes or distribute suffixes.
 *
 * The text is divided into parts; several parts are in progress at once. Elsewhere: the work on one part (plan/counting,
 * distribute), the order of the passes (groups).
 */
import { InvariantError } from '../../src/content/errors/index.js';
import { discard, type Pool, processInOrder, type ScratchFolder, type WorkClock } from '../work/index.js';
import { CARRIED_CODES, distributeJob } from './distribute.js';
import { DistributedSuffixes } from './distributed-suffixes.js';
import { buildGroupRoutes, type Range, type Top, type Unit } from './plan/batch-plan.js';
import { type CountedNode, planTop } from './plan/batch-planner.js';
import { addCounts, countingBytes, countJob, type PartCounts, readCounts } from './plan/counting.js';
import { Routes, type RouteTables } from './plan/routes.js';
import { suffixBytes } from './sort/sort-batch.js';
import {
  divideText,
  type Selection,
  type SuffixText,
  type TermRange,
  type TextCodes,
  type TextPart,
} from './text/index.js';

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
 * Maximum size of a part, relative to a batch: its distributed records take at most as many bytes as the carried codes of
 * this many batches.
 */
const partBatches = 48;
/** If the text is in a file, a part of a pass over one group has at most this many times the codes of other parts. */
const fileParts = 2;
/** Counting several nodes at once may use the memory of sorting a batch, divided by this number. */
const countingDivisor = 4;

/** The passes of one tree. */
export class TextPasses {
  readonly #context: TreeContext;
  readonly #width: number;
  #parts: readonly TermRange[];
  /** Selections by group; undefined if there is only one group. */
  #selections: DistributedSuffixes | undefined;

  constructor(context: TreeContext) {
    this.#context = context;
    this.#width = context.text.alphabet.length;
    this.#parts = this.#divide(1);
  }

  /** Divides the text into parts. @param share one of this many suffixes is distributed with its codes */
  #divide(share: number): readonly TermRange[] {
    const { text, pool, capacity } = this.#context;
    return divideText(text, pool.threads, (share * capacity * partBatches) / CARRIED_CODES.next);
  }

  /** Counts and plans the top two levels of the tree. Cost: a pass over the text. */
  async planTop(): Promise<Top> {
    const { tables, docs } = await this.#count(undefined, [0], undefined);
    return planTop(readCounts(tables, 0, this.#width), docs, this.#context.text.docStarts.length - 1);
  }

  /**
   * Records the suffixes of each group. Cost: a pass over the text if there are several groups.
   *
   * If the text is in a file, later passes have larger parts, because they distribute the suffixes of one group only: there are
   * fewer tables of counts to add.
   */
  async recordGroups(units: readonly Unit[], groups: readonly Range[]): Promise<void> {
    if (groups.length < 2) return;
    if (this.#context.codes.shared === undefined) this.#parts = this.#divide(Math.min(groups.length, fileParts));
    const tables = buildGroupRoutes(units, this.#width, groups);
    this.#selections = await this.distribute(undefined, tables, new Uint8Array(groups.length), CARRIED_CODES.nothing);
  }

  /**
   * Distributes the suffixes of a group to their destinations. Cost: a pass over the suffixes.
   *
   * @param group   undefined for all suffixes of the text
   * @param tables  route a suffix to the number of its destination
   * @param depths  destination → length of the common beginning of its suffixes, in codes
   * @param carried number of codes that each record carries; by default, that of a record for a batch
   */
  async distribute(
    group: number | undefined,
    tables: RouteTables,
    depths: Uint8Array,
    carried = this.#context.carried,
  ): Promise<DistributedSuffixes> {
    const { text, pool, scratch, capacity, clock } = this.#context;
    const distributed = new DistributedSuffixes(scratch, (capacity * partBatches) / 2);
    await this.#eachPart(
      group,
      (part, selection) => pool.run(distributeJob, { text, part, selection, tables, depths, carried }, clock),
      (part) => distributed.add(part),
    );
    await distributed.finish();
    return distributed;
  }

  /**
   * Counts the nodes with these strings, several per pass, as many as fit into memory.
   *
   * @param prefixes strings of nodes of the group
   * Cost: a pass over the suffixes of the group for each yielded list.
   */
  async *countNodes(group: number, prefixes: readonly Uint8Array[]): AsyncGenerator<CountedNode[]> {
    const { capacity, carried } = this.#context;
    const bytes = (capacity * suffixBytes(carried)) / countingDivisor;
    const nodesPerPass = Math.max(1, Math.floor(bytes / countingBytes(this.#width)));
    for (let start = 0; start < prefixes.length; start += nodesPerPass) {
      yield await this.#countInOnePass(group, prefixes.slice(start, start + nodesPerPass));
    }
  }

  async #countInOnePass(group: number, prefixes: readonly Uint8Array[]): Promise<CountedNode[]> {
    const routes = new Routes(this.#width);
    for (const [node, prefix] of prefixes.entries()) {
      const [firstCode, secondCode] = prefix.slice(-2);
      const pair = firstCode! * this.#width + secondCode!;
      routes.send(prefix.slice(0, -2), pair, pair + 1, node);
    }
    const depths = prefixes.map(({ length }) => length);
    const { tables } = await this.#count(group, depths, routes.shared());
    const counted = prefixes.map((prefix, node) => ({ prefix, ...readCounts(tables, node, this.#width) }));
    discard(tables);
    return counted;
  }

  /** Frees the disk space. */
  async remove(): Promise<void> {
    await this.#selections?.remove();
  }

  /** Counts the nodes that the tables route to. @param group undefined for all suffixes of the text */
  async #count(
    group: number | undefined,
    depths: readonly number[],
    tables: RouteTables | undefined,
  ): Promise<PartCounts> {
    const { text, pool, clock } = this.#context;
    let sum: PartCounts | undefined;
    await this.#eachPart(
      group,
      (part, selection) => pool.run(countJob, { text, part, selection, tables, depths }, clock),
      async (counted) => {
        if (sum === undefined) {
          sum = counted;
          return;
        }
        addCounts(sum.tables, counted.tables, this.#width);
        discard(counted);
        sum = { ...sum, docs: sum.docs + counted.docs };
      },
    );
    if (sum === undefined) throw new InvariantError('a text without terms was counted');
    return sum;
  }

  /** Works on each part, several at once. @param consume receives the result of each part, in the order of the parts */
  async #eachPart<Result>(
    group: number | undefined,
    work: (part: TextPart, selection: Selection) => Promise<Result>,
    consume: (result: Result) => Promise<void>,
  ): Promise<void> {
    const { codes, pool } = this.#context;
    const begin = async (index: number): Promise<Result> => {
      const selection = group === undefined ? undefined : this.#selections?.readPart(group, index);
      return work(await codes.readPart(this.#parts[index]!), await selection);
    };
    await processInOrder([...this.#parts.keys()], pool.threads + READ_AHEAD, begin, consume);
  }
}
