/**
 * Splits the suffixes of a node by their next code: counts them, decides the branches, and moves each to its branch.
 *
 * Splitting keeps the order of the text, so terms ascend without comparisons. Elsewhere: moving suffixes (moves), using the
 * branches of a node (sort-batch), deciding them (plan/branches).
 *
 * Source: MSD radix sort (Sedgewick, Algorithms, 3rd ed., section 10.3), stopped early.
 */
import { findBranches } from '../plan/branches.js';
import {
  countByCode,
  halfCodes,
  type Level,
  move,
  moveAndRead,
  type Suffixes,
  type SuffixRange,
  suffixNumbers,
} from './moves.js';
import type { SortMemory } from './sort-memory.js';

const suffixBytes = suffixNumbers * Int32Array.BYTES_PER_ELEMENT;

/** The suffixes of a node: they share their first `depth` codes. */
export interface Node extends SuffixRange {
  readonly depth: number;
  /** Number of codes of the keys after this depth: 1 to 8. */
  readonly unread: number;
}

/** The text and the memory of a splitter. */
export interface SplitterInput {
  /** Number of codes in the alphabet. */
  readonly width: number;
  /** The codes that the positions of suffixes refer to. */
  readonly codes: DataView;
  /** Depth of the code at a suffix's position. */
  readonly depth: number;
  /** The memory that contains the suffixes. */
  readonly memory: SortMemory;
}

/** Splits the nodes of one batch. */
export class Splitter {
  readonly #input: SplitterInput;

  constructor(input: SplitterInput) {
    this.#input = input;
  }

  /**
   * Finds the branches of a node, and moves its suffixes into them: branch `b` gets `[starts[b], next[b])` of `spare`. For a
   * bucket, only positions and terms are moved.
   *
   * @returns the level of the node, valid until another node of this depth is split. Cost: O(suffixes + alphabet).
   */
  split(node: Node): Level {
    const { from, depth, unread } = node;
    const { width, memory } = this.#input;
    const level = memory.levels[depth]!;
    const { suffixes, branchOf, branches, next, starts } = level;
    const shift = ((unread - 1) % halfCodes) * 8;
    level.clear(width);
    this.#countByCode(node, shift, level);
    findBranches(level, 0, width, depth, branches);
    let branchStart = from;
    for (let branch = 0; branch < branches.count; branch += 1) {
      starts[branch] = branchStart;
      next[branch] = branchStart;
      const end = branch + 1 < branches.count ? branches.firsts[branch + 1]! : width;
      for (let code = branches.firsts[branch]!; code < end; code += 1) {
        branchOf[code] = branch;
        branchStart += suffixes[code]!;
      }
    }
    this.#move(node, shift, level);
    return level;
  }

  /** Counts suffixes and terms by the code at `shift` of the keys. */
  #countByCode({ source, from, to }: Node, shift: number, level: Level): void {
    const kernels = this.#input.memory.kernelMemory?.kernels;
    if (kernels === undefined) countByCode(source, from, to, shift, level);
    else kernels.tallySuffixes(addressOf(source, from), addressOf(source, to), shift, level.address);
  }

  /** Moves each suffix to its branch. Suffixes that all end in buckets need no keys any more. */
  #move(node: Node, shift: number, level: Level): void {
    const { source, spare, from, to, depth, unread } = node;
    const { isNode, count } = level.branches;
    /** Whether all branches lead to buckets. */
    const isLeaf = !isNode.subarray(0, count).includes(1);
    const { codes, depth: codesDepth, memory } = this.#input;
    const kernels = memory.kernelMemory?.kernels;
    const isLastCode = unread === 1;
    const isLastOfFirstKey = unread === halfCodes + 1;
    // No kernel reads new keys, because the codes of the text are in another memory.
    if (isLastCode && !isLeaf) moveAndRead(node, level, codes, depth + 1 - codesDepth);
    else if (kernels === undefined) move(node, shift, level, isLastOfFirstKey);
    else {
      let moveByKernel = kernels.moveSuffixes;
      if (isLeaf) moveByKernel = kernels.moveTerms;
      else if (isLastOfFirstKey) moveByKernel = kernels.moveToLaterKeys;
      moveByKernel(addressOf(source, from), addressOf(source, to), shift, level.address, spare.byteOffset);
    }
  }
}

/** @returns the address of a suffix in the memory of the array */
const addressOf = ({ byteOffset }: Suffixes, index: number): number => byteOffset + index * suffixBytes;
