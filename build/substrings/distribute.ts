/**
 * Distributes the suffixes of a text to destinations in one pass, so that reading a destination costs only its own suffixes.
 *
 * A suffix is a record: the gap to the previous suffix of its destination, and some of its codes ("carried" codes).
 *
 * Destinations are groups of batches, or batches. Records for a batch carry codes, because the text is read sequentially here,
 * and would be read at random places there. A gap that is too long for its bytes is written as several records, the last of
 * which is the suffix.
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
import type { Job } from '../work/index.js';
import { LoopSuffixes } from './memory/loop-suffixes.js';
import type { RouteTables } from './plan/routes.js';
import { SELECTION_GAP_MAXIMUM, type Selection, type SuffixText, type TextPart } from './text/index.js';

/**
 * Number of codes that a record carries, after the common beginning of all suffixes of its destination.
 *
 * `nothing`: only the destination is recorded. `next`: two codes for the slot and eight to sort by; later ones are read from
 * the text. `all`: all codes that the tree needs, if the text is not in memory.
 */
export const CARRIED_CODES = { nothing: 0, next: 10, all: 36 } as const;

/** @returns the byte length of a record that carries so many codes */
export const recordBytesOf = (carried: number): number => (carried === 0 ? 1 : GAP_BYTES + carried);

interface Distribution {
  readonly text: SuffixText;
  readonly part: TextPart;
  readonly selection: Selection;
  /** Routes a suffix to the number of its destination; some suffixes have none. */
  readonly tables: RouteTables;
  /** Destination → length of the common beginning of its suffixes, in codes. */
  readonly depths: Uint8Array;
  /** Number of codes that each record carries: one of CARRIED_CODES. */
  readonly carried: number;
}

/** The suffixes of a part of the terms, by destination. */
export interface Distributed {
  /** The first term of the part; the first gap of each destination counts from its start. */
  readonly from: number;
  /** The records of all destinations, concatenated. */
  readonly bytes: Uint8Array;
  /** Destination → start of its records, with one more entry for the end. */
  readonly starts: Uint32Array;
}

/** Cost: a pass over the terms, or the selection. Memory: twice the result, and 8 bytes per suffix. */
export function distribute({ text, part, selection, tables, depths, carried }: Distribution): Distributed {
  const recordBytes = recordBytesOf(carried);
  const gapMaximum = carried === 0 ? SELECTION_GAP_MAXIMUM : GAP_MAXIMUM;
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
  // After the records of a destination is room, because the kernel may copy more bytes than a record has.
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
