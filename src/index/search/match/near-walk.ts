/**
 * Walks a dictionary to find the words that are at most two typing errors away from a target word.
 *
 * The dictionary is walked in its order, with one row of the distance table per character of the current word:
 *
 *          ''  h  o  u  s  e      target word
 *     ''    0  1  2  3  4  5      row 0
 *     h     1  0  1  2  3  4      row 1: distances of `h` to each prefix of the target word
 *     o     2  1  0  1  2  3      row 2
 *
 * Rows of characters shared with the previous word are reused. If the minimum of a row exceeds the limit, all words with this
 * prefix are skipped at once.
 */
import { termId } from '../../../content/model/index.js';
import { firstIndexFrom } from '../../../format/index.js';
import type { ByteTerms } from '../../termdict/index.js';

const encoder = new TextEncoder();

/**
 * Calls `onWord` for each word at most `mistakes` typing errors away, in the dictionary's order.
 *
 * @param mistakes 1 or 2
 * Cost: reads some hundreds of words for one error and some thousands for two, regardless of the dictionary's size.
 */
export function visitNearWords(
  words: ByteTerms,
  target: string,
  mistakes: number,
  onWord: (word: number, distance: number) => void,
): void {
  new Walk(words, target, mistakes).run(onWord);
}

class Walk {
  readonly #words: ByteTerms;
  readonly #target: Uint32Array;
  /** The distinct characters of the target word, ascending. */
  readonly #characters: Uint32Array;
  /** These characters in UTF-8. */
  readonly #encoded: readonly Uint8Array[];
  /** Buffer for a prefix to skip to. */
  #prefixBuffer = new Uint8Array(256);
  readonly #mistakes: number;
  /** Row d: distances of the first d characters of the current word to each prefix of the target word. */
  readonly #rows: Uint32Array[] = [];
  /** Minimum of each row. */
  readonly #minima: number[] = [];
  /** The characters of the current word, and the byte offset after each. */
  readonly #path: number[] = [];
  readonly #ends: number[] = [0];
  /** Index of the current word in the dictionary. */
  #wordIndex = 0;

  constructor(words: ByteTerms, target: string, mistakes: number) {
    this.#words = words;
    this.#target = Uint32Array.from(target, (character) => character.codePointAt(0) ?? 0);
    this.#characters = Uint32Array.from(new Set(this.#target)).sort();
    this.#encoded = Array.from(this.#characters, (character) => encoder.encode(String.fromCodePoint(character)));
    this.#mistakes = mistakes;
    this.#rows.push(Uint32Array.from({ length: this.#target.length + 1 }, (_, column) => column));
    this.#minima.push(0);
  }

  run(onWord: (word: number, distance: number) => void): void {
    while (this.#wordIndex < this.#words.size) {
      const bytes = this.#words.at(termId(this.#wordIndex));
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
        const distance = this.#rows[depth]?.[this.#target.length] ?? this.#mistakes + 1;
        if (distance <= this.#mistakes) onWord(this.#wordIndex, distance);
        this.#wordIndex += 1;
      }
    }
  }

  /** @returns the number of leading characters that the word shares with the previous one */
  #sharedDepth(bytes: Uint8Array): number {
    let depth = 0;
    while (depth < this.#path.length) {
      const end = this.#ends[depth + 1] ?? 0;
      if (end > bytes.byteLength || readCharacter(bytes, this.#ends[depth] ?? 0) !== this.#path[depth]) break;
      depth += 1;
    }
    return depth;
  }

  /** Computes the row of the character at this depth. */
  #push(bytes: Uint8Array, depth: number): void {
    const target = this.#target;
    const start = this.#ends[depth] ?? 0;
    const character = readCharacter(bytes, start);
    const previous = this.#path[depth - 1];
    const rowAbove = this.#rows[depth]!;
    const rowTwoAbove = this.#rows[depth - 1];
    const row = this.#rows[depth + 1] ?? new Uint32Array(target.length + 1);
    this.#rows[depth + 1] = row;
    row[0] = depth + 1;
    let minimum = row[0];
    for (let column = 1; column <= target.length; column += 1) {
      const isSame = target[column - 1] === character;
      let distance = Math.min(rowAbove[column - 1]! + (isSame ? 0 : 1), rowAbove[column]! + 1, row[column - 1]! + 1);
      const isExchanged = column > 1 && target[column - 2] === character && target[column - 1] === previous;
      if (rowTwoAbove !== undefined && isExchanged) {
        distance = Math.min(distance, rowTwoAbove[column - 2]! + 1);
      }
      row[column] = distance;
      if (distance < minimum) minimum = distance;
    }
    this.#minima[depth + 1] = minimum;
    this.#path[depth] = character;
    this.#ends[depth + 1] = start + readCharacterWidth(bytes, start);
  }

  /** Skips all words with these first `depth` characters, and further words that cannot be near. */
  #skip(bytes: Uint8Array, depth: number): void {
    this.#path.length = depth - 1;
    const previousPrefix = bytes.subarray(0, this.#ends[depth - 1] ?? 0);
    const character = readCharacter(bytes, previousPrefix.byteLength);
    if ((this.#minima[depth - 1] ?? 0) < this.#mistakes) {
      this.#skipPrefix(bytes.subarray(0, this.#ends[depth] ?? 0));
      return;
    }
    // With no error left, the next character must occur in the target word.
    const nextCharacter = this.#encoded[this.#characters.findIndex((other) => other > character)];
    if (nextCharacter === undefined) this.#skipPrefix(previousPrefix);
    else this.#goTo(this.#join(previousPrefix, nextCharacter));
  }

  /** @returns both concatenated, in a buffer that the next call overwrites */
  #join(prefix: Uint8Array, character: Uint8Array): Uint8Array {
    const { byteLength } = prefix;
    if (byteLength + character.byteLength > this.#prefixBuffer.length)
      this.#prefixBuffer = new Uint8Array(2 * byteLength + 4);
    this.#prefixBuffer.set(prefix);
    this.#prefixBuffer.set(character, byteLength);
    return this.#prefixBuffer.subarray(0, byteLength + character.byteLength);
  }

  #goTo(prefix: Uint8Array): void {
    const words = this.#words;
    this.#wordIndex = firstIndexFrom(this.#wordIndex, words.size, (word) => words.compare(termId(word), prefix) >= 0);
  }

  #skipPrefix(prefix: Uint8Array): void {
    this.#wordIndex = firstIndexFrom(
      this.#wordIndex,
      this.#words.size,
      (word) => !this.#words.startsWith(termId(word), prefix),
    );
  }
}

/** @returns the byte length of the UTF-8 character at `offset` */
function readCharacterWidth(bytes: Uint8Array, offset: number): number {
  const firstByte = bytes[offset]!;
  if (firstByte < 0x80) return 1;
  if (firstByte < 0xe0) return 2;
  return firstByte < 0xf0 ? 3 : 4;
}

function readCharacter(bytes: Uint8Array, offset: number): number {
  const firstByte = bytes[offset]!;
  switch (readCharacterWidth(bytes, offset)) {
    case 1:
      return firstByte;
    case 2:
      return ((firstByte & 0x1f) << 6) | (bytes[offset + 1]! & 0x3f);
    case 3:
      return ((firstByte & 0x0f) << 12) | ((bytes[offset + 1]! & 0x3f) << 6) | (bytes[offset + 2]! & 0x3f);
    default:
      return (
        ((firstByte & 0x07) << 18) |
        ((bytes[offset + 1]! & 0x3f) << 12) |
        ((bytes[offset + 2]! & 0x3f) << 6) |
        (bytes[offset + 3]! & 0x3f)
      );
  }
}
