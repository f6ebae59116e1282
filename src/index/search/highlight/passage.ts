/**
 * The passage of a text that shows most words of a query.
 */

/** Maximum length of a passage, in UTF-16 units. */
export const PASSAGE_MAXIMUM = 200;

/** A word of a text that matches words of the query. */
export interface Hit {
  readonly start: number;
  readonly end: number;
  /** Indexes of the query's words. */
  readonly words: readonly number[];
}

/** A range of UTF-16 units. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/**
 * Chooses the passage whose distinct query words have the greatest sum of rarities; of equals the one with most hits, then the
 * first. It begins and ends at a word, or at an end of the text, and has its hits in the middle.
 *
 * @param length of the text
 * @param words  ranges of its words, ascending
 * @param hits   in text order
 * @param rarities of the query's words
 * @returns undefined if there is no hit that fits into a passage
 * Cost: O(words of the text + hits · words of a hit).
 */
export function choosePassage(
  length: number,
  words: readonly Range[],
  hits: readonly Hit[],
  rarities: readonly number[],
): Range | undefined {
  const fittingHits = hits.filter(({ start, end }) => end - start <= PASSAGE_MAXIMUM);
  const window = findBestWindow(fittingHits, rarities);
  if (window === undefined) return undefined;
  if (length <= PASSAGE_MAXIMUM) return { start: 0, end: length };
  const surroundingLength = PASSAGE_MAXIMUM - (window.end - window.start);
  const start = findWordStart(words, window.start - Math.floor(surroundingLength / 2), window.start);
  const limit = start + PASSAGE_MAXIMUM;
  if (limit >= length) return { start, end: length };
  const lastWord = words.findLast(({ end }) => end <= limit);
  return { start, end: Math.max(window.end, lastWord?.end ?? window.end) };
}

/** @returns the start of the first word from `minimum` on, at most `maximum`; 0 if `minimum` is before the text */
function findWordStart(words: readonly Range[], minimum: number, maximum: number): number {
  if (minimum <= 0) return 0;
  const firstWord = words.find(({ start }) => start >= minimum);
  return Math.min(maximum, firstWord?.start ?? maximum);
}

/** @returns the range from the first to the last hit of the best window */
function findBestWindow(hits: readonly Hit[], rarities: readonly number[]): Range | undefined {
  const counts = rarities.map(() => 0);
  let weight = 0;
  let count = 0;
  let firstIndex = 0;
  let bestWindow: (Range & { readonly weight: number; readonly count: number }) | undefined;
  for (const lastHit of hits) {
    for (const word of lastHit.words) {
      if (counts[word] === 0) weight += rarities[word] ?? 0;
      counts[word] = (counts[word] ?? 0) + 1;
    }
    count += 1;
    let firstHit = hits[firstIndex] ?? lastHit;
    while (lastHit.end - firstHit.start > PASSAGE_MAXIMUM) {
      for (const word of firstHit.words) {
        counts[word] = (counts[word] ?? 0) - 1;
        if (counts[word] === 0) weight -= rarities[word] ?? 0;
      }
      count -= 1;
      firstIndex += 1;
      firstHit = hits[firstIndex] ?? lastHit;
    }
    const isBetter =
      bestWindow === undefined ||
      weight > bestWindow.weight ||
      (weight === bestWindow.weight && count > bestWindow.count);
    if (isBetter) bestWindow = { start: firstHit.start, end: lastHit.end, weight, count };
  }
  return bestWindow;
}
