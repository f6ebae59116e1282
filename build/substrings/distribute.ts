/**
 * Which suffixes belong where, found in one pass over the text: for each destination those of its suffixes, ascending, each
 * as a record: the gap to the one before, and codes that it takes along. So whoever wants a destination's suffixes pays for
 * these, not for all that the text has.
 *
 * Destinations are groups of batches, of which each is looked at by itself then, or batches. To its batch a suffix takes
 * codes along, as here the text is read from one end to the other, and there it would be read in all places at once. A gap
 * that is too long for its bytes is told in several records, of which the last one is the suffix's.
 */

import {
  CARRIED_MAXIMUM,
  DESTINATION_PREVIOUS,
  DESTINATION_RECORDS,
  ENTRY_BYTES,
  GAP_BYTES,
  GAP_MAXIMUM,
  NOTE_BYTES,
} from '../../src/kernels/index.js';
import { discard, type Job, type Scratch, Spool } from '../work/index.js';
import { LoopSuffixes } from './memory/loop-suffixes.js';
import type { RouteTables } from './plan/routes.js';
import { LOOK_AHEAD, SELECTED_MAXIMUM, type Selection, type SuffixText, type TextPart } from './text/text.js';

/**
 * How many codes a suffix takes along, beyond what all suffixes of its destination begin with: none, where it is only
 * noted who belongs where; to a batch the two that tell slots apart, eight to sort by, and two that even numbers need:
 * for later ones the text is looked at. Of a text that is not in memory it takes all that the tree looks at.
 */
export const CARRIED_CODES = { nothing: 0, next: 10, all: 36 } as const;

/** @returns bytes of a suffix that takes so many codes along; of one that is only noted a byte */
export const recordBytesOf = (carried: number): number => (carried === 0 ? 1 : GAP_BYTES + carried);

interface Distribution {
  readonly text: SuffixText;
  readonly part: TextPart;
  readonly selection: Selection;
  /** Leads suffixes to the number of their destination, or nowhere. */
  readonly tables: RouteTables;
  /** Per destination: how many codes its suffixes begin with that all of them share. */
  readonly depths: Uint8Array;
  /** How many codes each takes along: one of CARRIED_CODES. */
  readonly carried: number;
}

/** What a part of the terms has of each destination. */
interface Distributed {
  /** The first term of the part: gaps count from where it begins. */
  readonly from: number;
  /** One destination's records behind the other's. */
  readonly bytes: Uint8Array;
  /** Per destination, and one more: where its records begin. */
  readonly starts: Uint32Array;
}

/** Cost: a pass over the terms, or the selection. Memory: what it returns, as much again, and 8 bytes a suffix. */
export function distribute({ text, part, selection, tables, depths, carried }: Distribution): Distributed {
  const recordBytes = recordBytesOf(carried);
  const gapMaximum = carried === 0 ? SELECTED_MAXIMUM : GAP_MAXIMUM;
  const suffixes = new LoopSuffixes(text, part, selection, tables);
  const count = depths.length;
  const entries = suffixes.end;
  const notes = entries + (count + 1) * ENTRY_BYTES;
  const memory = suffixes.open(notes + suffixes.maximum * NOTE_BYTES);
  const { codes, width, tables: tablesAt } = suffixes;
  const entriesOf = (buffer: ArrayBufferLike): Uint32Array => new Uint32Array(buffer, entries, (count + 1) * 4);
  const noted = entriesOf(memory.buffer).fill(0);
  const entryNumbers = ENTRY_BYTES / 4;
  for (let to = 0; to <= count; to += 1) noted[to * entryNumbers + DESTINATION_PREVIOUS / 4] = suffixes.first;
  let end = notes;
  for (const [at, blockEnd] of suffixes.blocks()) {
    end = memory.loops.route(at, blockEnd, codes, width, tablesAt, entries, gapMaximum, end);
  }
  const starts = new Uint32Array(count + 1);
  for (let to = 0; to < count; to += 1) {
    starts[to + 1] = starts[to]! + noted[(to + 1) * entryNumbers + DESTINATION_RECORDS / 4]! * recordBytes;
  }
  // Behind each destination's is room for what a record copies too much.
  const placeOf = (to: number): number => end + starts[to]! + to * (GAP_BYTES + CARRIED_MAXIMUM);
  const { buffer, loops } = suffixes.open(placeOf(count));
  const written = entriesOf(buffer);
  for (let to = 0; to < count; to += 1) {
    written.set([suffixes.first, 0, placeOf(to), depths[to]!], (to + 1) * entryNumbers);
  }
  if (end > notes) loops.write(notes, end, codes, recordBytes, gapMaximum);
  const bytes = new Uint8Array(starts[count]!);
  for (let to = 0; to < count; to += 1) {
    bytes.set(new Uint8Array(buffer, placeOf(to), starts[to + 1]! - starts[to]!), starts[to]);
  }
  return { from: part.from, bytes, starts };
}

