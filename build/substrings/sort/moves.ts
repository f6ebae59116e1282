/**
 * The loops that count and move suffixes while they are sorted, and the layout of a suffix and of a level in memory.
 *
 * A build spends most of its time in them, so it usually runs equivalent kernels (src/kernels/assembly/suffix-moves).
 * A suffix is four numbers: its position, its term, and two keys of four codes each. So the text is read only once per eight
 * levels of the tree. Elsewhere: the use of these loops (splitter).
 */
import { LEVEL_BRANCH_OF, LEVEL_LAST, LEVEL_NEXT, LEVEL_SUFFIXES, LEVEL_TERMS } from '../../../src/kernels/index.js';
import { type Branches, newBranches } from '../plan/branches.js';

/** Number of codes in both keys of a suffix. */
export const keyCodes = 8;
/** Number of codes in one key. */
export const halfCodes = 4;

/**
 * Suffixes, as four consecutive numbers each, so that moving one touches one place in memory:
 *
 *     │ position │ term │ key: next four codes, the first in the highest bits │ later key: the four codes after them │
 *
 * The later key is stale once it has become the key.
 */
export type Suffixes = Int32Array;
/** Numbers of a suffix, and the indexes of three of them; the position has index 0. */
export const suffixNumbers = 4;
export const termAt = 1;
export const keyAt = 2;
export const laterKeyAt = 3;

/** Tables for splitting a node. There is one level per depth, because the children of a node are split while it is open. */
export class Level {
  /** Its offset in the buffer, in bytes. */
  readonly address: number;
  /** Code → number of suffixes that continue with it, and number of their terms. */
  readonly suffixes: Int32Array;
  readonly terms: Int32Array;
  /** Code → the last term counted for it. */
  readonly lastTerms: Int32Array;
  /** Code → its branch. */
  readonly branchOf: Uint8Array;
  readonly branches: Branches = newBranches();
  /** Branch → index of its next suffix; after all moves, the end of its suffixes. */
  readonly next: Int32Array;
  /** Branch → start of its suffixes, with one more entry for the end. */
  readonly starts = new Uint32Array(257);

  /** @param buffer has LEVEL_BYTES for this level, from `address` on */
  constructor(buffer: ArrayBufferLike, address: number) {
    const numbersAt = (offset: number): Int32Array => new Int32Array(buffer, address + offset, 256);
    this.address = address;
    this.suffixes = numbersAt(LEVEL_SUFFIXES);
    this.terms = numbersAt(LEVEL_TERMS);
    this.lastTerms = numbersAt(LEVEL_LAST);
    this.next = numbersAt(LEVEL_NEXT);
    this.branchOf = new Uint8Array(buffer, address + LEVEL_BRANCH_OF, 256);
  }

  /** Clears the counts of the first `width` codes. */
  clear(width: number): void {
    this.suffixes.fill(0, 0, width);
    this.terms.fill(0, 0, width);
    this.lastTerms.fill(-1, 0, width);
  }
}

/**
 * Counts the suffixes `[from, to)` and their terms by one code of their keys.
 *
 * @param shift bits below the code in the key
 * @param level cleared; receives the counts
 */
export function countByCode(
  source: Suffixes,
  from: number,
  to: number,
  shift: number,
  { suffixes, terms, lastTerms }: Level,
): void {
  const end = to * suffixNumbers;
  for (let offset = from * suffixNumbers; offset < end; offset += suffixNumbers) {
    const code = (source[offset + keyAt]! >>> shift) & 0xff;
    const term = source[offset + termAt]!;
    suffixes[code]! += 1;
    terms[code]! += differ(lastTerms[code]!, term);
    lastTerms[code] = term;
  }
}

/** Suffixes to move: `[from, to)` of `source`, to the same range of `spare`. */
export interface SuffixRange {
  readonly source: Suffixes;
  readonly spare: Suffixes;
  readonly from: number;
  readonly to: number;
}

/**
 * Moves each suffix to the next place of its branch. Two suffixes of one term may get into one bucket; the writer of the bucket
 * skips the second.
 *
 * @param shift   bits below the code in the key
 * @param isLater whether the later keys become the keys
 */
export function move({ source, spare, from, to }: SuffixRange, shift: number, level: Level, isLater: boolean): void {
  const { branchOf, next } = level;
  const end = to * suffixNumbers;
  for (let offset = from * suffixNumbers; offset < end; offset += suffixNumbers) {
    const key = source[offset + keyAt]!;
    const branch = branchOf[(key >>> shift) & 0xff]!;
    const index = next[branch]!;
    next[branch] = index + 1;
    const out = index * suffixNumbers;
    const laterKey = source[offset + laterKeyAt]!;
    spare[out] = source[offset]!;
    spare[out + termAt] = source[offset + termAt]!;
    spare[out + keyAt] = isLater ? laterKey : key;
    spare[out + laterKeyAt] = laterKey;
  }
}

/**
 * Moves each suffix as `move` does, by the last code of the keys, and reads new keys for suffixes below nodes.
 *
 * @param codes the codes that positions refer to
 * @param ahead distance from a position to the first code of the new keys
 */
export function moveAndRead(
  { source, spare, from, to }: SuffixRange,
  level: Level,
  codes: DataView,
  ahead: number,
): void {
  const { branchOf, next } = level;
  const { isNode } = level.branches;
  const end = to * suffixNumbers;
  for (let offset = from * suffixNumbers; offset < end; offset += suffixNumbers) {
    const branch = branchOf[source[offset + keyAt]! & 0xff]!;
    const index = next[branch]!;
    next[branch] = index + 1;
    const out = index * suffixNumbers;
    const position = source[offset]! >>> 0;
    spare[out] = position;
    spare[out + termAt] = source[offset + termAt]!;
    if (isNode[branch] === 0) continue;
    spare[out + keyAt] = readKey(codes, position + ahead);
    spare[out + laterKeyAt] = readKey(codes, position + ahead + halfCodes);
  }
}

/** @returns 0 if both are equal, otherwise 1. Bit operations avoid a branch that the processor cannot predict. */
const differ = (a: number, b: number): number => {
  const difference = a ^ b;
  // A number other than 0, or its negation, has the sign bit.
  return (difference | -difference) >>> 31;
};

/** @returns the four codes from the position on, as the bits of a signed number, the first one in the highest bits */
export const readKey = (codes: DataView, position: number): number => codes.getInt32(position);
