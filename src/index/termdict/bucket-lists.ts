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
 * A term's number is the gap to the term before, less 1, plus 2^low. In two parts, no number must be read before the place of
 * the next is known. Source: the exponential Golomb code (Teuhola, 1978). Elsewhere: the writer (build/substrings), the
 * compiled reader (run-lists).
 */
import type { Chunk } from '../../format/index.js';

/**
 * Reads the list at `[start, end)` of a chunk.
 *
 * @param out   if `isSet`, the words of a term set, to which the terms are added; else receives the ascending terms and has
 *              room for eight per byte of the list
 * @returns     the number of terms. Cost: O(bytes); allocates nothing.
 */
export type ReadList = (chunk: Chunk, start: number, end: number, out: Uint32Array, isSet: boolean) => number;

export const addTo = (words: Uint32Array, term: number): void => {
  words[term >>> 5]! |= 1 << (term & 31);
};

export const readPacked: ReadList = ({ bytes, view }, start, end, out, isSet) => {
  const low = bytes[start]!;
  const lowMask = (1 << low) - 1;
  let at = start + 1;
  let length = bytes[at]! & 0x7f;
  for (let shift = 7; bytes[at]! >= 0x80; shift += 7) length |= (bytes[++at]! & 0x7f) << shift;
  at += 1;
  const part2 = Math.min(at + length, end);
  let part2Bit = 0;
  let term = -1;
  let count = 0;
  for (let lastOne = -1; at < part2; at += 4, lastOne -= 32) {
    let word = wordAt(bytes, view, at);
    if (part2 - at < 4) word &= (1 << (8 * (part2 - at))) - 1;
    for (; word !== 0; word &= word - 1) {
      const one = 31 - Math.clz32(word & -word);
      const bits = low + one - lastOne - 1;
      lastOne = one;
      const place = part2 + (part2Bit >>> 3);
      const shift = part2Bit & 7;
      let part2Bits = wordAt(bytes, view, place) >>> shift;
      if (bits + shift > 32) part2Bits |= wordAt(bytes, view, place + 4) << (32 - shift);
      part2Bit += bits;
      const highest = 1 << bits;
      term += (part2Bits & (highest - 1)) + highest - lowMask;
      if (isSet) addTo(out, term);
      else out[count] = term;
      count += 1;
    }
  }
  return count;
};

const wordAt = (bytes: Uint8Array, view: DataView, at: number): number =>
  at + 4 <= bytes.length ? view.getInt32(at, true) : wordAtEnd(bytes, at);

/** @returns the 32 bits at `at`; bytes after the last one count as zeros */
const wordAtEnd = (bytes: Uint8Array, at: number): number =>
  [3, 2, 1, 0].reduce((word, place) => (word << 8) | (bytes[at + place] ?? 0), 0);

/** Reads lists of older versions: the gap to the term before, less 1, as a varint. */
export const readVarints: ReadList = ({ bytes }, start, end, out, isSet) => {
  let term = -1;
  let count = 0;
  for (let at = start; at < end; count += 1) {
    let byte = bytes[at]!;
    at += 1;
    let gap = byte & 0x7f;
    for (let shift = 7; byte >= 0x80; shift += 7) {
      byte = bytes[at]!;
      at += 1;
      gap |= (byte & 0x7f) << shift;
    }
    // A term index has at most 32 bits; the unsigned shift keeps them all.
    term = (term + gap + 1) >>> 0;
    if (isSet) addTo(out, term);
    else out[count] = term;
  }
  return count;
};
