/**
 * How a suffix travels while suffixes are sorted, each step a loop of its own. A build spends most of its time in these,
 * so it runs kernels (src/kernels/assembly/suffix-moves); these do the same, to arrays of any memory.
 *
 * A suffix is four numbers: its position, its term, and twice four of its next codes, so that the text is looked at once
 * in eight levels.
 */
import { LEVEL_BRANCH_OF, LEVEL_LAST, LEVEL_NEXT, LEVEL_SUFFIXES, LEVEL_TERMS } from '../../../src/kernels/index.js';
import { type Branches, newBranches } from '../plan/branches.js';

/** Codes that travel with a suffix: one key of the next four, and one of four more. */
export const keyCodes = 8;
/** Of them in one key. */
export const halfCodes = 4;
/**
 * Suffixes, each as four neighbouring numbers, so that moving one touches one place in memory: its position, its term,
 * the next four codes with the first one highest, and the four behind them (stale where the key is these already).
 */
export type Suffixes = Int32Array;
export const suffixNumbers = 4;
export const termAt = 1;
export const keyAt = 2;
export const laterKeyAt = 3;

/** What splitting a node needs; one for every depth, as a node's children are split while it is. */
export class Level {
  /** Where it lies in its memory. */
  readonly at: number;
  readonly suffixes: Int32Array;
  readonly terms: Int32Array;
  /** Per code: the term met last. */
  readonly last: Int32Array;
  /** Per code: its branch. */
  readonly branchOf: Uint8Array;
  readonly branches: Branches = newBranches();
  /** Per branch: where the next suffix goes; in the end, where it ends. */
  readonly next: Int32Array;
  /** Per branch, and one more: where its suffixes begin. */
  readonly starts = new Uint32Array(257);

  /** @param buffer has LEVEL_BYTES for it, from `at` on */
  constructor(buffer: ArrayBufferLike, at: number) {
    const numbers = (place: number): Int32Array => new Int32Array(buffer, at + place, 256);
    this.at = at;
    this.suffixes = numbers(LEVEL_SUFFIXES);
    this.terms = numbers(LEVEL_TERMS);
    this.last = numbers(LEVEL_LAST);
    this.next = numbers(LEVEL_NEXT);
    this.branchOf = new Uint8Array(buffer, at + LEVEL_BRANCH_OF, 256);
  }

  /** Nothing is counted yet of the first `width` codes. */
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

/** Suffixes at `[from, to)` of `source`, and where they go: the same places of `spare` are free. */
export interface Moved {
  readonly source: Suffixes;
  readonly spare: Suffixes;
  readonly from: number;
  readonly to: number;
}

/**
 * Moves the suffixes at `[from, to)` to where their branches' next ones go, of a term that continues so twice both:
 * whoever writes a bucket passes over the second.
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

/** As `move`, by the last code of the keys; both keys are read anew, `ahead` codes behind the positions. */
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

/** @returns 0 where both are the same, else 1; without a jump, as nobody could foresee it */
const differ = (a: number, b: number): number => {
  const difference = a ^ b;
  return (difference | -difference) >>> 31;
};

/** The four codes from the position on, as one number whose bits matter, not its sign. */
export const readKey = (codes: DataView, position: number): number => codes.getInt32(position);
