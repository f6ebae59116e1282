/**
 * Picks the most frequent of some words, to be stored or shown.
 */

/** Maximum number of words shown for a word of the query. */
export const SHOWN_WORDS = 10;

/** Fills the places after the last stored word. */
export const NO_WORD = 0xffffffff;

/**
 * @param words     in the dictionary's order
 * @param frequency number of docs with a word's stem
 * @returns the most frequent words, at most ten; of equals the first
 * Cost: O(words).
 */
export function selectMostFrequent(words: Iterable<number>, frequency: (word: number) => number): number[] {
  const frequent: number[] = [];
  const counts: number[] = [];
  for (const word of words) {
    const count = frequency(word);
    if (frequent.length === SHOWN_WORDS && count <= (counts.at(-1) ?? 0)) continue;
    let rank = frequent.length;
    while (rank > 0 && counts[rank - 1]! < count) rank -= 1;
    frequent.splice(rank, 0, word);
    counts.splice(rank, 0, count);
    if (frequent.length > SHOWN_WORDS) {
      frequent.pop();
      counts.pop();
    }
  }
  return frequent;
}

/** Iterates over the words `[start, end)` of the dictionary. */
export function* iterateWords(start: number, end: number): Generator<number> {
  for (let word = start; word < end; word += 1) yield word;
}
