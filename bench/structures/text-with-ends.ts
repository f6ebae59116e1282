/**
 * All terms in one array, each followed by a NUL, and the way back from a position to its term.
 */
import type { GrowingRecords } from '../../src/format/index.js';

/** One entry of the coarse table covers so many bytes, as a power of two. */
const blockShift = 6;

export interface TextWithEnds {
  readonly bytes: Uint8Array;
  /** The term that holds the byte at the position. */
  termOf(position: number): number;
  /** Where each term begins, and the end. */
  readonly starts: Uint32Array;
  /** Positions at which a character begins, ascending. */
  characterStarts(): Uint32Array;
}

/** @throws RangeError beyond 4 GiB. Cost: a copy of the terms. */
export function textWithEnds(terms: GrowingRecords): TextWithEnds {
  const starts = new Uint32Array(terms.count + 1);
  let length = 0;
  for (let term = 0; term < terms.count; term += 1) {
    starts[term] = length;
    length += terms.view(term).byteLength + 1;
    if (length >= 2 ** 32) throw new RangeError('the distinct values of one field have more than 4 GiB');
  }
  starts[terms.count] = length;
  const bytes = new Uint8Array(length);
  const firstTermOf = new Uint32Array((length >>> blockShift) + 1);
  let characters = 0;
  for (let term = 0; term < terms.count; term += 1) {
    const view = terms.view(term);
    bytes.set(view, starts[term]!);
    for (const byte of view) if ((byte & 0xc0) !== 0x80) characters += 1;
    for (
      let block = (starts[term]! + (1 << blockShift) - 1) >>> blockShift;
      block * 2 ** blockShift < starts[term + 1]!;
      block += 1
    ) {
      firstTermOf[block] = term;
    }
  }
  const termOf = (position: number): number => {
    let term = firstTermOf[position >>> blockShift]!;
    while (starts[term + 1]! <= position) term += 1;
    return term;
  };
  return {
    bytes,
    termOf,
    starts,
    characterStarts() {
      const positions = new Uint32Array(characters);
      let at = 0;
      for (let position = 0; position < length; position += 1) {
        const byte = bytes[position]!;
        if (byte !== 0 && (byte & 0xc0) !== 0x80) positions[at++] = position;
      }
      return positions;
    },
  };
}
