/**
 * Sorts records of which most are in a known order, as the texts of an earlier snapshot are.
 *
 * The order is checked while the records are numbered: a wrong one costs time, and nothing else.
 * Elsewhere: sorting without a known order (sort-run), choosing between the two (external-sort).
 */
import { firstIndexWithin } from '../../src/format/index.js';
import { type Job, recordOffsets } from '../work/index.js';
import { findOccurringBytes } from './sort-run.js';

interface KnownOrderInput {
  /** All records, concatenated. The job takes them over, and reverses them in place if `reversed` is set. */
  readonly bytes: Uint8Array;
  readonly lengths: Uint32Array;
  /** Whether records are compared from their last byte to their first. */
  readonly reversed: boolean;
  /** Records in ascending order: most of them, each at most once. Those with equal bytes are in any order. */
  readonly order: Uint32Array;
}

export interface KnownOrderOutput {
  /** As in the input. */
  readonly bytes: Uint8Array;
  readonly lengths: Uint32Array;
  /** Record → ordinal of its value, from 1; 0 if it is empty. */
  readonly ordinals: Uint32Array;
  /** Distinct value, ascending → the first record that has it. */
  readonly firstRecords: Uint32Array;
  /** Byte → 1 if it occurs in a record. */
  readonly occurs: Uint8Array;
}

/**
 * @returns undefined if the known order is wrong
 * Cost: O(bytes), and sorting the other records. Memory: the records, and 25 bytes per record.
 */
export function sortKnownOrder({ bytes, lengths, reversed, order }: KnownOrderInput): KnownOrderOutput | undefined {
  const offsets = recordOffsets(lengths);
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (reversed) for (const [record, length] of lengths.entries()) reverseRecord(bytes, offsets[record]!, length);
  const compare = (a: number, b: number): number => {
    const [startA, startB] = [offsets[a]!, offsets[b]!];
    return buffer.compare(buffer, startB, startB + lengths[b]!, startA, startA + lengths[a]!);
  };
  const sorted = mergeOthers(order, lengths, compare);
  const ordinals = new Uint32Array(lengths.length);
  const firstRecords = new Uint32Array(sorted.length);
  let count = 0;
  for (const [index, record] of sorted.entries()) {
    const difference = index === 0 ? 1 : compare(record, sorted[index - 1]!);
    if (difference < 0) return undefined;
    if (difference > 0) {
      firstRecords[count] = record;
      count += 1;
    }
    ordinals[record] = count;
  }
  return { bytes, lengths, ordinals, firstRecords: firstRecords.slice(0, count), occurs: findOccurringBytes(bytes) };
}

function reverseRecord(bytes: Uint8Array, start: number, length: number): void {
  bytes.subarray(start, start + length).reverse();
}

/** @returns the records that are not empty: those in the known order, and the others where they belong */
function mergeOthers(order: Uint32Array, lengths: Uint32Array, compare: (a: number, b: number) => number): Uint32Array {
  const known = order.filter((record) => lengths[record]! > 0);
  const isKnown = new Uint8Array(lengths.length);
  for (const record of known) isKnown[record] = 1;
  const others: number[] = [];
  for (const [record, length] of lengths.entries()) if (length > 0 && isKnown[record] === 0) others.push(record);
  others.sort((a, b) => compare(a, b) || a - b);
  const merged = new Uint32Array(known.length + others.length);
  let next = 0;
  let end = 0;
  for (const record of others) {
    const place = firstIndexWithin(next, known.length, (index) => compare(known[index]!, record) >= 0);
    merged.set(known.subarray(next, place), end);
    end += place - next;
    next = place;
    merged[end] = record;
    end += 1;
  }
  merged.set(known.subarray(next), end);
  return merged;
}

export const knownOrderJob: Job<KnownOrderInput, KnownOrderOutput | undefined> = {
  name: 'knownOrder',
  structure: 'terms',
  beginsColumn: true,
  work: (input, clock) => {
    if (input.reversed) clock.on('reversed');
    return sortKnownOrder(input);
  },
};
