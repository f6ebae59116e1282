/**
 * The loops that list the suffixes of a part of a text, block by block: all suffixes, or a selection.
 *
 * A suffix is the rest of a term from the beginning of a character on. A call continues where the list ended, and returns the
 * number of suffixes of the block: 0 at the end. `ends` and `docStarts` are the addresses of the first term of the text,
 * modulo 2³²: they may be negative. Elsewhere: equivalent kernels (src/kernels/assembly/suffix-lists), loops over a block (loops).
 */
import { BLOCK_BYTES, LIST_GAP, LIST_POSITION, LIST_TERM, SELECTION_GAP_MAXIMUM } from '../../../src/kernels/index.js';

/** Addresses of the terms' ends, and of the starts of their docs. */
type TermTables = readonly [ends: number, docStarts: number];

/** @param list address of the state of the list. @param out address of the block */
export interface Lists {
  /** Lists the positions of suffixes before `end`. `begins`: address of the codes that begin a character. */
  listPositions(list: number, end: number, codes: number, begins: number, out: number): number;
  /** Also lists the term of each suffix, and the number of its docs. */
  listSuffixes(list: number, end: number, codes: number, begins: number, ...rest: [...TermTables, out: number]): number;
  /** Lists the positions of selected suffixes. `gapsEnd`: address after the selection. */
  listSelectedPositions(list: number, gapsEnd: number, out: number): number;
  listSelectedSuffixes(list: number, gapsEnd: number, ...rest: [...TermTables, out: number]): number;
}

/** @param buffer memory of the loops; the addresses of 32-bit numbers in it are multiples of four */
export function plainLists(buffer: ArrayBuffer): Lists {
  const bytes = new Uint8Array(buffer);
  const numbers = new Uint32Array(buffer);
  const readTable = (table: number, term: number): number => numbers[(table + 4 * term) >>> 2]!;
  /** Writes the terms of the positions at `[start, end)`. The first term is that of the list; the last one replaces it. */
  const listTerms = (list: number, start: number, end: number, ends: number, docStarts: number): void => {
    let term = numbers[(list + LIST_TERM) >>> 2]!;
    for (let address = start; address < end; address += 4) {
      while (readTable(ends, term) <= numbers[address >>> 2]!) term += 1;
      numbers[(address + BLOCK_BYTES) >>> 2] = term;
      numbers[(address + 2 * BLOCK_BYTES) >>> 2] = readTable(docStarts, term + 1) - readTable(docStarts, term);
    }
    numbers[(list + LIST_TERM) >>> 2] = term;
  };
  const lists: Lists = {
    listPositions: (list, end, codes, begins, out) => {
      let position = numbers[(list + LIST_POSITION) >>> 2]!;
      let address = out;
      for (; position < end && address < out + BLOCK_BYTES; position += 1) {
        if (bytes[begins + bytes[(codes + position) >>> 0]!] === 0) continue;
        numbers[address >>> 2] = position;
        address += 4;
      }
      numbers[(list + LIST_POSITION) >>> 2] = position;
      return (address - out) / 4;
    },
    listSuffixes: (list, end, codes, begins, ends, docStarts, out) => {
      const count = lists.listPositions(list, end, codes, begins, out);
      listTerms(list, out, out + 4 * count, ends, docStarts);
      return count;
    },
    listSelectedPositions: (list, gapsEnd, out) => {
      let position = numbers[(list + LIST_POSITION) >>> 2]!;
      let gaps = numbers[(list + LIST_GAP) >>> 2]!;
      let address = out;
      for (; gaps < gapsEnd && address < out + BLOCK_BYTES; gaps += 1) {
        const gap = bytes[gaps]!;
        position += gap;
        if (gap === SELECTION_GAP_MAXIMUM) continue;
        numbers[address >>> 2] = position;
        address += 4;
      }
      numbers[(list + LIST_POSITION) >>> 2] = position;
      numbers[(list + LIST_GAP) >>> 2] = gaps;
      return (address - out) / 4;
    },
    listSelectedSuffixes: (list, gapsEnd, ends, docStarts, out) => {
      const count = lists.listSelectedPositions(list, gapsEnd, out);
      listTerms(list, out, out + 4 * count, ends, docStarts);
      return count;
    },
  };
  return lists;
}
