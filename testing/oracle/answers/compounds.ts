/**
 * Compounds for the naive search, found as docs/content.md says: all cuts of all words are made, and the best one is taken.
 */

/** Letters between two parts, of German; none is tried first. */
const links = ['', 's', 'es', 'n', 'en', 'ens', 'er', 'e'];
const partMinimum = 3;
const compoundMinimum = 7;

interface Cut {
  readonly parts: readonly string[];
  /** Length of each part, with the letters that follow it. */
  readonly lengths: readonly number[];
}

/**
 * @param words words of letters alone that are no stop words; all of one kind of fields
 * @param stem  stem of any text
 * @returns stem of a part → stems of its compounds, in any order
 */
export function compoundsIn(
  words: ReadonlySet<string>,
  stem: (word: string) => string,
): ReadonlyMap<string, ReadonlySet<string>> {
  const parts = new Set([...words].filter((word) => word.length >= partMinimum && /^\p{L}+$/u.test(word)));
  const stems = new Set([...parts].map(stem));
  const isPart = (piece: string): boolean => parts.has(piece) || (piece.length >= partMinimum && stems.has(piece));
  const stemOf = (piece: string): string => (parts.has(piece) ? stem(piece) : piece);
  const cutsOf = (text: string, isWhole: boolean): readonly Cut[] => {
    const cuts: Cut[] = [];
    const last = parts.has(text) ? text : stem(text);
    if (!isWhole && text.length >= partMinimum && (parts.has(text) || (last.length >= partMinimum && stems.has(last))))
      cuts.push({ parts: [last], lengths: [text.length] });
    for (let end = partMinimum; end <= text.length - partMinimum; end += 1) {
      const piece = text.slice(0, end);
      const link = links.find((letters) => {
        const length = end - letters.length;
        return piece.endsWith(letters) && length >= partMinimum && isPart(piece.slice(0, length));
      });
      if (link === undefined) continue;
      for (const rest of cutsOf(text.slice(end), false))
        cuts.push({
          parts: [piece.slice(0, end - link.length), ...rest.parts],
          lengths: [end, ...rest.lengths],
        });
    }
    return cuts;
  };
  /** The fewest parts, then the longest last part, then the longest part before it, and so on. */
  const compare = (one: Cut, other: Cut): number => {
    const byCount = one.parts.length - other.parts.length;
    if (byCount !== 0) return byCount;
    const [lengths, otherLengths] = [one.lengths.toReversed(), other.lengths.toReversed()];
    const differing = lengths.findIndex((length, place) => length !== otherLengths[place]);
    return differing < 0 ? 0 : otherLengths[differing]! - lengths[differing]!;
  };
  const partsOf = (text: string): readonly string[] => {
    if (text.length < compoundMinimum) return [];
    const [best] = cutsOf(text, true).toSorted(compare);
    return (best?.parts ?? []).flatMap((part) => [stemOf(part), ...partsOf(part)]);
  };
  const compounds = new Map<string, Set<string>>();
  for (const word of parts) {
    const compound = stem(word);
    for (const part of partsOf(word).filter((one) => one !== compound))
      compounds.set(part, (compounds.get(part) ?? new Set()).add(compound));
  }
  return compounds;
}
