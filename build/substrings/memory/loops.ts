/**
 * The loops over the suffixes of a text before sorting: route each to its destination, write it there, and count it.
 *
 * A build spends much of its time in them, so it usually runs equivalent kernels (thread-memory); these loops work without a
 * WebAssembly memory. Places are byte offsets in one memory, modulo 2³²: the place of the code at position 0 may be before
 * the memory. Elsewhere: the layout of the memory (src/kernels/layout/suffixes).
 */
import {
  BLOCK_BYTES,
  CARRIED_MAXIMUM,
  COPIED_CODES,
  DESTINATION_PREVIOUS,
  DESTINATION_RECORDS,
  ENTRY_BYTES,
  GAP_BYTES,
  NOTE_BYTES,
  TALLY_DOCS,
  TALLY_LAST,
  TALLY_SUFFIXES,
  TALLY_TERMS,
} from '../../../src/kernels/index.js';

/** Leads by two codes at a time: where the code at position 0 lies, how many codes there are, and the tables. */
type Leading = readonly [codes: number, width: number, tables: number];

export interface Loops {
  /** Notes a block's suffixes that go somewhere from `out` on, and counts their records. @returns behind the last note */
  route(at: number, end: number, ...more: [...Leading, entries: number, gapMaximum: number, out: number]): number;
  /** Writes what is noted: of each suffix a record, where its destination's next one goes. */
  write(at: number, end: number, codes: number, recordBytes: number, gapMaximum: number): void;
  /** Counts a block's suffixes at their nodes, by the two codes behind the node's string. */
  count(at: number, end: number, ...more: [...Leading, nodes: number]): void;
}

/** @param buffer where places of numbers are multiples of four */
export function plainLoops(buffer: ArrayBuffer): Loops {
  const bytes = new Uint8Array(buffer);
  const numbers = new Uint32Array(buffer);
  const add = (place: number, more: number): void => {
    numbers[place >>> 2]! += more;
  };
  const destinationOf = (position: number, codes: number, width: number, tables: number): number => {
    let at = (codes + position) >>> 0;
    const look = (table: number): number => {
      const pair = bytes[at]! * width + bytes[at + 1]!;
      at += 2;
      return numbers[(tables >>> 2) + table * width * width + pair]! | 0;
    };
    let to = look(0);
    while (to < 0) to = look(-to);
    return to;
  };
  return {
    route: (from, end, codes, width, tables, entries, gapMaximum, firstOut) => {
      let out = firstOut;
      for (let at = from; at < end; at += 4) {
        const position = numbers[at >>> 2]!;
        const to = destinationOf(position, codes, width, tables);
        const entry = entries + to * ENTRY_BYTES;
        const previous = (entry + DESTINATION_PREVIOUS) >>> 2;
        add(entry + DESTINATION_RECORDS, 1 + Math.floor((position - numbers[previous]!) / gapMaximum));
        numbers[previous] = position;
        numbers.set([position, entry], out >>> 2);
        // What goes nowhere is written over.
        out += to === 0 ? 0 : NOTE_BYTES;
      }
      return out;
    },
    write: (from, end, codes, recordBytes, gapMaximum) => {
      for (let at = from; at < end; at += NOTE_BYTES) {
        const [position, entry] = [numbers[at >>> 2]!, numbers[(at >>> 2) + 1]! >>> 2];
        let gap = position - numbers[entry]!;
        numbers[entry] = position;
        let next = numbers[entry + 2]!;
        for (; ; gap -= gapMaximum, next += recordBytes) {
          const written = Math.min(gap, gapMaximum);
          bytes[next] = written;
          bytes[next + 1] = written >>> 8;
          if (gap < gapMaximum) break;
        }
        const first = (codes + position + numbers[entry + 3]!) >>> 0;
        const copied = recordBytes > GAP_BYTES + COPIED_CODES ? CARRIED_MAXIMUM : COPIED_CODES;
        bytes.copyWithin(next + GAP_BYTES, first, first + copied);
        numbers[entry + 2] = next + recordBytes;
      }
    },
    count: (from, end, codes, width, tables, nodes) => {
      for (let at = from; at < end; at += 4) {
        const position = numbers[at >>> 2]!;
        const entry = (nodes >>> 2) + 4 * destinationOf(position, codes, width, tables);
        const [mark, docs] = [numbers[(at + BLOCK_BYTES) >>> 2]! + 1, numbers[(at + 2 * BLOCK_BYTES) >>> 2]!];
        const behind = (codes + position + numbers[entry + 1]!) >>> 0;
        const [one, two] = [bytes[behind]!, (bytes[behind]! + 1) * width + bytes[behind + 1]!];
        for (const code of [one, two]) {
          const place = numbers[entry]! + code * ENTRY_BYTES;
          const isNew = numbers[(place + TALLY_LAST) >>> 2] !== mark;
          add(place + TALLY_SUFFIXES, 1);
          add(place + TALLY_TERMS, isNew ? 1 : 0);
          add(place + TALLY_DOCS, isNew ? docs : 0);
          numbers[(place + TALLY_LAST) >>> 2] = mark;
        }
      }
    },
  };
}
