/**
 * Finds the words of a dictionary that are at most a few typing errors away from a given word.
 *
 * The dictionary is walked in its order, with one row of the distance table per character of the current word:
 *
 *          ''  h  o  u  s  e      wanted word
 *     ''    0  1  2  3  4  5      row 0
 *     h     1  0  1  2  3  4      row 1: distances of `h` to each prefix of the wanted word
 *     o     2  1  0  1  2  3      row 2
 *
 * Rows of characters shared with the previous word are reused. If the minimum of a row exceeds the limit, all words with this
 * beginning are skipped at once.
 */
import { termId } from '../../../content/model/index.js';
import { firstIndexFrom } from '../../../format/index.js';
import type { ByteTerms } from '../../termdict/index.js';

const encoder = new TextEncoder();

/**
 * Calls `found` for each word at most `mistakes` typing errors away, in the dictionary's order.
 *
 * @param mistakes 1 or 2
 * Cost: reads some hundreds of words for one error and some thousands for two, regardless of the dictionary's size.
 */
export function eachNear(
  words: ByteTerms,
  wanted: string,
  mistakes: number,
  found: (word: number, distance: number) => void,
): void {
  new Walk(words, wanted, mistakes).run(found);
}

class Walk {
  readonly #words: ByteTerms;
  readonly #wanted: Uint32Array;
  /** The distinct characters of the wanted word, ascending. */
  readonly #characters: Uint32Array;
  /** These characters in UTF-8. */
  readonly #encoded: readonly Uint8Array[];
  /** Buffer for a beginning. */
  #beginning = new Uint8Array(256);
  readonly #mistakes: number;
  /** Row d: distances of the first d characters of the current word to each prefix of the wanted word. */
  readonly #rows: Uint32Array[] = [];
  readonly #minima: number[] = [];
  /** The characters of the current word, and the byte offset after each. */
  readonly #path: number[] = [];
  readonly #ends: number[] = [0];
  #at = 0;

  constructor(words: ByteTerms, wanted: string, mistakes: number) {
    this.#words = words;
    this.#wanted = Uint32Array.from(wanted, (character) => character.codePointAt(0) ?? 0);
    this.#characters = Uint32Array.from(new Set(this.#wanted)).sort();
    this.#encoded = Array.from(this.#characters, (character) => encoder.encode(String.fromCodePoint(character)));
    this.#mistakes = mistakes;
    this.#rows.push(Uint32Array.from({ length: this.#wanted.length + 1 }, (_, place) => place));
    this.#minima.push(0);
  }

  run(found: (word: number, distance: number) => void): void {
    while (this.#at < this.#words.size) {
      const bytes = this.#words.at(termId(this.#at));
      let depth = this.#sharedDepth(bytes);
      let isTooFar = false;
      while (!isTooFar && (this.#ends[depth] ?? 0) < bytes.byteLength) {
        this.#push(bytes, depth);
        depth += 1;
        isTooFar = (this.#minima[depth] ?? 0) > this.#mistakes;
      }
      if (isTooFar) this.#skip(bytes, depth);
      else {
        this.#path.length = depth;
        const distance = this.#rows[depth]?.[this.#wanted.length] ?? this.#mistakes + 1;
        if (distance <= this.#mistakes) found(this.#at, distance);
        this.#at += 1;
      }
    }
  }

  /** @returns the number of leading characters that the word shares with the previous one */
  #sharedDepth(bytes: Uint8Array): number {
    let depth = 0;
    while (depth < this.#path.length) {
      const end = this.#ends[depth + 1] ?? 0;
      if (end > bytes.byteLength || characterAt(bytes, this.#ends[depth] ?? 0) !== this.#path[depth]) break;
      depth += 1;
    }
    return depth;
  }

  /** Computes the row of the character at this depth. */
  #push(bytes: Uint8Array, depth: number): void {
    const wanted = this.#wanted;
    const start = this.#ends[depth] ?? 0;
    const character = characterAt(bytes, start);
    const previous = this.#path[depth - 1];
    const above = this.#rows[depth]!;
    const twoAbove = this.#rows[depth - 1];
    const row = this.#rows[depth + 1] ?? new Uint32Array(wanted.length + 1);
    this.#rows[depth + 1] = row;
    row[0] = depth + 1;
    let minimum = row[0];
    for (let place = 1; place <= wanted.length; place += 1) {
      const same = wanted[place - 1] === character;
      let distance = Math.min(above[place - 1]! + (same ? 0 : 1), above[place]! + 1, row[place - 1]! + 1);
      if (twoAbove !== undefined && place > 1 && wanted[place - 2] === character && wanted[place - 1] === previous) {
        distance = Math.min(distance, twoAbove[place - 2]! + 1);
      }
      row[place] = distance;
      if (distance < minimum) minimum = distance;
    }
    this.#minima[depth + 1] = minimum;
    this.#path[depth] = character;
    this.#ends[depth + 1] = start + widthAt(bytes, start);
  }

  /** Skips all words with these first `depth` characters, and further words that cannot be near. */
  #skip(bytes: Uint8Array, depth: number): void {
    this.#path.length = depth - 1;
    const before = bytes.subarray(0, this.#ends[depth - 1] ?? 0);
    const character = characterAt(bytes, before.byteLength);
    if ((this.#minima[depth - 1] ?? 0) < this.#mistakes) {
      this.#skipBeginning(bytes.subarray(0, this.#ends[depth] ?? 0));
      return;
    }
    // With no error left, the next character must occur in the wanted word.
    const next = this.#encoded[this.#characters.findIndex((other) => other > character)];
    if (next === undefined) this.#skipBeginning(before);
    else this.#goTo(this.#joined(before, next));
  }

  /** @returns both concatenated, in a buffer that the next call overwrites */
  #joined(before: Uint8Array, next: Uint8Array): Uint8Array {
    const { byteLength } = before;
    if (byteLength + next.byteLength > this.#beginning.length) this.#beginning = new Uint8Array(2 * byteLength + 4);
    this.#beginning.set(before);
    this.#beginning.set(next, byteLength);
    return this.#beginning.subarray(0, byteLength + next.byteLength);
  }

  #goTo(beginning: Uint8Array): void {
    const words = this.#words;
    this.#at = firstIndexFrom(this.#at, words.size, (word) => words.compare(termId(word), beginning) >= 0);
  }

  #skipBeginning(beginning: Uint8Array): void {
    this.#at = firstIndexFrom(this.#at, this.#words.size, (word) => !this.#words.startsWith(termId(word), beginning));
  }
}

/** @returns the byte length of the UTF-8 character at `at` */
function widthAt(bytes: Uint8Array, at: number): number {
  const first = bytes[at]!;
  if (first < 0x80) return 1;
  if (first < 0xe0) return 2;
  return first < 0xf0 ? 3 : 4;
}

function characterAt(bytes: Uint8Array, at: number): number {
  const first = bytes[at]!;
  switch (widthAt(bytes, at)) {
    case 1:
      return first;
    case 2:
      return ((first & 0x1f) << 6) | (bytes[at + 1]! & 0x3f);
    case 3:
      return ((first & 0x0f) << 12) | ((bytes[at + 1]! & 0x3f) << 6) | (bytes[at + 2]! & 0x3f);
    default:
      return (
        ((first & 0x07) << 18) |
        ((bytes[at + 1]! & 0x3f) << 12) |
        ((bytes[at + 2]! & 0x3f) << 6) |
        (bytes[at + 3]! & 0x3f)
      );
  }
}
