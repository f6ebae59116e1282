/**
 * The loops that count and move suffixes while they are sorted, for arrays in any memory.
 *
 * A build spends most of its time in them, so it usually runs equivalent kernels (src/kernels/assembly/suffix-moves).
 * A suffix is four numbers: its position, its term, and two keys of four codes each. So the text is read only once per eight
 * levels of the tree.
 */
import { LEVEL_BRANCH_OF, LEVEL_LAST, LEVEL_NEXT, LEVEL_SUFFIXES, LEVEL_TERMS } from '../../../src/kernels/index.js';
import { type Branches, newBranches } from '../plan/branches.js';

/** Codes in both keys of a suffix. */
export const keyCodes = 8;
/** Codes in one key. */
export const halfCodes = 4;
/**
 * Suffixes, as four consecutive numbers each, so that moving one touches one place in memory:
 *
 *     │ position │ term │ key: next four codes, the first in the highest bits │ later key: the four codes after them │
 *
 * The later key is stale once it has become the key.
 */
export type Suffixes = Int32Array;
export const suffixNumbers = 4;
export const termAt = 1;
export const keyAt = 2;
export const laterKeyAt = 3;

/** Tables for splitting a node. There is one level per depth, because the children of a node are split while it is open. */
export class Level {
  /** Its place in the buffer. */
  readonly at: number;
  readonly suffixes: Int32Array;
  readonly terms: Int32Array;
  /** Code → the last term counted for it. */
  readonly last: Int32Array;
  /** Code → its branch. */
  readonly branchOf: Uint8Array;
  readonly branches: Branches = newBranches();
  /** Branch → place of its next suffix; after all moves, the end of its suffixes. */
  readonly next: Int32Array;
  /** Branch → start of its suffixes, with one more entry for the end. */
  readonly starts = new Uint32Array(257);

  /** @param buffer has LEVEL_BYTES for this level, from `at` on */
  constructor(buffer: ArrayBufferLike, at: number) {
    const numbers = (place: number): Int32Array => new Int32Array(buffer, at + place, 256);
    this.at = at;
    this.suffixes = numbers(LEVEL_SUFFIXES);
    this.terms = numbers(LEVEL_TERMS);
    this.last = numbers(LEVEL_LAST);
    this.next = numbers(LEVEL_NEXT);
    this.branchOf = new Uint8Array(buffer, at + LEVEL_BRANCH_OF, 256);
  }

  /** Clears the counts of the first `width` codes. */
  clear(width: number): void {
    this.suffixes.fill(0, 0, width);
    this.terms.fill(0, 0, width);
    this.last.fill(-1, 0, width);
  }
}

/** Counts, by the code at `shift` of the keys, the suffixes at `[from, to)` and their terms; the level is clear. */
export function tally(
  source: Suffixes,
  from: number,
  to: number,
  shift: number,
  { suffixes, terms, last }: Level,
): void {
  const end = to * suffixNumbers;
  for (let at = from * suffixNumbers; at < end; at += suffixNumbers) {
    const code = (source[at + keyAt]! >>> shift) & 0xff;
    const term = source[at + termAt]!;
    suffixes[code]! += 1;
    terms[code]! += differ(last[code]!, term);
    last[code] = term;
  }
}

/** Suffixes to move: `[from, to)` of `source`, to the same range of `spare`. */
export interface Moved {
  readonly source: Suffixes;
  readonly spare: Suffixes;
  readonly from: number;
  readonly to: number;
}

/**
 * Moves each suffix to the next place of its branch. Two suffixes of one term may get into one bucket; the writer of the bucket
 * skips the second.
 *
 * @param isLater whether the later keys become the keys
 */
export function move({ source, spare, from, to }: Moved, shift: number, level: Level, isLater: boolean): void {
  const { branchOf, next } = level;
  const end = to * suffixNumbers;
  for (let at = from * suffixNumbers; at < end; at += suffixNumbers) {
    const key = source[at + keyAt]!;
    const branch = branchOf[(key >>> shift) & 0xff]!;
    const place = next[branch]!;
    next[branch] = place + 1;
    const out = place * suffixNumbers;
    const laterKey = source[at + laterKeyAt]!;
    spare[out] = source[at]!;
    spare[out + termAt] = source[at + termAt]!;
    spare[out + keyAt] = isLater ? laterKey : key;
    spare[out + laterKeyAt] = laterKey;
  }
}

/** As `move`, by the last code of the keys. Reads both keys again from the text, `ahead` codes after the positions. */
export function moveAndRead({ source, spare, from, to }: Moved, level: Level, codes: DataView, ahead: number): void {
  const { branchOf, next } = level;
  const { isNode } = level.branches;
  const end = to * suffixNumbers;
  for (let at = from * suffixNumbers; at < end; at += suffixNumbers) {
    const branch = branchOf[source[at + keyAt]! & 0xff]!;
    const place = next[branch]!;
    next[branch] = place + 1;
    const out = place * suffixNumbers;
    const position = source[at]! >>> 0;
    spare[out] = position;
    spare[out + termAt] = source[at + termAt]!;
    if (isNode[branch] === 0) continue;
    spare[out + keyAt] = readKey(codes, position + ahead);
    spare[out + laterKeyAt] = readKey(codes, position + ahead + halfCodes);
  }
}

/** @returns 0 if both are equal, otherwise 1; without a branch, which would be unpredictable */
const differ = (a: number, b: number): number => {
  const difference = a ^ b;
  return (difference | -difference) >>> 31;
};

/** The four codes from the position on, as one number whose bits matter, not its sign. */
export const readKey = (codes: DataView, position: number): number => codes.getInt32(position);