export const distributeJob: Job<Distribution, Distributed> = {
  name: 'distribute',
  structure: 'substrings',
  work: distribute,
  owned: ({ part, selection }) => [part, selection],
};

// The suffixes of several destinations, with their codes where they carry them, kept until they are asked for: in memory
// while they are few, else in a scratch file.

/** Suffixes of one destination. */
export interface DestinationSuffixes {
  /** What each part has, its records; and LOOK_AHEAD bytes behind all. */
  readonly bytes: Uint8Array;
  readonly parts: readonly PositionPart[];
}

/** Those within a part of the terms. */
interface PositionPart {
  /** The part's first term: gaps count from where it begins. */
  readonly from: number;
  /** Its records are `bytes[start, end)`. */
  readonly start: number;
  readonly end: number;
}

/** Parts whose bytes lie together, so that a destination's are read at once: destination by destination, each part's in turn. */
interface KeptParts {
  /** The first of them among all. */
  readonly first: number;
  /** Where their bytes begin in the spool. */
  readonly at: number;
  readonly parts: readonly Omit<Distributed, 'bytes'>[];
}

export class Positions {
  readonly #spool: Spool;
  readonly #gatheredMaximum: number;
  readonly #kept: KeptParts[] = [];
  /** Parts that wait to be written, and how many bytes they have. */
  #gathered: Distributed[] = [];
  #gatheredBytes = 0;
  #count = 0;

  /** @param gatheredMaximum parts of so many bytes lie together, where they are shorter */
  constructor(scratch: Scratch, gatheredMaximum: number) {
    this.#spool = new Spool(scratch);
    this.#gatheredMaximum = gatheredMaximum;
  }

  /** Parts come in the order of their terms, and never before the last has been added; their bytes are given up. */
  async add(part: Distributed): Promise<void> {
    if (this.#gatheredBytes + part.bytes.byteLength > this.#gatheredMaximum) await this.finish();
    this.#gathered.push(part);
    this.#gatheredBytes += part.bytes.byteLength;
  }

  /** To be called when all parts are added. */
  async finish(): Promise<void> {
    const gathered = this.#gathered;
    if (gathered.length === 0) return;
    const at = this.#spool.byteLength;
    for (let destination = 0; destination + 1 < gathered[0]!.starts.length; destination += 1) {
      for (const { bytes, starts } of gathered) {
        await this.#spool.write(bytes.subarray(starts[destination]!, starts[destination + 1]!));
      }
    }
    for (const { bytes } of gathered) discard(bytes);
    const parts = gathered.map(({ from, starts }) => ({ from, starts }));
    this.#kept.push({ first: this.#count, at, parts });
    this.#count += parts.length;
    this.#gathered = [];
    this.#gatheredBytes = 0;
  }

  /** @returns what the destination has in all parts, in a buffer of its own */
  async of(destination: number): Promise<DestinationSuffixes> {
    const ofAll = (each: Kept): number => lengthOf(each, destination);
    const bytes = new Uint8Array(sum(this.#kept, (kept) => sum(kept.parts, ofAll)) + LOOK_AHEAD);
    const parts: PositionPart[] = [];
    let end = 0;
    for (const kept of this.#kept) {
      const first = end;
      for (const part of kept.parts) {
        const start = end;
        end += lengthOf(part, destination);
        if (end > start) parts.push({ from: part.from, start, end });
      }
      if (end > first) await this.#spool.read(startOf(kept, destination), bytes.subarray(first, end));
    }
    return { bytes, parts };
  }

  /** @returns the records that the destination has in one part, in a buffer of their own */
  recordsOf(destination: number, part: number): Promise<Uint8Array> {
    const kept = this.#kept.find(({ first, parts }) => part < first + parts.length)!;
    const before = kept.parts.slice(0, part - kept.first);
    const start = startOf(kept, destination) + sum(before, (each) => lengthOf(each, destination));
    return this.#spool.slice(start, start + lengthOf(kept.parts[part - kept.first]!, destination));
  }

  /** Removes them from the disk. */
  remove(): Promise<void> {
    return this.#spool.remove();
  }
}

type Kept = KeptParts['parts'][number];

const sum = <One>(all: readonly One[], of: (one: One) => number): number => all.reduce((end, one) => end + of(one), 0);

/** @returns how many bytes a part has of the destination */
const lengthOf = ({ starts }: Kept, destination: number): number => starts[destination + 1]! - starts[destination]!;

/** @returns where the destination's bytes of all these parts begin in the spool */
const startOf = ({ at, parts }: KeptParts, destination: number): number =>
  at + sum(parts, ({ starts }) => starts[destination]!);
