/**
 * The route of each suffix of a text before sorting: found by tables, noted, then written as a record at its destination or counted
 * at its node.
 *
 * Layouts: layout/suffixes. `codes` is the address of the code at position 0; it may be below the memory, as addresses are computed
 * modulo 2³². `width` is the number of codes; a table has a number for each pair of codes.
 */
import {
  BLOCK_BYTES,
  COPIED_CODES,
  DESTINATION_DEPTH,
  DESTINATION_NEXT,
  DESTINATION_PREVIOUS,
  DESTINATION_RECORDS,
  ENTRY_BYTES,
  GAP_BYTES,
  NODE_DEPTH,
  NODE_TALLIES,
  NOTE_BYTES,
  TALLY_DOCS,
  TALLY_LAST,
  TALLY_SUFFIXES,
  TALLY_TERMS,
} from '../layout/suffixes';
import { WORD_BYTES } from './columns';

/** Length of the longest record that one copy of codes fills. */
const ONE_COPY_BYTES: u32 = GAP_BYTES + COPIED_CODES;

/** @returns the two codes at an address as one number, an index of a table */
export function readPair(codes: usize, width: u32): u32 {
  return load<u8>(codes) * width + load<u8>(codes, 1);
}

/** Inlined at each call, as it runs once for each suffix. */
class Inlined {
  /** Follows the tables, two codes at a time. @returns the destination; 0: none */
  @inline
  static findDestination(codes: usize, width: u32, tables: usize): u32 {
    let entry = load<i32>(tables + readPair(codes, width) * WORD_BYTES);
    // A negative entry is the index of the table of the next two codes, negated.
    if (entry < 0) {
      do {
        codes += 2;
        const table: u32 = -entry;
        entry = load<i32>(tables + (readPair(codes, width) + table * width * width) * WORD_BYTES);
      } while (entry < 0);
    }
    return entry;
  }
}

/**
 * Writes a note for each suffix of a block that has a destination, and counts the records that it needs.
 *
 * @param out room for a note of each suffix
 * @returns the number of notes
 */
export function routeSuffixes(
  positions: usize,
  positionsEnd: usize,
  codes: usize,
  width: u32,
  tables: usize,
  destinations: usize,
  gapMaximum: u32,
  out: usize,
): u32 {
  const outStart = out;
  if (positions >= positionsEnd) return 0;
  do {
    const position = load<u32>(positions);
    const destination = Inlined.findDestination(codes + position, width, tables);
    const entry = destinations + destination * ENTRY_BYTES;
    const gap = position - load<u32>(entry, DESTINATION_PREVIOUS);
    store<u32>(entry, position, DESTINATION_PREVIOUS);
    store<u32>(entry, load<u32>(entry, DESTINATION_RECORDS) + 1, DESTINATION_RECORDS);
    if (gap >= gapMaximum) {
      store<u32>(entry, load<u32>(entry, DESTINATION_RECORDS) + gap / gapMaximum, DESTINATION_RECORDS);
    }
    // The note of a suffix without destination is written too, and overwritten by the next one: no branch is needed.
    store<u32>(out, position);
    store<u32>(out, entry, 4);
    out += u32(destination !== 0) * NOTE_BYTES;
    positions += WORD_BYTES;
  } while (positions < positionsEnd);
  return (out - outStart) / NOTE_BYTES;
}

/** Appends a record for each note to its destination. A gap above the maximum needs additional records without a suffix. */
export function writeRecords(notes: usize, notesEnd: usize, codes: usize, recordBytes: u32, gapMaximum: u32): void {
  if (notes >= notesEnd) return;
  do {
    const position = load<u32>(notes);
    const entry: usize = load<u32>(notes, 4);
    let gap = position - load<u32>(entry, DESTINATION_PREVIOUS);
    store<u32>(entry, position, DESTINATION_PREVIOUS);
    let record: usize = load<u32>(entry, DESTINATION_NEXT);
    if (gap >= gapMaximum) {
      do {
        store<u16>(record, gapMaximum as u16);
        record += recordBytes;
        gap -= gapMaximum;
      } while (gap >= gapMaximum);
    }
    store<u16>(record, gap as u16);
    const copiedCodes = codes + position + load<u32>(entry, DESTINATION_DEPTH);
    v128.store(record, v128.load(copiedCodes), GAP_BYTES);
    if (recordBytes > ONE_COPY_BYTES) {
      v128.store(record, v128.load(copiedCodes, 16), GAP_BYTES + 16);
      v128.store(record, v128.load(copiedCodes, 32), GAP_BYTES + 32);
    }
    store<u32>(entry, record + recordBytes, DESTINATION_NEXT);
    notes += NOTE_BYTES;
  } while (notes < notesEnd);
}

/** Counts a suffix in a tally; its term, and the docs of the term, are counted once. */
function addToTally(tally: usize, mark: u32, docs: u32): void {
  // No branch, because a processor cannot predict whether a term is new.
  const isNew = u32(load<u32>(tally, TALLY_LAST) !== mark);
  store<u32>(tally, load<u32>(tally, TALLY_SUFFIXES) + 1, TALLY_SUFFIXES);
  store<u32>(tally, load<u32>(tally, TALLY_TERMS) + isNew, TALLY_TERMS);
  store<u32>(tally, load<u32>(tally, TALLY_DOCS) + docs * isNew, TALLY_DOCS);
  store<u32>(tally, mark, TALLY_LAST);
}

/** Counts the suffixes of a block at their nodes: by the code after the node's string, and by the two codes after it. */
export function countSuffixes(
  positions: usize,
  positionsEnd: usize,
  codes: usize,
  width: u32,
  tables: usize,
  nodes: usize,
): void {
  if (positions >= positionsEnd) return;
  do {
    const position = load<u32>(positions);
    const node = nodes + Inlined.findDestination(codes + position, width, tables) * ENTRY_BYTES;
    const tallies: usize = load<u32>(node, NODE_TALLIES);
    const nextCodes = codes + position + load<u32>(node, NODE_DEPTH);
    const mark = load<u32>(positions, BLOCK_BYTES) + 1;
    addToTally(tallies + load<u8>(nextCodes) * ENTRY_BYTES, mark, load<u32>(positions, 2 * BLOCK_BYTES));
    addToTally(
      tallies + (readPair(nextCodes, width) + width) * ENTRY_BYTES,
      mark,
      load<u32>(positions, 2 * BLOCK_BYTES),
    );
    positions += WORD_BYTES;
  } while (positions < positionsEnd);
}
