/**
 * The loops over the suffixes of a text before sorting: route each to its destination, write its record there, and count it.
 *
 * A build spends much of its time in them, so it usually runs equivalent kernels (thread-memory); these loops work without a
 * WebAssembly memory. Addresses are byte offsets in one memory, modulo 2³²: the address of the code at position 0 may be
 * negative. Elsewhere: listing the suffixes (lists), the layout of blocks, entries, notes and records (src/kernels/layout/suffixes).
 */
import {
  BLOCK_BYTES,
  CARRIED_MAXIMUM,
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
} from '../../../src/kernels/index.js';
import { type Lists, plainLists } from './lists.js';

/** Arguments for routing: address of the code at position 0, number of codes in the alphabet, address of the route tables. */
type RoutingArguments = readonly [codes: number, width: number, tables: number];

export interface Loops extends Lists {
  /**
   * Writes a note (a position and the address of its destination's entry) for each suffix of a block that has a
   * destination, and counts the records of each destination.
   *
   * @param start the positions of the block are at the addresses `[start, end)`
   * @param rest  `entries`: address of the destinations' entries; `out`: address of the first note
   * @returns the address after the last note
   */
  route(
    start: number,
    end: number,
    ...rest: [...RoutingArguments, entries: number, gapMaximum: number, out: number]
  ): number;
  /** Writes the record of each note at the addresses `[start, end)` to the address of its destination's next record. */
  write(start: number, end: number, codes: number, recordBytes: number, gapMaximum: number): void;
  /**
   * Counts each suffix of a block at its node: by the code after the string of the node, and by the two codes after it.
   *
   * @param rest `nodes`: address of the nodes' entries
   */
  count(start: number, end: number, ...rest: [...RoutingArguments, nodes: number]): void;
}

/** @param buffer memory of the loops; the addresses of 32-bit numbers in it are multiples of four */
export function plainLoops(buffer: ArrayBuffer): Loops {
  const bytes = new Uint8Array(buffer);
  const numbers = new Uint32Array(buffer);
  const addTo = (address: number, difference: number): void => {
    numbers[address >>> 2]! += difference;
  };
  /** @returns the number of the destination, from 1; 0 for none */
  const findDestination = (position: number, codes: number, width: number, tables: number): number => {
    let address = (codes + position) >>> 0;
    const readRoute = (table: number): number => {
      const pair = bytes[address]! * width + bytes[address + 1]!;
      address += 2;
      return numbers[(tables >>> 2) + table * width * width + pair]! | 0;
    };
    let route = readRoute(0);
    // A negative route is the negated number of the table for the next two codes.
    while (route < 0) route = readRoute(-route);
    return route;
  };
  return {
    ...plainLists(buffer),
    route: (start, end, codes, width, tables, entries, gapMaximum, firstOut) => {
      let out = firstOut;
      for (let address = start; address < end; address += 4) {
        const position = numbers[address >>> 2]!;
        const destination = findDestination(position, codes, width, tables);
        const entry = entries + destination * ENTRY_BYTES;
        const previous = (entry + DESTINATION_PREVIOUS) >>> 2;
        addTo(entry + DESTINATION_RECORDS, 1 + Math.floor((position - numbers[previous]!) / gapMaximum));
        numbers[previous] = position;
        numbers.set([position, entry], out >>> 2);
        // The next note overwrites a note with destination 0.
        out += destination === 0 ? 0 : NOTE_BYTES;
      }
      return out;
    },
    write: (start, end, codes, recordBytes, gapMaximum) => {
      for (let address = start; address < end; address += NOTE_BYTES) {
        const position = numbers[address >>> 2]!;
        const entry = numbers[(address >>> 2) + 1]!;
        const previous = (entry + DESTINATION_PREVIOUS) >>> 2;
        const next = (entry + DESTINATION_NEXT) >>> 2;
        let gap = position - numbers[previous]!;
        numbers[previous] = position;
        let record = numbers[next]!;
        // A long gap takes several records; only the last one has a suffix.
        for (; ; gap -= gapMaximum, record += recordBytes) {
          const recordGap = Math.min(gap, gapMaximum);
          bytes[record] = recordGap;
          bytes[record + 1] = recordGap >>> 8;
          if (gap < gapMaximum) break;
        }
        const firstCode = (codes + position + numbers[(entry + DESTINATION_DEPTH) >>> 2]!) >>> 0;
        const copiedCodes = recordBytes > GAP_BYTES + COPIED_CODES ? CARRIED_MAXIMUM : COPIED_CODES;
        bytes.copyWithin(record + GAP_BYTES, firstCode, firstCode + copiedCodes);
        numbers[next] = record + recordBytes;
      }
    },
    count: (start, end, codes, width, tables, nodes) => {
      for (let address = start; address < end; address += 4) {
        const position = numbers[address >>> 2]!;
        const termMark = numbers[(address + BLOCK_BYTES) >>> 2]! + 1;
        const docs = numbers[(address + 2 * BLOCK_BYTES) >>> 2]!;
        const node = nodes + findDestination(position, codes, width, tables) * ENTRY_BYTES;
        const counts = numbers[(node + NODE_TALLIES) >>> 2]!;
        const firstCode = (codes + position + numbers[(node + NODE_DEPTH) >>> 2]!) >>> 0;
        const code = bytes[firstCode]!;
        // The counts of pairs of codes follow those of single codes.
        const pair = (code + 1) * width + bytes[firstCode + 1]!;
        for (const index of [code, pair]) {
          const entry = counts + index * ENTRY_BYTES;
          const isNew = numbers[(entry + TALLY_LAST) >>> 2] !== termMark;
          addTo(entry + TALLY_SUFFIXES, 1);
          addTo(entry + TALLY_TERMS, isNew ? 1 : 0);
          addTo(entry + TALLY_DOCS, isNew ? docs : 0);
          numbers[(entry + TALLY_LAST) >>> 2] = termMark;
        }
      }
    },
  };
}
