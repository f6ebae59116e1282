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
import type { Job } from '../work/index.js';
import { LoopSuffixes } from './memory/loop-suffixes.js';
import type { RouteTables } from './plan/routes.js';
import { SELECTION_GAP_MAXIMUM, type Selection, type SuffixText, type TextPart } from './text/index.js';

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
export interface Distributed {
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
