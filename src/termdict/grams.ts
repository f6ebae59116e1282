/**
 * Substring search by byte n-grams: for each n in 1, 2, 3, the distinct n-grams of the terms, ascending, and for
 * each the terms that hold it, as ascending term indexes.
 *
 * A list is stored as the differences to the previous index (the first to −1), each less 1, as LEB128 varints.
 * Patterns of up to three bytes are answered by one list, exactly; longer ones by intersecting the lists of their
 * rarest trigrams and looking at the bytes of what is left. UTF-8 is self-synchronising: a pattern that is valid
 * UTF-8 matches only at character borders, so bytes will do.
 */
import type { Blob, Offsets } from '../format/index.js';
import { firstIndex } from './bytes.js';
import type { ByteTerms } from './terms.js';

export const GRAM_LENGTH_MAXIMUM = 3;

/** How many lists are intersected before bytes are looked at: more cost more than they save. */
const listsMaximum = 4;

export interface GramLists {
  /** The n bytes of each gram as one big-endian number, ascending. */
  readonly keys: Uint32Array;
  /** How many terms hold the gram. */
  readonly counts: Uint32Array;
  /** Where each gram's list begins in `lists`. */
  readonly offsets: Offsets;
  readonly lists: Blob;
}

export class GramIndex {
  readonly #terms: ByteTerms;
  readonly #byLength: readonly GramLists[];

  /** @param byLength for n = 1, 2, 3 */
  constructor(terms: ByteTerms, byLength: readonly GramLists[]) {
    this.#terms = terms;
    this.#byLength = byLength;
  }

  /**
   * @param pattern at least one byte of valid UTF-8
   * @returns the indexes of the terms that contain it, ascending
   * Cost: O(postings of the rarest trigrams + candidates · length).
   */
  containing(pattern: Uint8Array): Uint32Array {
    const length = Math.min(pattern.byteLength, GRAM_LENGTH_MAXIMUM);
    const lists = this.#byLength[length - 1]!;
    const places = new Set<number>();
    for (let start = 0; start + length <= pattern.byteLength; start += 1) {
      const place = findKey(lists.keys, gramKey(pattern, start, length));
      if (place < 0) return new Uint32Array(0);
      places.add(place);
    }
    const rarest = [...places].sort((a, b) => lists.counts[a]! - lists.counts[b]!);
    let found = decodeList(lists, rarest[0]!);
    if (pattern.byteLength <= GRAM_LENGTH_MAXIMUM) return found;
    for (const place of rarest.slice(1, listsMaximum)) {
      // Reading a list much longer than what is left costs more than looking at the bytes.
      if (lists.counts[place]! > found.length * 16) break;
      found = intersectList(lists, place, found);
    }
    return this.#verified(found, pattern);
  }

  /** How many distinct n-grams of this length there are. */
  gramCount(length: number): number {
    return this.#byLength[length - 1]!.keys.length;
  }

  /** @returns the indexes of the terms that hold the gram, or undefined when none does */
  list(length: number, key: number): Uint32Array | undefined {
    const lists = this.#byLength[length - 1]!;
    const place = findKey(lists.keys, key);
    return place < 0 ? undefined : decodeList(lists, place);
  }

  #verified(candidates: Uint32Array, pattern: Uint8Array): Uint32Array {
    const needle = Buffer.from(pattern.buffer, pattern.byteOffset, pattern.byteLength);
    let kept = 0;
    for (const index of candidates) {
      const term = this.#terms.at(index);
      if (Buffer.from(term.buffer, term.byteOffset, term.byteLength).includes(needle)) {
        candidates[kept] = index;
        kept += 1;
      }
    }
    return candidates.subarray(0, kept);
  }
}

/** @returns `length` bytes from `start` on as one big-endian number */
export function gramKey(bytes: Uint8Array, start: number, length: number): number {
  let key = 0;
  for (let i = 0; i < length; i += 1) key = key * 256 + bytes[start + i]!;
  return key;
}

/** @returns the key's index, or −1 */
function findKey(keys: Uint32Array, key: number): number {
  const index = firstIndex(keys.length, (i) => keys[i]! >= key);
  return index < keys.length && keys[index] === key ? index : -1;
}

function decodeList(lists: GramLists, place: number): Uint32Array {
  const out = new Uint32Array(lists.counts[place]!);
  const offset = lists.offsets.at(place);
  const bytes = lists.lists.chunkAt(offset);
  let at = lists.lists.placeAt(offset);
  let value = -1;
  for (let i = 0; i < out.length; i += 1) {
    let byte = bytes[at++]!;
    let gap = byte & 0x7f;
    for (let shift = 7; byte >= 0x80; shift += 7) {
      byte = bytes[at++]!;
      gap += (byte & 0x7f) * 2 ** shift;
    }
    value += gap + 1;
    out[i] = value;
  }
  return out;
}

/** @returns those of `candidates` that are in the list, in place */
function intersectList(lists: GramLists, place: number, candidates: Uint32Array): Uint32Array {
  const listed = decodeList(lists, place);
  let kept = 0;
  let at = 0;
  for (const candidate of candidates) {
    while (at < listed.length && listed[at]! < candidate) at += 1;
    if (at === listed.length) break;
    if (listed[at] === candidate) {
      candidates[kept] = candidate;
      kept += 1;
    }
  }
  return candidates.subarray(0, kept);
}
