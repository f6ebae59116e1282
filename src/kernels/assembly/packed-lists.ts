/**
 * Decodes packed lists of ascending terms. Neighbouring lists are concatenated: each ends where the next begins.
 *
 *     ┌──────┬──────────────────┬───────────────────────────────┬──────────────────────────────────┐
 *     │ low  │ length of part 1 │ part 1: per term `more` zeros │ part 2: per term `low + more`     │
 *     │ byte │ varint, bytes    │         and a one             │         bits, padded to a byte    │
 *     └──────┴──────────────────┴───────────────────────────────┴──────────────────────────────────┘
 *
 * Up to three bytes after the lists are read and ignored. Elsewhere: the source of this code, and reading it without kernels
 * (src/index/termdict/bucket-lists).
 */
import { WORD_BYTES, wordAddress } from './columns';

/** Writes each term to the output. */
const LIST_TERMS = 0;
/** Adds each term to a bitset. */
const ADD_TERMS = 1;
/** Adds the docs of each term to a bitset. */
const ADD_DOCS = 2;

/** @returns a mask of the lowest `bits` bits */
function lowestBits(bits: u32): u32 {
  return (1 << bits) - 1;
}

function addMember(words: usize, member: u32): void {
  const word = wordAddress(words, member);
  store<u32>(word, load<u32>(word) | (1 << member));
}

/** Functions that are inlined at each call, so that `action` is a constant and its test costs nothing. */
class Inlined {
  /** @returns 32 bits of part 1; bits at or after its end are 0 */
  @inline
  static readPart1(address: usize, part1End: usize): u32 {
    let bits = load<u32>(address);
    const remainingBytes: u32 = part1End - address;
    if (remainingBytes < WORD_BYTES) bits &= lowestBits(remainingBytes << 3);
    return bits;
  }

  /** @returns the distance to a term from the previous one: its `bitCount` bits below an implicit 1, less 2^low, plus 1 */
  @inline
  static readDistance(part2: usize, firstBit: u32, bitCount: u32, low: u32): u32 {
    const address = part2 + (firstBit >>> 3);
    const shift = firstBit & 7;
    let bits = load<u32>(address) >>> shift;
    // Bits that begin within a byte may end in a fifth byte.
    if (shift + bitCount > 32) bits |= load<u8>(address, 4) << (32 - shift);
    return (bits & lowestBits(bitCount)) + lowestBits(bitCount) - lowestBits(low) + 1;
  }

  /** Adds the docs of a term to a bitset. */
  @inline
  static addDocsOf(term: u32, words: usize, starts: usize, docs: usize): void {
    const start = starts + term * WORD_BYTES;
    let docIndex = load<u32>(start);
    const docsEnd = load<u32>(start, 4);
    if (docIndex < docsEnd) {
      do {
        addMember(words, load<u32>(docs + docIndex * WORD_BYTES));
        docIndex += 1;
      } while (docIndex < docsEnd);
    }
  }

  /** Applies the action to each term of each list. @returns the end of the listed terms */
  @inline
  static decodeLists(action: i32, lists: usize, listsEnd: usize, out: usize, starts: usize, docs: usize): usize {
    if (lists >= listsEnd) return out;
    do {
      const low: u32 = load<u8>(lists);
      lists += 1;
      let part1Length: u32 = 0;
      let byte: u32 = 0;
      let lengthShift: u32 = 0;
      do {
        byte = load<u8>(lists);
        part1Length |= (byte & 127) << lengthShift;
        lists += 1;
        lengthShift += 7;
      } while (byte >= 128);
      let part1 = lists;
      const part2 = part1 + part1Length;
      // Number of bits of part 2 that are already read.
      let part2Bit: u32 = 0;
      let term: u32 = -1;
      // Index of the previous term's one in part 1, relative to the current 32 bits.
      let previousOne: u32 = -1;
      if (part1 < part2) {
        do {
          let part1Bits = Inlined.readPart1(part1, part2);
          if (part1Bits !== 0) {
            do {
              const one = ctz(part1Bits);
              const bitCount = low + (one - previousOne - 1);
              term += Inlined.readDistance(part2, part2Bit, bitCount, low);
              part2Bit += bitCount;
              previousOne = one;
              part1Bits &= part1Bits - 1;
              if (action === LIST_TERMS) {
                store<u32>(out, term);
                out += WORD_BYTES;
              } else if (action === ADD_TERMS) addMember(out, term);
              else Inlined.addDocsOf(term, out, starts, docs);
            } while (part1Bits !== 0);
          }
          previousOne -= 32;
          part1 += WORD_BYTES;
        } while (part1 < part2);
      }
      lists = part2 + ((part2Bit + 7) >>> 3);
    } while (lists < listsEnd);
    return out;
  }
}

/** Writes the terms of all lists. @returns the number of terms */
export function listPackedTerms(lists: usize, listsEnd: usize, out: usize): u32 {
  return (Inlined.decodeLists(LIST_TERMS, lists, listsEnd, out, 0, 0) - out) / WORD_BYTES;
}

/** Adds the terms of all lists to a bitset. */
export function addPackedTerms(lists: usize, listsEnd: usize, words: usize): void {
  Inlined.decodeLists(ADD_TERMS, lists, listsEnd, words, 0, 0);
}

/** Adds the docs of the lists' terms to a bitset; the docs of term t are `docs[starts[t], starts[t + 1])`. */
export function addPackedDocs(lists: usize, listsEnd: usize, words: usize, starts: usize, docs: usize): void {
  Inlined.decodeLists(ADD_DOCS, lists, listsEnd, words, starts, docs);
}
