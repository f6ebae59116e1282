/**
 * The lists of ascending terms in the buckets of a substring tree: packed by bits, or as varints in files of older versions.
 *
 * A packed list, lowest bits first (low = the bits that every number has at least):
 *
 *     ┌──────┬──────────────────┬───────────────────────────────┬──────────────────────────────────┐
 *     │ low  │ length of part 1 │ part 1: per term `more` zeros  │ part 2: per term the `low + more` │
 *     │ byte │ varint, bytes    │         and a one              │         bits below its highest    │
 *     └──────┴──────────────────┴───────────────────────────────┴──────────────────────────────────┘
 *
 * A term's number is its gap, the number of terms skipped since the previous term, plus 2^low. Part 1 gives the bit length of every
 * number, so the reader need not decode a number to find the next one. Source: the exponential Golomb code (Teuhola, 1978).
 * Elsewhere: the writer (build/substrings), the compiled reader (run-lists).
 */
import type { Chunk } from '../../format/index.js';

/**
 * Reads the list at `[start, end)` of a chunk.
 *
 * @param out    `list`: receives the ascending terms, with room for eight per byte of the list; `set`: the words of a term set, to
 *               which the terms are added
 * @returns      the number of terms. Cost: O(bytes); allocates nothing.
 */
export type ReadList = (chunk: Chunk, start: number, end: number, out: Uint32Array, form: 'list' | 'set') => number;

export const addToSet = (words: Uint32Array, term: number): void => {
  words[term >>> 5]! |= 1 << (term & 31);
};

export const readPacked: ReadList = ({ bytes, view }, start, end, out, form) => {
  const isSet = form === 'set';
  const low = bytes[start]!;
  const lowMask = (1 << low) - 1;
  let position = start + 1;
  let length = bytes[position]! & 0x7f;
  for (let shift = 7; bytes[position]! >= 0x80; shift += 7) length |= (bytes[++position]! & 0x7f) << shift;
  position += 1;
  const part2 = Math.min(position + length, end);
  /** Number of bits of part 2 that are already read. */
  let part2Bit = 0;
  let term = -1;
  let count = 0;
  // `previousOne` is the position of the previous term's one in part 1, relative to the current word.
  for (let previousOne = -1; position < part2; position += 4, previousOne -= 32) {
    let word = readWord(bytes, view, position);
    if (part2 - position < 4) word &= (1 << (8 * (part2 - position))) - 1;
    for (; word !== 0; word &= word - 1) {
      const onePosition = 31 - Math.clz32(word & -word);
      const more = onePosition - previousOne - 1;
      const bitCount = low + more;
      previousOne = onePosition;
      const byteIndex = part2 + (part2Bit >>> 3);
      const shift = part2Bit & 7;
      let bits = readWord(bytes, view, byteIndex) >>> shift;
      if (bitCount + shift > 32) bits |= readWord(bytes, view, byteIndex + 4) << (32 - shift);
      part2Bit += bitCount;
      const highestBit = 1 << bitCount;
      const number = highestBit + (bits & (highestBit - 1));
      // The gap is `number - 2^low`, and the distance to the previous term is one more.
      term += number - lowMask;
      if (isSet) addToSet(out, term);
      else out[count] = term;
      count += 1;
    }
  }
  return count;
};

const readWord = (bytes: Uint8Array, view: DataView, position: number): number =>
  position + 4 <= bytes.length ? view.getInt32(position, true) : readLastWord(bytes, position);

/** @returns the 32 bits at `position`; bytes after the last one count as zeros */
function readLastWord(bytes: Uint8Array, position: number): number {
  let word = 0;
  for (let byteIndex = 3; byteIndex >= 0; byteIndex -= 1) word = (word << 8) | (bytes[position + byteIndex] ?? 0);
  return word;
}

/** Reads lists of older versions: the gap to the term before, less 1, as a varint. */
export const readVarints: ReadList = ({ bytes }, start, end, out, form) => {
  const isSet = form === 'set';
  let term = -1;
  let count = 0;
  for (let position = start; position < end; count += 1) {
    let byte = bytes[position]!;
    position += 1;
    let gap = byte & 0x7f;
    for (let shift = 7; byte >= 0x80; shift += 7) {
      byte = bytes[position]!;
      position += 1;
      gap |= (byte & 0x7f) << shift;
    }
    // A term index has at most 32 bits; the unsigned shift keeps them all.
    term = (term + gap + 1) >>> 0;
    if (isSet) addToSet(out, term);
    else out[count] = term;
  }
  return count;
};
