/**
 * Gathers the suffixes of a batch in their slots, each with the codes that it is sorted by first.
 *
 * A bucket gets one suffix per distinct term. Elsewhere: the records of the suffixes (distribute), sorting them (sort-batch),
 * the layout of a suffix (moves).
 */

import { ENTRY_BYTES, GAP_BYTES, GAP_MAXIMUM, SLOT_CODES } from '../../../src/kernels/index.js';
import type { DestinationSuffixes } from '../distributed-suffixes.js';
import type { KernelMemory } from '../memory/thread-memory.js';
import type { Batch } from '../plan/batch-plan.js';
import type { SuffixText } from '../text/index.js';
import { halfCodes, keyAt, laterKeyAt, readKey, type Suffixes, suffixNumbers, termAt } from './moves.js';

/** A batch, and the records of its suffixes. */
export interface GatherInput {
  readonly text: SuffixText;
  readonly batch: Batch;
  readonly records: DestinationSuffixes;
  readonly recordBytes: number;
  /** Whether positions refer to the codes of the text; otherwise they refer to the codes in the records. */
  readonly isInText: boolean;
}

/**
 * Moves the suffixes of a batch into their slots.
 *
 * @param slotStarts slot → start of its suffixes
 * @param out        receives the suffixes; in any memory
 * @returns slot → end of its suffixes
 */
export function gather(input: GatherInput, slotStarts: Uint32Array, out: Suffixes): Uint32Array {
  const { text, batch, records, recordBytes, isInText } = input;
  const { slotOf, firstSlot, slots } = batch;
  const { starts, alphabet } = text;
  const width = alphabet.length;
  const view = new DataView(records.bytes.buffer, records.bytes.byteOffset, records.bytes.byteLength);
  const slotEnds = slotStarts.slice();
  const lastTerms = new Int32Array(slots.length).fill(-1);
  for (const { from, start, end } of records.parts) {
    let term = from;
    let position = starts[from]!;
    for (let record = start; record < end; record += recordBytes) {
      const gap = view.getUint16(record, true);
      position += gap;
      if (gap === GAP_MAXIMUM) continue;
      while (starts[term + 1]! <= position) term += 1;
      const codesStart = record + GAP_BYTES;
      const pair = view.getUint8(codesStart) * width + view.getUint8(codesStart + 1);
      const slot = slotOf[pair]! - firstSlot;
      if (slots[slot]!.kind === 'bucket' && lastTerms[slot] === term) continue;
      lastTerms[slot] = term;
      const suffix = slotEnds[slot]! * suffixNumbers;
      slotEnds[slot]! += 1;
      out[suffix] = isInText ? position : codesStart;
      out[suffix + termAt] = term;
      out[suffix + keyAt] = readKey(view, codesStart + SLOT_CODES);
      out[suffix + laterKeyAt] = readKey(view, codesStart + SLOT_CODES + halfCodes);
    }
  }
  return slotEnds;
}

/** Rounds an address up to a multiple of 16. */
const aligned = (address: number): number => Math.ceil(address / 16) * 16;

const numberBytes = Uint32Array.BYTES_PER_ELEMENT;
/** More than the bytes that aligning the tables of `gatherByKernel` can skip. */
const alignmentBytes = 64;

/** @returns part → number of its terms */
function countPartTerms(parts: DestinationSuffixes['parts'], terms: number): number[] {
  return parts.map(({ from }, index) => (parts[index + 1]?.from ?? terms) - from);
}

/** @returns the free memory that `gatherByKernel` needs, in bytes */
export function gatheringBytes(
  { starts }: SuffixText,
  { slotOf, slots }: Batch,
  { parts }: DestinationSuffixes,
): number {
  const counts = countPartTerms(parts, starts.length - 1);
  let largestPart = 0;
  for (const [part, { start, end }] of parts.entries()) {
    largestPart = Math.max(largestPart, end - start + numberBytes * counts[part]!);
  }
  return slotOf.byteLength + slots.length * ENTRY_BYTES + largestPart + alignmentBytes;
}

/**
 * Gathers as `gather` does, by a kernel. The free memory receives, for each part in turn, the arguments of the kernel:
 *
 *     │ entries of the slots │ slotOf │ ends of the part's terms │ records of the part │
 *
 * @param out       an array in the kernel memory
 * @param freeStart address of the free memory, of `gatheringBytes`
 */
export function gatherByKernel(
  { text, batch, records, recordBytes, isInText }: GatherInput,
  slotStarts: Uint32Array,
  out: Suffixes,
  { memory, kernels }: KernelMemory,
  freeStart: number,
): Uint32Array {
  const { starts, alphabet } = text;
  const { slotOf, firstSlot, slots } = batch;
  const { bytes, parts } = records;
  const { buffer } = memory;
  const entriesStart = freeStart;
  const slotOfStart = entriesStart + slots.length * ENTRY_BYTES;
  const termEndsStart = aligned(slotOfStart + slotOf.byteLength);
  const entryNumbers = ENTRY_BYTES / numberBytes;
  const entries = new Int32Array(buffer, entriesStart, slots.length * entryNumbers);
  const suffixBytes = suffixNumbers * Int32Array.BYTES_PER_ELEMENT;
  for (const [slot, { kind }] of slots.entries()) {
    const nextSuffix = out.byteOffset + slotStarts[slot]! * suffixBytes;
    const lastTerm = -1;
    entries.set([nextSuffix, lastTerm, kind === 'node' ? 1 : 0], slot * entryNumbers);
  }
  new Int32Array(buffer, slotOfStart, slotOf.length).set(slotOf);
  const counts = countPartTerms(parts, starts.length - 1);
  const memoryBytes = new Uint8Array(buffer);
  // Slots are numbered from the first slot of the prefix, whose entry would have this address.
  const slotZeroEntry = entriesStart - firstSlot * ENTRY_BYTES;
  for (const [part, { from, start, end }] of parts.entries()) {
    const termEnds = starts.subarray(from + 1, from + 1 + counts[part]!);
    new Uint32Array(buffer, termEndsStart, termEnds.length).set(termEnds);
    const recordsStart = termEndsStart + termEnds.byteLength;
    const recordsEnd = recordsStart + end - start;
    memoryBytes.set(bytes.subarray(start, end), recordsStart);
    // The difference between the index of a record's codes in `bytes` and the address of the record.
    const codesShift = start - recordsStart + GAP_BYTES;
    kernels.gatherSuffixes(
      recordsStart,
      recordsEnd,
      recordBytes,
      termEndsStart,
      from,
      starts[from]!,
      alphabet.length,
      slotOfStart,
      slotZeroEntry,
      isInText ? 1 : 0,
      codesShift,
    );
  }
  const slotEnds = new Uint32Array(slots.length);
  for (let slot = 0; slot < slots.length; slot += 1) {
    const endAddress = entries[slot * entryNumbers]! >>> 0;
    slotEnds[slot] = (endAddress - out.byteOffset) / suffixBytes;
  }
  return slotEnds;
}
