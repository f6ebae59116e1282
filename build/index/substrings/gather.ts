/**
 * Gathering a batch: its suffixes, found by their positions, each with the codes that it is sorted by first.
 */
import { CARRIED_CODES } from './distribute.js';
import { halfCodes, keyAt, laterKeyAt, numbers, readKey, type Suffixes, termAt } from './moves.js';
import type { Batch } from './plan.js';
import type { PositionPart } from './positions.js';
import { LOOK_AHEAD, type SuffixText } from './text.js';

/** Codes that tell a batch's slots apart, beyond its prefix. */
export const slotCodes = 2;

/** @returns the codes of all suffixes, one's behind the other's: a text in which each begins where its number says */
export function carriedCodes(parts: readonly PositionPart[]): Uint8Array {
  const byteLength = parts.reduce((sum, { codes }) => sum + (codes?.length ?? 0), 0);
  const all = new Uint8Array(byteLength + LOOK_AHEAD);
  let at = 0;
  for (const { codes = new Uint8Array(0) } of parts) {
    all.set(codes, at);
    at += codes.length;
  }
  return all;
}

/** Puts the batch's suffixes into their slots, of a bucket's only the terms. @returns where each slot ends */
export function gather(
  text: SuffixText,
  view: DataView,
  batch: Batch,
  parts: readonly PositionPart[],
  carried: boolean,
  slotStarts: Uint32Array,
  out: Suffixes,
): Int32Array {
  const { starts, alphabet } = text;
  const { prefix, slotOf, firstSlot, slots } = batch;
  const width = alphabet.length;
  const depth = prefix.length;
  const next = Int32Array.from(slotStarts);
  const isNode = Uint8Array.from(slots, ({ kind }) => (kind === 'node' ? 1 : 0));
  const last = new Int32Array(slots.length).fill(-1);
  let suffix = 0;
  for (const { from, gaps } of parts) {
    let term = from;
    let position = starts[from]!;
    for (let at = 0; at < gaps.length; ) {
      let byte = gaps[at++]!;
      let gap = byte & 0x7f;
      for (let shift = 7; byte >= 0x80; shift += 7) {
        byte = gaps[at++]!;
        gap |= (byte & 0x7f) << shift;
      }
      position += gap >>> 0;
      while (starts[term + 1]! <= position) term += 1;
      const begin = carried ? suffix * CARRIED_CODES : position;
      suffix += 1;
      const after = begin + depth;
      const slot = slotOf[view.getUint8(after) * width + view.getUint8(after + 1)]! - firstSlot;
      const place = next[slot]!;
      if (isNode[slot] === 1) {
        next[slot] = place + 1;
        out[place * numbers] = begin;
        out[place * numbers + termAt] = term;
        out[place * numbers + keyAt] = readKey(view, after + slotCodes);
        out[place * numbers + laterKeyAt] = readKey(view, after + slotCodes + halfCodes);
      } else if (last[slot] !== term) {
        last[slot] = term;
        out[place * numbers + termAt] = term;
        next[slot] = place + 1;
      }
    }
  }
  return next;
}
