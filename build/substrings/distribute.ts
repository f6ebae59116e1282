/**
 * Distributes the suffixes of a text to destinations (groups or batches) in one pass, so that each is read by itself later.
 *
 * A suffix is written as a record: the gap to the previous suffix of its destination, and some of its codes ("carried" codes),
 * because this pass reads the text sequentially and sorting would read it at random. A gap that is too long for its bytes is
 * written as several records; only the last one has a suffix. Elsewhere: the loops (memory/loops).
 */

import { DEPTH_MAXIMUM } from '../../src/index/termdict/index.js';
import {
  CARRIED_MAXIMUM,
  DESTINATION_PREVIOUS,
  DESTINATION_RECORDS,
  ENTRY_BYTES,
  GAP_BYTES,
  GAP_MAXIMUM,
  NOTE_BYTES,
  SELECTION_GAP_MAXIMUM,
} from '../../src/kernels/index.js';
import type { Job } from '../work/index.js';
import { LoopSuffixes } from './memory/loop-suffixes.js';
import type { RouteTables } from './plan/routes.js';
import type { Selection, SuffixText, TextPart } from './text/index.js';

/**
 * Number of codes that a record carries, after the common beginning of all suffixes of its destination.
 *
 * `nothing`: only the destination is recorded. `next`: two codes for the slot and eight to sort by; later ones are read from
 * the text. `all`: all codes that the tree needs, if the text is not in memory.
 */
export const CARRIED_CODES = { nothing: 0, next: 10, all: DEPTH_MAXIMUM } as const;

/** @param carried one of CARRIED_CODES. @returns the byte length of a record */
export const recordByteLength = (carried: number): number => (carried === 0 ? 1 : GAP_BYTES + carried);

/** The input of the job that distributes a part of a text. */
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

/** Numbers of an entry in the memory of the loops. */
const numberBytes = Uint32Array.BYTES_PER_ELEMENT;
const entryNumbers = ENTRY_BYTES / numberBytes;

/** Cost: a pass over the terms, or the selection. Memory: twice the result, and 8 bytes per suffix. */
export function distribute({ text, part, selection, tables, depths, carried }: Distribution): Distributed {
  const recordBytes = recordByteLength(carried);
  const gapMaximum = carried === 0 ? SELECTION_GAP_MAXIMUM : GAP_MAXIMUM;
  const suffixes = new LoopSuffixes(text, part, selection, tables, false);
  const destinations = depths.length;
  // The free memory: an entry per destination, notes (suffixes with their destinations), records. Entry 0 is unused.
  const entriesStart = suffixes.freeStart;
  const notesStart = entriesStart + (destinations + 1) * ENTRY_BYTES;
  const memory = suffixes.openMemory(notesStart + suffixes.suffixesMaximum * NOTE_BYTES);
  const { codesStart, width, tablesStart, firstPosition } = suffixes;
  const viewEntries = (buffer: ArrayBufferLike): Uint32Array =>
    new Uint32Array(buffer, entriesStart, (destinations + 1) * entryNumbers);
  const routed = viewEntries(memory.buffer).fill(0);
  for (let entry = 0; entry <= destinations; entry += 1) {
    routed[entry * entryNumbers + DESTINATION_PREVIOUS / numberBytes] = firstPosition;
  }
  let notesEnd = notesStart;
  for (const [start, end] of suffixes.blocks()) {
    notesEnd = memory.loops.route(start, end, codesStart, width, tablesStart, entriesStart, gapMaximum, notesEnd);
  }
  const starts = new Uint32Array(destinations + 1);
  for (let destination = 0; destination < destinations; destination += 1) {
    const records = routed[(destination + 1) * entryNumbers + DESTINATION_RECORDS / numberBytes]!;
    starts[destination + 1] = starts[destination]! + records * recordBytes;
  }
  // Free bytes follow the records of a destination, because the kernel may copy more bytes than a record has.
  const addressOf = (destination: number): number =>
    notesEnd + starts[destination]! + destination * (GAP_BYTES + CARRIED_MAXIMUM);
  const { buffer, loops } = suffixes.openMemory(addressOf(destinations));
  const entries = viewEntries(buffer);
  for (let destination = 0; destination < destinations; destination += 1) {
    const entry = [firstPosition, 0, addressOf(destination), depths[destination]!];
    entries.set(entry, (destination + 1) * entryNumbers);
  }
  if (notesEnd > notesStart) loops.write(notesStart, notesEnd, codesStart, recordBytes, gapMaximum);
  const bytes = new Uint8Array(starts[destinations]!);
  for (let destination = 0; destination < destinations; destination += 1) {
    const byteLength = starts[destination + 1]! - starts[destination]!;
    bytes.set(new Uint8Array(buffer, addressOf(destination), byteLength), starts[destination]);
  }
  return { from: part.from, bytes, starts };
}

export const distributeJob: Job<Distribution, Distributed> = {
  name: 'distribute',
  structure: 'substrings',
  work: distribute,
  owned: ({ part, selection }) => [part, selection],
};
