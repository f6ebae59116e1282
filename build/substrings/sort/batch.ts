/**
 * A batch as a thread gets it, and where its suffixes lie while they are sorted.
 */
import { carriedCodes } from '../distribute/carried.js';
import type { DestinationSuffixes } from '../distribute/positions.js';
import type { Batch } from '../plan/batch-plan.js';
import type { BranchRule } from '../plan/branches.js';
import type { ResidentCodes } from '../text/codes.js';
import type { SuffixText, TermRange } from '../text/text.js';
import { gather } from './gather.js';
import { type Suffixes, suffixNumbers, termAt } from './moves.js';
import { type SortMemory, sortMemory } from './sort-memory.js';

/**
 * Bytes of memory a suffix of a batch takes while it is sorted: four numbers, twice; and its codes, of which those of the
 * next batch are read meanwhile, for all threads one.
 */
export const SUFFIX_BYTES = 32 + 2 * carriedCodes.next;

export interface BatchInput {
  readonly text: SuffixText;
  /** The terms that the tree is of, and their codes. */
  readonly range: TermRange;
  readonly resident: ResidentCodes;
  readonly rule: BranchRule;
  readonly batch: Batch;
  readonly suffixes: DestinationSuffixes;
}

/** Where the suffixes of a batch's slots are. */
export interface GatheredBatch {
  readonly memory: SortMemory;
  /** Per slot: its suffixes, of a bucket its terms. */
  readonly starts: Uint32Array;
  readonly ends: Int32Array;
}

/** Gathers a batch in the thread's memory, where it stays until the next. */
export function gatherBatch({ text, resident, batch, suffixes }: BatchInput): GatheredBatch {
  const { slots } = batch;
  const starts = new Uint32Array(slots.length + 1);
  for (const [index, slot] of slots.entries()) starts[index + 1] = starts[index]! + slot.size;
  const memory = sortMemory(starts[slots.length]!);
  return { memory, starts, ends: gather(text, resident.start, batch, suffixes, starts, memory.gathered) };
}

/** @returns how many docs have the terms at `[from, to)`, of which `distinct` are distinct */
export function docsOf(
  { isRepeating, runs }: SuffixText,
  suffixes: Suffixes,
  from: number,
  to: number,
  distinct: number,
): number {
  if (!isRepeating) return distinct;
  let sum = 0;
  let previous = -1;
  for (let i = from; i < to; i += 1) {
    const term = suffixes[i * suffixNumbers + termAt]!;
    if (term !== previous) sum += runs.starts[term + 1]! - runs.starts[term]!;
    previous = term;
  }
  return sum;
}
