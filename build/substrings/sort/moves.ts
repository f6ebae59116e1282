/**
 * How a suffix travels while suffixes are sorted: the loops that most of a build's time is spent in, each a function of
 * its own, small enough to be compiled well.
 *
 * A suffix is four numbers: its position, its term, and twice four of its next codes, so that the text is looked at once
 * in eight levels.
 */
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
  readonly suffixes = new Int32Array(256);
  readonly terms = new Int32Array(256);
  /** Per code: the term met last. */
  readonly last = new Int32Array(256);
  /** Per code: its branch. */
  readonly branchOf = new Uint8Array(256);
  readonly branches: Branches = newBranches();
  /** Per branch: where the next suffix goes; in the end, where it ends. */
  readonly next = new Int32Array(256);
  /** Per branch, and one more: where its suffixes begin. */
  readonly starts = new Uint32Array(257);
}

/** Counts, by the code at `shift` of the keys, the suffixes at `[from, to)` and their terms. */
export function tally(source: Suffixes, from: number, to: number, shift: number, width: number, level: Level): void {
  const { suffixes, terms, last } = level;
  suffixes.fill(0, 0, width);
  terms.fill(0, 0, width);
  last.fill(-1, 0, width);
  const end = to * suffixNumbers;
  for (let at = from * suffixNumbers; at < end; at += suffixNumbers) {
    const code = (source[at + keyAt]! >>> shift) & 0xff;
    const term = source[at + termAt]!;
    suffixes[code]! += 1;
    terms[code]! += differ(last[code]!, term);
    last[code] = term;
  }
}

// All suffixes are moved, of a term that continues so twice both: whoever writes a bucket passes over the second. The
// loops are the same but for what becomes of the keys; as one they would be compiled worse.

/** Moves the suffixes at `[from, to)` of a node all of whose branches are buckets: only their terms. */
export function moveTerms(
  source: Suffixes,
  spare: Suffixes,
  from: number,
  to: number,
  shift: number,
  level: Level,
): void {
  const { branchOf, next } = level;
  const end = to * suffixNumbers;
  for (let at = from * suffixNumbers; at < end; at += suffixNumbers) {
    const branch = branchOf[(source[at + keyAt]! >>> shift) & 0xff]!;
    const place = next[branch]!;
    next[branch] = place + 1;
    spare[place * suffixNumbers + termAt] = source[at + termAt]!;
  }
}

/** Moves the suffixes at `[from, to)` to where their branches' next ones go. */
export function move(source: Suffixes, spare: Suffixes, from: number, to: number, shift: number, level: Level): void {
  const { branchOf, next } = level;
  const end = to * suffixNumbers;
  for (let at = from * suffixNumbers; at < end; at += suffixNumbers) {
    const key = source[at + keyAt]!;
    const branch = branchOf[(key >>> shift) & 0xff]!;
    const place = next[branch]!;
    next[branch] = place + 1;
    const out = place * suffixNumbers;
    spare[out] = source[at]!;
    spare[out + termAt] = source[at + termAt]!;
    spare[out + keyAt] = key;
    spare[out + laterKeyAt] = source[at + laterKeyAt]!;
  }
}

/** As `move`, by the last code of the keys; the later keys become the keys. */
export function moveToLater(source: Suffixes, spare: Suffixes, from: number, to: number, level: Level): void {
  const { branchOf, next } = level;
  const end = to * suffixNumbers;
  for (let at = from * suffixNumbers; at < end; at += suffixNumbers) {
    const branch = branchOf[source[at + keyAt]! & 0xff]!;
    const place = next[branch]!;
    next[branch] = place + 1;
    const out = place * suffixNumbers;
    spare[out] = source[at]!;
    spare[out + termAt] = source[at + termAt]!;
    spare[out + keyAt] = source[at + laterKeyAt]!;
  }
}

/** As `move`, by the last code of the keys; both keys are read anew, `ahead` codes behind the positions. */
export function moveAndRead(
  source: Suffixes,
  spare: Suffixes,
  from: number,
  to: number,
  level: Level,
  codes: DataView,
  ahead: number,
): void {
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
