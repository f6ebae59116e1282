/**
 * Which suffixes belong to which batch, found in one pass over the text: for each batch the positions of its suffixes,
 * ascending, as the gaps between them. So gathering a batch costs what the batch has, not what the text has.
 *
 * Where the text is not in memory, each suffix takes with it all its codes that a tree may tell it apart by.
 */
import { DEPTH_MAXIMUM } from '../../../src/termdict/index.js';
import type { TextPart } from './codes.js';
import { type RouteTables, routeOf } from './routes.js';
import type { SuffixText } from './text.js';

/** How many codes a suffix takes with it. */
export const CARRIED_CODES = DEPTH_MAXIMUM;

export interface Distribution {
  readonly text: SuffixText;
  readonly part: TextPart;
  /** Leads suffixes to the number of their batch, or nowhere. */
  readonly tables: RouteTables;
  readonly batches: number;
  /** Whether suffixes take their codes with them. */
  readonly carries: boolean;
}

/** Positions of a part of the terms, by batch. */
export interface Distributed {
  /** The first term of the part: gaps count from where it begins. */
  readonly from: number;
  /** One batch's gaps behind the other's, each a LEB128 varint. */
  readonly gaps: BatchBytes;
  /** As many times CARRIED_CODES; undefined where suffixes do not take them along. */
  readonly codes: BatchBytes | undefined;
}

export interface BatchBytes {
  readonly bytes: Uint8Array;
  /** Per batch, and one more: where its bytes begin. */
  readonly starts: Uint32Array;
}

/** What the longest gap takes. */
const gapBytesMaximum = 5;

/** Cost: a pass over the terms. Memory: one to two bytes a suffix, and its codes; four times while it grows. */
export function distribute({ text, part, tables, batches, carries }: Distribution): Distributed {
  const { starts, begins, alphabet } = text;
  const { codes, start, from, to } = part;
  const view = new DataView(codes.buffer, codes.byteOffset, codes.byteLength);
  const width = alphabet.length;
  const first = starts[from]! - start;
  const end = starts[to]! - start;
  const gaps = new BatchSinks(batches);
  const carried = carries ? new BatchSinks(batches) : undefined;
  const previous = new Uint32Array(batches).fill(first);
  for (let position = first; position < end; position += 1) {
    if (begins[codes[position]!] === 0) continue;
    const batch = routeOf(tables, width, codes, position);
    if (batch < 0) continue;
    gaps.varint(batch, position - previous[batch]!);
    previous[batch] = position;
    carried?.copyCodes(batch, view, position);
  }
  return { from, gaps: gaps.take(), codes: carried?.take() };
}

/** Bytes that are appended to one batch or another. */
class BatchSinks {
  readonly #bytes: Uint8Array[];
  readonly #views: DataView[];
  readonly #lengths: Uint32Array;

  constructor(batches: number) {
    this.#bytes = Array.from({ length: batches }, () => new Uint8Array(2 ** 8));
    this.#views = this.#bytes.map((bytes) => new DataView(bytes.buffer));
    this.#lengths = new Uint32Array(batches);
  }

  varint(batch: number, value: number): void {
    const bytes = this.#reserve(batch, gapBytesMaximum);
    let at = this.#lengths[batch]!;
    let rest = value;
    for (; rest >= 0x80; rest >>>= 7) {
      bytes[at] = (rest & 0x7f) | 0x80;
      at += 1;
    }
    bytes[at] = rest;
    this.#lengths[batch] = at + 1;
  }

  copyCodes(batch: number, codes: DataView, position: number): void {
    this.#reserve(batch, CARRIED_CODES);
    const view = this.#views[batch]!;
    const at = this.#lengths[batch]!;
    for (let i = 0; i < CARRIED_CODES; i += 4) view.setInt32(at + i, codes.getInt32(position + i));
    this.#lengths[batch] = at + CARRIED_CODES;
  }

  take(): BatchBytes {
    const batches = this.#bytes.length;
    const starts = new Uint32Array(batches + 1);
    for (let batch = 0; batch < batches; batch += 1) starts[batch + 1] = starts[batch]! + this.#lengths[batch]!;
    const out = new Uint8Array(starts[batches]!);
    for (const [batch, bytes] of this.#bytes.entries()) {
      out.set(bytes.subarray(0, this.#lengths[batch]!), starts[batch]!);
    }
    return { bytes: out, starts };
  }

  #reserve(batch: number, byteLength: number): Uint8Array {
    const bytes = this.#bytes[batch]!;
    if (this.#lengths[batch]! + byteLength <= bytes.length) return bytes;
    const larger = new Uint8Array(bytes.length * 2);
    larger.set(bytes);
    this.#bytes[batch] = larger;
    this.#views[batch] = new DataView(larger.buffer);
    return larger;
  }
}
