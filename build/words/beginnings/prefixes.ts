/**
 * Finds the beginnings of words whose lists are precomputed, because merging the lists of their stems per query is too slow.
 *
 * Elsewhere: building the lists (merge-beginnings, gather-lists), the most frequent words of a beginning (suggested-words).
 */
import { threshold } from '../../../src/content/choices/index.js';
import { type GrowingRecords, GrowingU32 } from '../../../src/format/index.js';
import { isJoinedWord } from '../../../src/index/search/index.js';

/** A beginning gets a list if the stems of its words have more postings than this in total. */
const PREFIX_POSTINGS = 2048;

/** Beginnings, as ranges of words `[starts[i], ends[i])`. */
export interface Prefixes {
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
}

/**
 * @param words     ascending
 * @param wordStems word → stem
 * @param counts    stem → number of docs that have it
 * @returns the distinct ranges of all beginnings of at least one character that have at least two stems and enough postings,
 *          except beginnings of joined words, which are completed only if no other word begins so;
 *          ordered by start, then the longer range first
 * Cost: O(bytes of the words).
 */
export function findPrefixes(words: GrowingRecords, wordStems: Uint32Array, counts: Uint32Array): Prefixes {
  const starts = new GrowingU32();
  const ends = new GrowingU32();
  const visit = (from: number, to: number, byteLength: number): void => {
    const sharedBytes = sharedLength(words.view(from), words.view(to - 1), byteLength);
    if (isJoinedWord(words.view(from).subarray(0, sharedBytes).toString())) return;
    if (byteLength > 0 || sharedBytes > 0) {
      if (!hasEnoughPostings(wordStems.subarray(from, to), counts)) return;
      starts.push(from);
      ends.push(to);
    }
    eachNextCharacter(words, from, to, sharedBytes, visit);
  };
  eachNextCharacter(words, 0, words.count, 0, visit);
  return { starts: starts.view().slice(), ends: ends.view().slice() };
}

/**
 * Groups words by their next character, and calls `visit` for each group of at least two words.
 *
 * @param byteLength length of the beginning that all the words `[from, to)` share
 */
function eachNextCharacter(
  words: GrowingRecords,
  from: number,
  to: number,
  byteLength: number,
  visit: (from: number, to: number, byteLength: number) => void,
): void {
  for (let start = from; start < to; ) {
    const bytes = words.view(start);
    // The word that ends here has no next character.
    const end = bytes.byteLength === byteLength ? byteLength : byteLength + characterBytes(bytes[byteLength]!);
    const beginning = bytes.subarray(0, end);
    let next = start + 1;
    if (end > byteLength) {
      while (next < to && words.view(next).subarray(0, end).equals(beginning)) next += 1;
      if (next - start > 1) visit(start, next, end);
    }
    start = next;
  }
}

/** @param minimum number of equal first bytes. @returns the length of the common beginning, in bytes of whole characters */
function sharedLength(a: Uint8Array, b: Uint8Array, minimum: number): number {
  let length = minimum;
  for (;;) {
    const byte = a[length];
    if (byte === undefined) return length;
    const end = length + characterBytes(byte);
    for (let at = length; at < end; at += 1) if (a[at] !== b[at]) return length;
    length = end;
  }
}

/** @returns the byte length of a UTF-8 character with this first byte */
function characterBytes(first: number): number {
  if (first < 0x80) return 1;
  if (first < 0xe0) return 2;
  return first < 0xf0 ? 3 : 4;
}

/** Whether the stems include two distinct ones and have enough postings for a precomputed list. */
function hasEnoughPostings(stems: Uint32Array, counts: Uint32Array): boolean {
  const distinct = new Set<number>();
  const postings = threshold('search.beginnings', PREFIX_POSTINGS);
  let sum = 0;
  for (const stem of stems) {
    if (distinct.has(stem)) continue;
    distinct.add(stem);
    sum += counts[stem]!;
    if (sum > postings && distinct.size > 1) return true;
  }
  return false;
}
