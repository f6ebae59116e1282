/**
 * Gathering a batch: its suffixes, each with the codes that it is sorted by first.
 */
import { carriedCodes } from '../distribute/carried.js';
import type { DestinationSuffixes } from '../distribute/positions.js';
import type { Batch } from '../plan/batch-plan.js';
import type { SuffixText } from '../text/text.js';
import { halfCodes, keyAt, laterKeyAt, readKey, type Suffixes, suffixNumbers, termAt } from './moves.js';

/** Codes that tell a batch's slots apart, beyond its prefix. */
export const slotCodes = 2;

/**
 * Puts the batch's suffixes into their slots, of a bucket's only the terms.
 *
 * @param codesStart the position in the text of the first code that is in memory: positions count from it
 * @returns where each slot ends
 */
export function gather(
  { starts, alphabet }: SuffixText,
  codesStart: number,
  { slotOf, firstSlot, slots }: Batch,
  { bytes, parts }: DestinationSuffixes,
  slotStarts: Uint32Array,
  out: Suffixes,
): Int32Array {
  const view = viewOf(bytes);
  const width = alphabet.length;
  const stride = carriedCodes.next;
  const next = Int32Array.from(slotStarts);
  const isNode = Uint8Array.from(slots, ({ kind }) => (kind === 'node' ? 1 : 0));
  const last = new Int32Array(slots.length).fill(-1);
  for (const { from, start, gapEnd } of parts) {
    let term = from;
    let position = starts[from]! - codesStart;
    let termEnd = starts[term + 1]! - codesStart;
    let after = gapEnd - stride;
    for (let at = start; at < gapEnd; ) {
      let byte = bytes[at]!;
      let gap = byte & 0x7f;
      at += 1;
      for (let shift = 7; byte >= 0x80; shift += 7) {
        byte = bytes[at]!;
        gap |= (byte & 0x7f) << shift;
        at += 1;
      }
      after += stride;
      position += gap >>> 0;
      while (termEnd <= position) {
        term += 1;
        termEnd = starts[term + 1]! - codesStart;
      }
      const slot = slotOf[view.getUint8(after) * width + view.getUint8(after + 1)]! - firstSlot;
      const place = next[slot]!;
      if (isNode[slot] === 1) {
        next[slot] = place + 1;
        out[place * suffixNumbers] = position;
        out[place * suffixNumbers + termAt] = term;
        out[place * suffixNumbers + keyAt] = readKey(view, after + slotCodes);
        out[place * suffixNumbers + laterKeyAt] = readKey(view, after + slotCodes + halfCodes);
      } else if (last[slot] !== term) {
        last[slot] = term;
        out[place * suffixNumbers + termAt] = term;
        next[slot] = place + 1;
      }
    }
  }
  return next;
}

export const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array): DataView =>
  new DataView(buffer, byteOffset, byteLength);
