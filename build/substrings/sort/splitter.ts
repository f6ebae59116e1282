/**
 * Splitting the suffixes of a node by their next code, from one half of the memory into the other, no further than the
 * tree goes.
 *
 * Splitting keeps the order of the text, so terms always ascend and nothing is ever compared. Elsewhere: how a suffix
 * travels (moves), what becomes of a split node (sort-batch, parts/sort-part).
 *
 * Source: MSD radix sort (Sedgewick, Algorithms, 3rd ed., section 10.3), stopped early.
 */
import { type BranchRule, branchesOf } from '../plan/branches.js';
import {
  halfCodes,
  type Level,
  move,
  moveAndRead,
  moveTerms,
  moveToLater,
  type Suffixes,
  suffixNumbers,
  tally,
} from './moves.js';
import type { SortMemory } from './sort-memory.js';

const suffixBytes = suffixNumbers * Int32Array.BYTES_PER_ELEMENT;

export class Splitter {
  readonly #width: number;
  /** The codes that suffixes' positions are in. */
  readonly #view: DataView;
  readonly #rule: BranchRule;
  readonly #memory: SortMemory;

  /** @param memory that the suffixes are in */
  constructor(width: number, view: DataView, rule: BranchRule, memory: SortMemory) {
    this.#width = width;
    this.#view = view;
    this.#rule = rule;
    this.#memory = memory;
  }

  /**
   * Finds the branches of the node of the suffixes at `[from, to)` of `source`, which share `depth` codes, and moves its
   * suffixes into them: those of a branch are at `[starts, next)` of `spare` then, those of a bucket its terms only.
   *
   * @param source one half of the memory, `spare` the other, whose `[from, to)` is free
   * @param unread how many codes of the keys are still ahead: 1 to 8
   * @returns what it found, valid until another node of this depth is split. Cost: O(suffixes + alphabet).
   */
  split(source: Suffixes, spare: Suffixes, from: number, to: number, depth: number, unread: number): Level {
    const width = this.#width;
    const level = this.#memory.levels[depth]!;
    const { suffixes, branchOf, branches, next, starts } = level;
    const shift = ((unread - 1) % halfCodes) * 8;
    level.clear(width);
    this.#tally(source, from, to, shift, level);
    branchesOf(level, 0, width, depth, this.#rule, branches);
    let at = from;
    for (let branch = 0; branch < branches.count; branch += 1) {
      starts[branch] = at;
      next[branch] = at;
      const end = branch + 1 < branches.count ? branches.firsts[branch + 1]! : width;
      for (let code = branches.firsts[branch]!; code < end; code += 1) {
        branchOf[code] = branch;
        at += suffixes[code]!;
      }
    }
    this.#move(source, spare, from, to, depth, unread, shift, level);
    return level;
  }

  #tally(source: Suffixes, from: number, to: number, shift: number, level: Level): void {
    const { compiled } = this.#memory;
    if (compiled === undefined) tally(source, from, to, shift, level);
    else if (from < to) compiled.tally(addressOf(source, from), addressOf(source, to), shift, level.at);
  }

  #move(
    source: Suffixes,
    spare: Suffixes,
    from: number,
    to: number,
    depth: number,
    unread: number,
    shift: number,
    level: Level,
  ): void {
    const { isNode, count } = level.branches;
    const isLeaf = !isNode.subarray(0, count).includes(1);
    const { compiled } = this.#memory;
    // The codes of the text lie elsewhere.
    if (unread === 1 && !isLeaf) moveAndRead(source, spare, from, to, level, this.#view, depth + 1);
    else if (compiled !== undefined) {
      if (from === to) return;
      const run = isLeaf ? compiled.moveTerms : unread === halfCodes + 1 ? compiled.moveToLater : compiled.move;
      run(addressOf(source, from), addressOf(source, to), shift, level.at, spare.byteOffset);
    } else if (isLeaf) moveTerms(source, spare, from, to, shift, level);
    else if (unread === halfCodes + 1) moveToLater(source, spare, from, to, level);
    else move(source, spare, from, to, shift, level);
  }
}

const addressOf = ({ byteOffset }: Suffixes, place: number): number => byteOffset + place * suffixBytes;
