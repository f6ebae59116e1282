/**
 * Which passage of a text shows most of a question.
 */

/** So many UTF-16 units at most. */
export const PASSAGE_MAXIMUM = 200;

/** A word of a text that answers words of the question. */
export interface Hit {
  readonly start: number;
  readonly end: number;
  /** The question's words, by number. */
  readonly words: readonly number[];
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/**
 * The passage whose different words of the question are rarest together; of such the one with most hits, then the
 * first. It begins and ends with a word, or with the text, and has its hits in the middle.
 *
 * @param length of the text
 * @param starts where its words start, ascending
 * @param ends   where they end
 * @param hits   in the text's order
 * @param rarities of the question's words
 * @returns undefined where nothing fits: no hit, or only longer ones
 * Cost: O(words of the text + hits · words of a hit).
 */
export function passageOf(
  length: number,
  starts: readonly number[],
  ends: readonly number[],
  hits: readonly Hit[],
  rarities: readonly number[],
): Range | undefined {
  const best = densest(
    hits.filter(({ start, end }) => end - start <= PASSAGE_MAXIMUM),
    rarities,
  );
  if (best === undefined) return undefined;
  if (length <= PASSAGE_MAXIMUM) return { start: 0, end: length };
  const room = PASSAGE_MAXIMUM - (best.end - best.start);
  const wanted = best.start - Math.floor(room / 2);
  const start = wanted <= 0 ? 0 : Math.min(best.start, starts.find((at) => at >= wanted) ?? best.start);
  const limit = start + PASSAGE_MAXIMUM;
  const end = limit >= length ? length : Math.max(best.end, ends.findLast((at) => at <= limit) ?? best.end);
  return { start, end };
}

/** @returns from the first hit to the last of the best window */
function densest(hits: readonly Hit[], rarities: readonly number[]): Range | undefined {
  const counts = rarities.map(() => 0);
  let [weight, count, first] = [0, 0, 0];
  let best: (Range & { readonly weight: number; readonly count: number }) | undefined;
  for (const last of hits) {
    for (const word of last.words) {
      if (counts[word] === 0) weight += rarities[word] ?? 0;
      counts[word] = (counts[word] ?? 0) + 1;
    }
    count += 1;
    let from = hits[first] ?? last;
    while (last.end - from.start > PASSAGE_MAXIMUM) {
      for (const word of from.words) {
        counts[word] = (counts[word] ?? 0) - 1;
        if (counts[word] === 0) weight -= rarities[word] ?? 0;
      }
      count -= 1;
      first += 1;
      from = hits[first] ?? last;
    }
    if (best === undefined || weight > best.weight || (weight === best.weight && count > best.count)) {
      best = { start: from.start, end: last.end, weight, count };
    }
  }
  return best;
}
