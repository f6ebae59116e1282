/**
 * Gathers the suffixes of a batch in their slots, each with the codes that it is sorted by first. A bucket gets only its
 * distinct terms.
 *
 * Elsewhere: the records of the suffixes (distribute), sorting them (sort-batch).
 */

import { ENTRY_BYTES, GAP_BYTES, GAP_MAXIMUM, SLOT_CODES } from '../../../src/kernels/index.js';
import type { Home } from '../memory/thread-memory.js';
import type { Batch } from '../plan/batch-plan.js';
import type { DestinationSuffixes } from '../positions.js';
import type { SuffixText } from '../text/index.js';
import { halfCodes, keyAt, laterKeyAt, readKey, type Suffixes, suffixNumbers, termAt } from './moves.js';

export interface Gathering {
  readonly text: SuffixText;
  readonly batch: Batch;
  readonly records: DestinationSuffixes;
  readonly recordBytes: number;
  /** Whether the position of a suffix is its place in the text; otherwise it is the place of the codes in its record. */
  readonly isInText: boolean;
}

/**
 * @param slotStarts slot → start of its suffixes
 * @param out        receives the suffixes; in any memory
 * @returns slot → end of its suffixes
 */
export function gather(given: Gathering, slotStarts: Uint32Array, out: Suffixes): Uint32Array {
  const { text, batch, records, recordBytes, isInText } = given;
  const { slotOf, firstSlot, slots } = batch;
  const { starts, alphabet } = text;
  const width = alphabet.length;
  const view = new DataView(records.bytes.buffer, records.bytes.byteOffset, records.bytes.byteLength);
  const next = slotStarts.slice();
  const last = new Int32Array(slots.length).fill(-1);
  for (const { from, start, end } of records.parts) {
    let term = from;
    let position = starts[from]!;
    for (let at = start; at < end; at += recordBytes) {
      const gap = view.getUint16(at, true);
      position += gap;
      if (gap === GAP_MAXIMUM) continue;
      while (starts[term + 1]! <= position) term += 1;
      const codesAt = at + GAP_BYTES;
      const slot = slotOf[view.getUint8(codesAt) * width + view.getUint8(codesAt + 1)]! - firstSlot;
      if (slots[slot]!.kind === 'bucket' && last[slot] === term) continue;
      last[slot] = term;
      const place = next[slot]! * suffixNumbers;
      next[slot]! += 1;
      out[place] = isInText ? position : codesAt;
      out[place + termAt] = term;
      out[place + keyAt] = readKey(view, codesAt + SLOT_CODES);
      out[place + laterKeyAt] = readKey(view, codesAt + SLOT_CODES + halfCodes);
    }
  }
  return next;
}

const aligned = (place: number): number => Math.ceil(place / 16) * 16;

/** @returns part → number of its terms */
function partTerms(parts: DestinationSuffixes['parts'], terms: number): number[] {
  return parts.map(({ from }, index) => (parts[index + 1]?.from ?? terms) - from);
}

/** @returns the free room that `gatherInMemory` needs, in bytes */
export function gatheringBytes(
  { starts }: SuffixText,
  { slotOf, slots }: Batch,
  { parts }: DestinationSuffixes,
): number {
  const counts = partTerms(parts, starts.length - 1);
  const largest = parts.reduce((most, { start, end }, part) => Math.max(most, end - start + 4 * counts[part]!), 0);
  return slotOf.byteLength + slots.length * ENTRY_BYTES + largest + 64;
}

/** As `gather`, by a kernel. @param out in the thread's memory. @param roomAt place of the free room in it */
export function gatherInMemory(
  { text, batch, records, recordBytes, isInText }: Gathering,
  slotStarts: Uint32Array,
  out: Suffixes,
  { memory, kernels }: Home,
  roomAt: number,
): Uint32Array {
  const { starts, alphabet } = text;
  const { slotOf, firstSlot, slots } = batch;
  const { bytes, parts } = records;
  const { buffer } = memory;
  const slotsAt = roomAt;
  const slotOfAt = slotsAt + slots.length * ENTRY_BYTES;
  const partAt = aligned(slotOfAt + slotOf.byteLength);
  const entries = new Int32Array(buffer, slotsAt, slots.length * 4);
  const suffixBytes = suffixNumbers * Int32Array.BYTES_PER_ELEMENT;
  for (const [slot, { kind }] of slots.entries()) {
    entries.set([out.byteOffset + slotStarts[slot]! * suffixBytes, -1, kind === 'node' ? 1 : 0], slot * 4);
  }
  new Int32Array(buffer, slotOfAt, slotOf.length).set(slotOf);
  const counts = partTerms(parts, starts.length - 1);
  const inMemory = new Uint8Array(buffer);
  const firstSlotAt = slotsAt - firstSlot * ENTRY_BYTES;
  for (const [part, { from, start, end }] of parts.entries()) {
    const ends = starts.subarray(from + 1, from + 1 + counts[part]!);
    const at = partAt + ends.byteLength;
    new Uint32Array(buffer, partAt, ends.length).set(ends);
    inMemory.set(bytes.subarray(start, end), at);
    const moved = start - at + GAP_BYTES;
    const first = starts[from]!;
    kernels.gatherSuffixes(
      ...([at, at + end - start, recordBytes, partAt, from, first, alphabet.length] as const),
      ...([slotOfAt, firstSlotAt, isInText ? 1 : 0, moved] as const),
    );
  }
  const ends = new Uint32Array(slots.length);
  for (let slot = 0; slot < slots.length; slot += 1) {
    ends[slot] = ((entries[slot * 4]! >>> 0) - out.byteOffset) / suffixBytes;
  }
  return ends;
}
