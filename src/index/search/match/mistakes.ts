/**
 * Typing errors: how many a word may have, and whether two words are at most one apart.
 *
 * An error is an extra, missing or wrong character, or two neighbours exchanged (optimal string alignment).
 */
import { isCjk } from '../words/letters.js';

/** @returns the number of typing errors allowed in a word of this many characters */
export function countAllowedTypos(characters: number): number {
  if (characters < 5) return 0;
  return characters < 8 ? 1 : 2;
}

const digitPattern = /\p{N}/u;

/** @returns the number of typing errors allowed in a word: none in numbers, and none in Chinese, Japanese and Korean */
export const findAllowedTypos = (word: string): number =>
  digitPattern.test(word) || isCjk(word) ? 0 : countAllowedTypos([...word].length);

/** Whether a typing error is allowed in a word. */
export const allowsTypos = (word: string): boolean => findAllowedTypos(word) > 0;

/** Whether two words are at most one typing error apart. Cost: O(length). */
export function isNear(leftWord: string, rightWord: string): boolean {
  const left = [...leftWord];
  const right = [...rightWord];
  // Compare only the characters between the common beginning and the common end.
  let start = 0;
  while (start < left.length && left[start] === right[start]) start += 1;
  let leftEnd = left.length;
  let rightEnd = right.length;
  while (leftEnd > start && rightEnd > start && left[leftEnd - 1] === right[rightEnd - 1]) {
    leftEnd -= 1;
    rightEnd -= 1;
  }
  const leftLength = leftEnd - start;
  const rightLength = rightEnd - start;
  if (leftLength <= 1 && rightLength <= 1) return true;
  const areTwoEach = leftLength === 2 && rightLength === 2;
  return areTwoEach && left[start] === right[start + 1] && left[start + 1] === right[start];
}
