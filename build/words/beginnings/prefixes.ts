/**
 * Finds the beginnings of words with so many docs that their lists are precomputed: uniting the stems' lists for each query
 * would take too long.
 */
import { threshold } from '../../../src/content/choices/index.js';
import { type GrowingRecords, GrowingU32 } from '../../../src/format/index.js';

/** From more postings than this on, those of all stems of words with the beginning together, a list is made. */
const PREFIX_POSTINGS = 2048;

/** Words with a beginning in common: from `starts` up to, not including, `ends`. */
export interface Prefixes {
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
}

/**
 * @param words     in order
 * @param wordStems word → stem
 * @param counts    stem → in how many docs it stands
 * @returns the intervals of all beginnings of one character or more that have two stems at least and postings enough,
 *          each interval once; by start, and from the same one the longer first
 * Cost: O(bytes of the words).
 */
export function findPrefixes(words: GrowingRecords, wordStems: Uint32Array, counts: Uint32Array): Prefixes {
  const starts = new GrowingU32();
  const ends = new GrowingU32();
  const visit = (from: number, to: number, byteLength: number): void => {
    const sharedBytes = sharedLength(words.view(from), words.view(to - 1), byteLength);
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

/** Calls back with the words of each next character behind their first `byteLength` bytes, which they share. */
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
    if (end > byteLength) while (next < to && words.view(next).subarray(0, end).equals(beginning)) next += 1;
    if (end > byteLength && next - start > 1) visit(start, next, end);
    start = next;
  }
}

/** @returns how many bytes of whole characters both begin with, at least `known` */
function sharedLength(a: Uint8Array, b: Uint8Array, known: number): number {
  let length = known;
  for (;;) {
    const byte = a[length];
    if (byte === undefined) return length;
    const end = length + characterBytes(byte);
    for (let at = length; at < end; at += 1) if (a[at] !== b[at]) return length;
    length = end;
  }
}

function characterBytes(first: number): number {
  if (first < 0x80) return 1;
  if (first < 0xe0) return 2;
  return first < 0xf0 ? 3 : 4;
}

/** Whether words with these stems have two different ones and more postings than are gathered while a client waits. */
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
