/**
 * A suffix array over many texts: the places at which a character begins, in the order of what follows there.
 *
 * Sorted by three-way radix quicksort. Source: Bentley and Sedgewick, "Fast algorithms for sorting and searching
 * strings", 1997; the array is that of Manber and Myers, 1993.
 */

import { Bitset } from '../../src/docset/index.js';
import { firstIndex, type GrowingRecords } from '../../src/format/index.js';
import { type TextWithEnds, textWithEnds } from './text-with-ends.js';

/** Below it, places are put in order by insertion. */
const insertionMaximum = 12;
/** Up to so many occurrences are sorted and made distinct, more are marked as bits. */
const listMaximum = 64;

export class SuffixArray {
  readonly #text: TextWithEnds;
  readonly #places: Uint32Array;
  readonly #size: number;

  /** @param texts none with a NUL. Cost: O(characters · log characters) */
  constructor(texts: GrowingRecords) {
    this.#text = textWithEnds(texts);
    this.#size = texts.count;
    this.#places = this.#text.characterStarts();
    sortSuffixes(this.#text.bytes, this.#places, 0, this.#places.length, 0);
  }

  /** Beside the texts: a place for each character, and a coarse table from places to texts. */
  get byteLength(): number {
    return this.#places.byteLength + Math.ceil(this.#text.bytes.byteLength / 64) * 4;
  }

  /** @returns how many texts contain the pattern, and the first of them. Cost: O(log characters + occurrences). */
  find(pattern: Uint8Array, first: number): number[] {
    const { length } = this.#places;
    const start = firstIndex(length, (index) => this.#compare(index, pattern) >= 0);
    const end = start + firstIndex(length - start, (index) => this.#compare(start + index, pattern) > 0);
    if (end - start <= listMaximum) {
      const terms = new Set(Array.from(this.#places.subarray(start, end), (place) => this.#text.termOf(place)));
      return [terms.size, ...[...terms].sort((a, b) => a - b).slice(0, first)];
    }
    const bits = new Bitset(this.#size);
    for (let index = start; index < end; index += 1) bits.add(this.#text.termOf(this.#places[index]!));
    const out = new Uint32Array(first);
    return [bits.count(), ...out.subarray(0, bits.window(0, first, out))];
  }

  /** 0 where the pattern begins here. */
  #compare(index: number, pattern: Uint8Array): number {
    const { bytes } = this.#text;
    const place = this.#places[index]!;
    for (let i = 0; i < pattern.byteLength; i += 1) {
      const difference = bytes[place + i]! - pattern[i]!;
      if (difference !== 0) return difference;
    }
    return 0;
  }
}

/** Puts `places[from, to)`, whose suffixes share `depth` bytes, in order; a NUL ends a suffix. */
function sortSuffixes(bytes: Uint8Array, places: Uint32Array, from: number, to: number, depth: number): void {
  while (to - from > insertionMaximum) {
    const pivot = median(
      bytes[places[from]! + depth]!,
      bytes[places[(from + to) >>> 1]! + depth]!,
      bytes[places[to - 1]! + depth]!,
    );
    let less = from;
    let more = to;
    for (let i = from; i < more; ) {
      const place = places[i]!;
      const byte = bytes[place + depth]!;
      if (byte < pivot) {
        places[i] = places[less]!;
        places[less] = place;
        less += 1;
        i += 1;
      } else if (byte > pivot) {
        more -= 1;
        places[i] = places[more]!;
        places[more] = place;
      } else i += 1;
    }
    sortSuffixes(bytes, places, from, less, depth);
    if (pivot !== 0) sortSuffixes(bytes, places, less, more, depth + 1);
    from = more;
  }
  for (let i = from + 1; i < to; i += 1) {
    const place = places[i]!;
    let j = i;
    for (; j > from && comesBefore(bytes, place + depth, places[j - 1]! + depth); j -= 1) places[j] = places[j - 1]!;
    places[j] = place;
  }
}

function comesBefore(bytes: Uint8Array, a: number, b: number): boolean {
  for (; ; a += 1, b += 1) {
    const [left, right] = [bytes[a]!, bytes[b]!];
    if (left !== right) return left < right;
    if (left === 0) return false;
  }
}

const median = (a: number, b: number, c: number): number => Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
