/**
 * Decodes packed lists of terms (drawn in src/index/termdict/bucket-lists): the lists of neighbouring buckets are concatenated, and
 * each ends where the next begins.
 *
 * Up to three bytes after the lists are read and ignored.
 */
import { WORD_BYTES, wordAddress } from './columns';

const LIST_TERMS = 0;
const ADD_TERMS = 1;
const ADD_DOCS = 2;

/** @returns a mask of the lowest `bits` bits */
function lowestBits(bits: u32): u32 {
  return (1 << bits) - 1;
}

function addMember(words: usize, member: u32): void {
  const word = wordAddress(words, member);
  store<u32>(word, load<u32>(word) | (1 << member));
}

/** Inlined at each call, so that the action is a constant and its test costs nothing. */
class Inlined {
  /** Applies the action to each term of each list. @returns the end of the listed terms */
  @inline
  static eachTerm(action: i32, lists: usize, listsEnd: usize, out: usize, starts: usize, docs: usize): usize {
    if (lists >= listsEnd) return out;
    do {
      const low: u32 = load<u8>(lists);
      lists += 1;
      let length: u32 = 0;
      let byte: u32 = 0;
      let lengthShift: u32 = 0;
      do {
        byte = load<u8>(lists);
        length |= (byte & 127) << lengthShift;
        lists += 1;
        lengthShift += 7;
      } while (byte >= 128);
      let part1 = lists;
      const part2 = part1 + length;
      // Number of bits of part 2 that are already read.
      let part2Bit: u32 = 0;
      let term: u32 = -1;
      // Index of the end bit of the previous term, relative to the current word.
      let before: u32 = -1;
      if (part1 < part2) {
        do {
          let word = load<u32>(part1);
          const part1Bytes: u32 = part2 - part1;
          if (part1Bytes < WORD_BYTES) word &= lowestBits(part1Bytes << 3);
          if (word !== 0) {
            do {
              const end = ctz(word);
              const bits = end - before + low - 1;
              before = end;
              const at = part2 + (part2Bit >>> 3);
              const shift = part2Bit & 7;
              let lowPart = load<u32>(at) >>> shift;
              if (shift + bits > 32) lowPart |= load<u8>(at, 4) << (32 - shift);
              part2Bit += bits;
              term += (lowPart & lowestBits(bits)) + lowestBits(bits) - lowestBits(low) + 1;
              word &= word - 1;
              if (action === LIST_TERMS) {
                store<u32>(out, term);
                out += WORD_BYTES;
              } else if (action === ADD_TERMS) {
                addMember(out, term);
              } else {
                const start = starts + term * WORD_BYTES;
                let place = load<u32>(start);
                const placesEnd = load<u32>(start, 4);
                if (place < placesEnd) {
                  do {
                    addMember(out, load<u32>(docs + place * WORD_BYTES));
                    place += 1;
                  } while (place < placesEnd);
                }
              }
            } while (word !== 0);
          }
          before -= 32;
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
  return (Inlined.eachTerm(LIST_TERMS, lists, listsEnd, out, 0, 0) - out) / WORD_BYTES;
}

/** Adds the terms of all lists to a bitset. */
export function addPackedTerms(lists: usize, listsEnd: usize, words: usize): void {
  Inlined.eachTerm(ADD_TERMS, lists, listsEnd, words, 0, 0);
}

/** Adds the docs of the lists' terms to a bitset; the docs of term t are `docs[starts[t], starts[t + 1])`. */
export function addPackedDocs(lists: usize, listsEnd: usize, words: usize, starts: usize, docs: usize): void {
  Inlined.eachTerm(ADD_DOCS, lists, listsEnd, words, starts, docs);
}
