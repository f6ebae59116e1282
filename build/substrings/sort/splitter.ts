/**
 * Splitting the suffixes of a node by their next code, from one half of the memory into the other, no further than the
 * tree goes.
 *
 * Splitting keeps the order of the text, so terms always ascend and nothing is ever compared. Elsewhere: how a suffix
 * travels (moves), what becomes of a split node (sort-batch, parts/sort-part).
 *
 * Source: MSD radix sort (Sedgewick, Algorithms, 3rd ed., section 10.3), stopped early.
 */
import { DEPTH_MAXIMUM } from '../../../src/termdict/index.js';
import { type BranchRule, branchesOf } from '../plan/branches.js';
import { halfCodes, Level, move, moveAndRead, moveTerms, moveToLater, type Suffixes, tally } from './moves.js';

export class Splitter {
  readonly #width: number;
  /** The codes that suffixes' positions are in. */
  readonly #view: DataView;
  readonly #rule: BranchRule;
  /** One for each depth, as a node's children are split while it is. */
  readonly #levels = Array.from({ length: DEPTH_MAXIMUM }, () => new Level());

  constructor(width: number, view: DataView, rule: BranchRule) {
    this.#width = width;
    this.#view = view;
    this.#rule = rule;
  }

  /**
   * Finds the branches of the node of the suffixes at `[from, to)` of `source`, which share `depth` codes, and moves its
   * suffixes into them: those of a branch are at `[starts, next)` of `spare` then, those of a bucket its terms only.
   *
   * @param spare  its `[from, to)` is free
   * @param unread how many codes of the keys are still ahead: 1 to 8
   * @returns what it found, valid until another node of this depth is split. Cost: O(suffixes + alphabet).
   */
  split(source: Suffixes, spare: Suffixes, from: number, to: number, depth: number, unread: number): Level {
    const width = this.#width;
    const level = this.#levels[depth]!;
    const { suffixes, branchOf, branches, next, starts } = level;
    const shift = ((unread - 1) % halfCodes) * 8;
    tally(source, from, to, shift, width, level);
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
    const isLeaf = !branches.isNode.subarray(0, branches.count).includes(1);
    if (isLeaf) moveTerms(source, spare, from, to, shift, level);
    else if (unread === 1) moveAndRead(source, spare, from, to, level, this.#view, depth + 1);
    else if (unread === halfCodes + 1) moveToLater(source, spare, from, to, level);
    else move(source, spare, from, to, shift, level);
    return level;
  }
}
