/**
 * The most frequent of some words: those that are shown, or stored to be shown.
 */

/** How many words are shown for one. */
export const SHOWN_WORDS = 10;

/** Stands behind the last where fewer are stored. */
export const NO_WORD = 0xffffffff;

/**
 * @param words     in the dictionary's order
 * @param frequency how many docs have a word's stem
 * @returns the most frequent ones, at most ten; of those alike the first
 * Cost: O(words).
 */
export function mostFrequent(words: Iterable<number>, frequency: (word: number) => number): number[] {
  const shown: number[] = [];
  const counts: number[] = [];
  for (const word of words) {
    const count = frequency(word);
    if (shown.length === SHOWN_WORDS && count <= (counts.at(-1) ?? 0)) continue;
    let place = shown.length;
    while (place > 0 && counts[place - 1]! < count) place -= 1;
    shown.splice(place, 0, word);
    counts.splice(place, 0, count);
    shown.length = counts.length = Math.min(SHOWN_WORDS, shown.length);
  }
  return shown;
}

export function* wordsBetween(start: number, end: number): Generator<number> {
  for (let word = start; word < end; word += 1) yield word;
}
