/**
 * Which suffixes belong to which batch, found in one pass over the text: for each batch the positions of its suffixes,
 * ascending, as the gaps between them. So gathering a batch costs what the batch has, not what the text has.
 */
import { type RouteTables, routeOf } from './routes.js';
import type { SuffixText } from './text.js';

export interface Distribution {
  readonly text: SuffixText;
  /** The terms whose suffixes are distributed: `[from, to)`. */
  readonly from: number;
  readonly to: number;
  /** Leads suffixes to the number of their batch. */
  readonly tables: RouteTables;
  readonly batches: number;
}

/** Positions of a part of the terms, by batch. */
export interface Distributed {
  /** The first term of the part: gaps count from where it begins. */
  readonly from: number;
  /** One batch's gaps behind the other's, each a LEB128 varint. */
  readonly bytes: Uint8Array;
  /** Per batch, and one more: where its gaps begin. */
  readonly starts: Uint32Array;
}

/** What the longest gap takes. */
const gapBytesMaximum = 5;

/** Cost: a pass over the terms. Memory: one to two bytes a suffix, four times while it grows. */
export function distribute({ text, from, to, tables, batches }: Distribution): Distributed {
  const { codes, starts, begins, alphabet } = text;
  const width = alphabet.length;
  const first = starts[from]!;
  const end = starts[to]!;
  const guess = Math.ceil(((end - first) * 1.25) / batches) + gapBytesMaximum;
  const gaps = Array.from({ length: batches }, () => new Uint8Array(guess));
  const lengths = new Uint32Array(batches);
  const previous = new Uint32Array(batches).fill(first);
  for (let position = first; position < end; position += 1) {
    if (begins[codes[position]!] === 0) continue;
    const batch = routeOf(tables, width, codes, position);
    if (batch < 0) continue;
    let bytes = gaps[batch]!;
    let at = lengths[batch]!;
    if (at + gapBytesMaximum > bytes.length) {
      bytes = grown(bytes);
      gaps[batch] = bytes;
    }
    let gap = position - previous[batch]!;
    previous[batch] = position;
    for (; gap >= 0x80; gap >>>= 7) {
      bytes[at] = (gap & 0x7f) | 0x80;
      at += 1;
    }
    bytes[at] = gap;
    lengths[batch] = at + 1;
  }
  const batchStarts = new Uint32Array(batches + 1);
  for (let batch = 0; batch < batches; batch += 1) batchStarts[batch + 1] = batchStarts[batch]! + lengths[batch]!;
  const out = new Uint8Array(batchStarts[batches]!);
  for (const [batch, bytes] of gaps.entries()) out.set(bytes.subarray(0, lengths[batch]!), batchStarts[batch]!);
  return { from, bytes: out, starts: batchStarts };
}

function grown(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(bytes.length * 2);
  larger.set(bytes);
  return larger;
}
