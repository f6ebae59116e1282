/**
 * Splits the suffixes of a node by their next code, from one half of the memory into the other, as deep as the tree.
 *
 * Splitting keeps the order of the text, so terms ascend without comparisons. Elsewhere: moving suffixes (moves), using the
 * branches of a node (sort-batch).
 *
 * Source: MSD radix sort (Sedgewick, Algorithms, 3rd ed., section 10.3), stopped early.
 */
import { branchesOf } from '../plan/branches.js';
import { halfCodes, type Level, type Moved, move, moveAndRead, type Suffixes, suffixNumbers, tally } from './moves.js';
import type { SortMemory } from './sort-memory.js';

const suffixBytes = suffixNumbers * Int32Array.BYTES_PER_ELEMENT;

/** Suffixes that share `depth` codes; `source` is one half of the memory, `spare` the other. */
export interface Node extends Moved {
  readonly depth: number;
  /** How many codes of the keys are still ahead: 1 to 8. */
  readonly unread: number;
}

export interface Splitting {
  /** Number of codes in the alphabet. */
  readonly width: number;
  /** The codes that the positions of suffixes refer to. */
  readonly codes: DataView;
  /** Depth of the code at a suffix's position. */
  readonly depth: number;
  /** The memory that contains the suffixes. */
  readonly memory: SortMemory;
}

export class Splitter {
  readonly #given: Splitting;

  constructor(given: Splitting) {
    this.#given = given;
  }

  /**
   * Finds the branches of a node, and moves its suffixes into them: branch `b` gets `[starts[b], next[b])` of `spare`. For a
   * bucket, only positions and terms are moved.
   *
   * @returns the level of the node, valid until another node of this depth is split. Cost: O(suffixes + alphabet).
   */
  split(node: Node): Level {
    const { from, depth, unread } = node;
    const { width, memory } = this.#given;
    const level = memory.levels[depth]!;
    const { suffixes, branchOf, branches, next, starts } = level;
    const shift = ((unread - 1) % halfCodes) * 8;
    level.clear(width);
    this.#tally(node, shift, level);
    branchesOf(level, 0, width, depth, branches);
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
    this.#move(node, shift, level);
    return level;
  }

  #tally({ source, from, to }: Node, shift: number, level: Level): void {
    const kernels = this.#given.memory.home?.kernels;
    if (kernels === undefined) tally(source, from, to, shift, level);
    else kernels.tallySuffixes(addressOf(source, from), addressOf(source, to), shift, level.at);
  }

  #move(node: Node, shift: number, level: Level): void {
    const { source, spare, from, to, depth, unread } = node;
    const { isNode, count } = level.branches;
    const isLeaf = !isNode.subarray(0, count).includes(1);
    const { codes, depth: codesDepth, memory } = this.#given;
    const kernels = memory.home?.kernels;
    // The codes of the text lie elsewhere.
    if (unread === 1 && !isLeaf) moveAndRead(node, level, codes, depth + 1 - codesDepth);
    else if (kernels !== undefined) {
      const { moveTerms, moveToLaterKeys, moveSuffixes } = kernels;
      const run = isLeaf ? moveTerms : unread === halfCodes + 1 ? moveToLaterKeys : moveSuffixes;
      run(addressOf(source, from), addressOf(source, to), shift, level.at, spare.byteOffset);
    } else move(node, shift, level, unread === halfCodes + 1);
  }
}

const addressOf = ({ byteOffset }: Suffixes, place: number): number => byteOffset + place * suffixBytes;
