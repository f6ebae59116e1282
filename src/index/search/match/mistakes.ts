/**
 * Typing errors: how many a word may have, and whether two words are at most one apart.
 *
 * An error is an extra, missing or wrong character, or two neighbours exchanged (optimal string alignment).
 */
import { isCjk } from '../words/word-reader.js';

/** @returns the number of typing errors allowed in a word of this many characters */
export function allowedForLength(characters: number): number {
  if (characters < 5) return 0;
  return characters < 8 ? 1 : 2;
}

const hasDigit = /\p{N}/u;

/** @returns the number of typing errors allowed in a word: none in numbers, and none in Chinese, Japanese and Korean */
export const allowedTypos = (word: string): number =>
  hasDigit.test(word) || isCjk(word) ? 0 : allowedForLength([...word].length);

/** Whether a typing error is allowed in a word. */
export const allowsTypos = (word: string): boolean => allowedTypos(word) > 0;

/** Whether two words are at most one typing error apart. Cost: O(length). */
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
