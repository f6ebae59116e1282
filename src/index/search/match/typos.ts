/**
 * Which words of a dictionary are a few typing mistakes away from a given one.
 *
 * A mistake is a character too many, too few or another, or two neighbours exchanged (optimal string alignment). The
 * dictionary is walked in its order, with one row of the distance table for each character of the word at hand: what
 * it has in common with the word before is not computed again, and where no word with this beginning can be near
 * enough, all of them are passed over at once.
 */
import { termId } from '../../../content/model/index.js';
import { firstIndexFrom } from '../../../format/index.js';
import type { ByteTerms } from '../../termdict/index.js';
import { isCjk } from '../words/word-reader.js';

/** @returns how many mistakes are forgiven in a word of so many characters */
export function mistakesForgiven(characters: number): number {
  if (characters < 5) return 0;
  return characters < 8 ? 1 : 2;
}

const hasDigit = /\p{N}/u;

/** @returns how many mistakes are forgiven in a word: none in numbers, and where characters are words */
export const mistakesIn = (word: string): number =>
  hasDigit.test(word) || isCjk(word) ? 0 : mistakesForgiven([...word].length);

/** Whether any mistake is forgiven in a word. */
export const isForgiving = (word: string): boolean => mistakesIn(word) > 0;

/** Whether two words are at most one mistake apart. Cost: O(length). */
export function isNear(one: string, other: string): boolean {
  const [a, b] = [[...one], [...other]];
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  let [aEnd, bEnd] = [a.length, b.length];
  while (aEnd > start && bEnd > start && a[aEnd - 1] === b[bEnd - 1]) {
    aEnd -= 1;
    bEnd -= 1;
  }
  const [aLeft, bLeft] = [aEnd - start, bEnd - start];
  if (aLeft <= 1 && bLeft <= 1) return true;
  return aLeft === 2 && bLeft === 2 && a[start] === b[start + 1] && a[start + 1] === b[start];
}

const encoder = new TextEncoder();

/**
 * Calls back for each word that is at most `mistakes` away, in the dictionary's order.
 *
 * @param mistakes 1 or 2
 * Cost: some hundreds of looks at words for one mistake, some thousands for two, whatever the dictionary's size.
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
  /** The distinct characters wanted, ascending. */
  readonly #characters: Uint32Array;
  /** The same in UTF-8. */
  readonly #encoded: readonly Uint8Array[];
  /** Room for a beginning. */
  #beginning = new Uint8Array(256);
  readonly #mistakes: number;
  /** Row d: distances of the first d characters of the word at hand to each beginning of the wanted one. */
  readonly #rows: Uint32Array[] = [];
  readonly #minima: number[] = [];
  /** The characters of the word at hand, and how many bytes the first of them take. */
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
      let depth = this.#shared(bytes);
      let dead = false;
      while (!dead && (this.#ends[depth] ?? 0) < bytes.byteLength) {
        this.#push(bytes, depth);
        depth += 1;
        dead = (this.#minima[depth] ?? 0) > this.#mistakes;
      }
      if (dead) this.#leap(bytes, depth);
      else {
        this.#path.length = depth;
        const distance = this.#rows[depth]?.[this.#wanted.length] ?? this.#mistakes + 1;
        if (distance <= this.#mistakes) found(this.#at, distance);
        this.#at += 1;
      }
    }
  }

  /** @returns how many characters the word has in common with the one before */
  #shared(bytes: Uint8Array): number {
    let depth = 0;
    while (depth < this.#path.length) {
      const end = this.#ends[depth + 1] ?? 0;
      if (end > bytes.byteLength || characterAt(bytes, this.#ends[depth] ?? 0) !== this.#path[depth]) break;
      depth += 1;
    }
    return depth;
  }

  /** Makes the row behind the character at this depth. */
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

  /** Goes to the first word behind all that begin with these `depth` characters, and on to one that may be near. */
  #leap(bytes: Uint8Array, depth: number): void {
    this.#path.length = depth - 1;
    const before = bytes.subarray(0, this.#ends[depth - 1] ?? 0);
    const character = characterAt(bytes, before.byteLength);
    if ((this.#minima[depth - 1] ?? 0) < this.#mistakes) {
      this.#passOver(bytes.subarray(0, this.#ends[depth] ?? 0));
      return;
    }
    // With no mistake left the next character must be one that is wanted.
    const next = this.#encoded[this.#characters.findIndex((other) => other > character)];
    if (next === undefined) this.#passOver(before);
    else this.#goTo(this.#joined(before, next));
  }

  /** @returns both, until it is called again */
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

  #passOver(beginning: Uint8Array): void {
    this.#at = firstIndexFrom(this.#at, this.#words.size, (word) => !this.#words.startsWith(termId(word), beginning));
  }
}

/** @returns how many bytes of UTF-8 the character at the place has */
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
