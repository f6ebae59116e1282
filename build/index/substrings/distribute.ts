/**
 * Which suffixes belong where, found in one pass over the text: for each destination those of its suffixes, ascending, as
 * gaps. So whoever wants a destination's suffixes pays for these, not for all that the text has.
 *
 * Destinations are groups of batches, of which each is looked at by itself then, or batches. Where the text is not in
 * memory, a suffix takes to its batch all its codes that a tree may tell it apart by; then its position is of no use, and
 * the gaps are those between terms.
 */
import { DEPTH_MAXIMUM } from '../../../src/termdict/index.js';
import type { TextPart } from './codes.js';
import { type RouteTables, routeOf } from './routes.js';
import { type Selection, SuffixReader } from './suffix-reader.js';
import type { SuffixText } from './text.js';

/** How many codes a suffix takes with it. */
export const CARRIED_CODES = DEPTH_MAXIMUM;

export interface Distribution {
  readonly text: SuffixText;
  readonly part: TextPart;
  readonly selection: Selection;
  /** Leads suffixes to the number of their destination, or nowhere. */
  readonly tables: RouteTables;
  readonly destinations: number;
  /** Whether suffixes take their codes with them. */
  readonly carries: boolean;
}

/** What a part of the terms has of each destination. */
export interface Distributed {
  /** The first term of the part: gaps count from it, or from where it begins. */
  readonly from: number;
  /** One destination's behind the other's: gaps, each a LEB128 varint, and then CARRIED_CODES for each, if they are carried. */
  readonly bytes: Uint8Array;
  /** Per destination, and one more: where its bytes begin. */
  readonly starts: Uint32Array;
  /** Per destination: where its gaps end. */
  readonly gapEnds: Uint32Array;
}

/** Cost: a pass over the terms, or the selection. Memory: what it returns, and the gaps, up to twice, from job to job. */
export function distribute({ text, part, selection, tables, destinations, carries }: Distribution): Distributed {
  const { codes, from } = part;
  const width = text.alphabet.length;
  const sinks = new GapSinks(destinations, text.starts[from]! - part.start);
  const carriedTerms = carries ? new GapSinks(destinations, from, termSinks) : undefined;
  const reader = new SuffixReader(text, part, selection);
  const { positions, terms } = reader;
  for (let count = reader.next(); count > 0; count = reader.next()) {
    for (let i = 0; i < count; i += 1) {
      const position = positions[i]!;
      const to = routeOf(tables, width, codes, position);
      if (to < 0) continue;
      sinks.add(to, position);
      carriedTerms?.add(to, terms[i]!);
    }
  }
  return { from, ...(carriedTerms === undefined ? sinks.taken(0) : carriedTerms.taken(CARRIED_CODES, sinks, codes)) };
}

/** What the longest gap takes. */
const gapBytesMaximum = 5;

/** The memory of a thread's sinks, used from job to job, as growing anew each time would cost more than all else. */
const positionSinks: Uint8Array[] = [];
const termSinks: Uint8Array[] = [];

/** Ascending numbers that are appended to one destination or another. */
class GapSinks {
  readonly #memory: Uint8Array[];
  readonly #first: number;
  readonly #destinations: number;
  readonly #previous: Uint32Array;
  readonly #lengths: Uint32Array;
  readonly #counts: Uint32Array;

  /** @param first what each destination's first gap counts from */
  constructor(destinations: number, first: number, memory = positionSinks) {
    this.#memory = memory;
    this.#first = first;
    this.#destinations = destinations;
    while (memory.length < destinations) memory.push(new Uint8Array(2 ** 8));
    this.#previous = new Uint32Array(destinations).fill(first);
    this.#lengths = new Uint32Array(destinations);
    this.#counts = new Uint32Array(destinations);
  }

  add(to: number, value: number): void {
    let at = this.#lengths[to]!;
    let bytes = this.#memory[to]!;
    if (at + gapBytesMaximum > bytes.length) bytes = this.#grow(to);
    let gap = value - this.#previous[to]!;
    this.#previous[to] = value;
    for (; gap >= 0x80; gap >>>= 7) {
      bytes[at] = (gap & 0x7f) | 0x80;
      at += 1;
    }
    bytes[at] = gap;
    this.#lengths[to] = at + 1;
    this.#counts[to]! += 1;
  }

  #grow(to: number): Uint8Array {
    const bytes = this.#memory[to]!;
    const larger = new Uint8Array(bytes.length * 2);
    larger.set(bytes);
    this.#memory[to] = larger;
    return larger;
  }

  /**
   * @param carried   how many codes each takes along
   * @param positions where each begins among `codes`
   */
  taken(carried: number, positions?: GapSinks, codes?: Uint8Array): Omit<Distributed, 'from'> {
    const starts = new Uint32Array(this.#destinations + 1);
    const gapEnds = new Uint32Array(this.#destinations);
    for (let to = 0; to < this.#destinations; to += 1) {
      gapEnds[to] = starts[to]! + this.#lengths[to]!;
      starts[to + 1] = gapEnds[to]! + this.#counts[to]! * carried;
    }
    const bytes = new Uint8Array(starts[this.#destinations]!);
    for (let to = 0; to < this.#destinations; to += 1) {
      bytes.set(this.#memory[to]!.subarray(0, this.#lengths[to]!), starts[to]!);
      if (codes !== undefined) positions?.copyCodes(to, codes, bytes, gapEnds[to]!);
    }
    return { bytes, starts, gapEnds };
  }

  /** Writes CARRIED_CODES of each of a destination's positions. */
  copyCodes(to: number, codes: Uint8Array, out: Uint8Array, outAt: number): void {
    const gaps = this.#memory[to]!;
    const length = this.#lengths[to]!;
    const source = new DataView(codes.buffer, codes.byteOffset, codes.byteLength);
    const target = new DataView(out.buffer, out.byteOffset, out.byteLength);
    let position = this.#first;
    let written = outAt;
    for (let at = 0; at < length; ) {
      let byte = gaps[at]!;
      let gap = byte & 0x7f;
      at += 1;
      for (let shift = 7; byte >= 0x80; shift += 7) {
        byte = gaps[at]!;
        gap |= (byte & 0x7f) << shift;
        at += 1;
      }
      position += gap >>> 0;
      // One by one, and in the processor's own order: a third of what a loop in the usual one takes.
      target.setInt32(written, source.getInt32(position, true), true);
      target.setInt32(written + 4, source.getInt32(position + 4, true), true);
      target.setInt32(written + 8, source.getInt32(position + 8, true), true);
      target.setInt32(written + 12, source.getInt32(position + 12, true), true);
      target.setInt32(written + 16, source.getInt32(position + 16, true), true);
      target.setInt32(written + 20, source.getInt32(position + 20, true), true);
      target.setInt32(written + 24, source.getInt32(position + 24, true), true);
      target.setInt32(written + 28, source.getInt32(position + 28, true), true);
      written += CARRIED_CODES;
    }
  }
}
