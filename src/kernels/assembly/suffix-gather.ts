/**
 * Moves the suffixes of a batch from their records to their slots. Layouts: layout/suffixes.
 */
import {
  ENTRY_BYTES,
  GAP_BYTES,
  GAP_MAXIMUM,
  SLOT_CODES,
  SLOT_IS_NODE,
  SLOT_LAST,
  SLOT_NEXT,
  SUFFIX_BYTES,
} from '../layout/suffixes';
import { WORD_BYTES } from './columns';
import { readPair } from './suffix-routes';

/**
 * Reads the records of a destination. A slot that is not a node takes only one suffix of each term.
 *
 * The loops test their condition at the end, behind one test before them: that saves a jump for each record.
 *
 * @param records address of the first record; `recordsEnd` is the address after the last one
 * @param recordBytes bytes of a record: its gap, and the codes that follow
 * @param ends the end of each term as a position, starting with `term`
 * @param term the first term
 * @param position the position of the suffix before the first record
 * @param width number of codes in the alphabet
 * @param slotOf table: two codes → the index of their slot
 * @param slots address of the first slot
 * @param isInText 1: a suffix is stored as its position in the text; 0: as the address of its record plus `codesShift`
 * @param codesShift index of the codes in the records minus the address of the record here
 */
export function gatherSuffixes(
  records: usize,
  recordsEnd: usize,
  recordBytes: u32,
  ends: usize,
  term: u32,
  position: u32,
  width: u32,
  slotOf: usize,
  slots: usize,
  isInText: u32,
  codesShift: u32,
): void {
  if (records >= recordsEnd) return;
  do {
    const gap: u32 = load<u16>(records);
    position += gap;
    // A record with the maximum gap only advances the position.
    if (gap !== GAP_MAXIMUM) {
      if (position >= load<u32>(ends)) {
        do {
          ends += WORD_BYTES;
          term += 1;
        } while (position >= load<u32>(ends));
      }
      const slot = slots + load<u32>(slotOf + readPair(records + GAP_BYTES, width) * WORD_BYTES) * ENTRY_BYTES;
      const isNewTerm = u32(load<u32>(slot, SLOT_LAST) !== term);
      if ((isNewTerm | load<u32>(slot, SLOT_IS_NODE)) !== 0) {
        const suffixAddress: usize = load<u32>(slot, SLOT_NEXT);
        store<u32>(slot, suffixAddress + SUFFIX_BYTES, SLOT_NEXT);
        store<u32>(slot, term, SLOT_LAST);
        const storedPosition = select<u32>(position, records + codesShift, isInText !== 0);
        const codes = v128.load(records, GAP_BYTES + SLOT_CODES);
        const positionAndTerm = i32x4.replace_lane(i32x4.splat(storedPosition), 1, term);
        // The next eight codes become the two keys, each with its first code in the highest byte.
        const suffix = v128.shuffle<u8>(positionAndTerm, codes, 0, 1, 2, 3, 4, 5, 6, 7, 19, 18, 17, 16, 23, 22, 21, 20);
        v128.store(suffixAddress, suffix);
      }
    }
    records += recordBytes;
  } while (records < recordsEnd);
}
