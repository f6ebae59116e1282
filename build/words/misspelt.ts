/**
 * Words that are probably misspelt: few docs have them, and very many docs have a word that is one mistake away.
 *
 * Two words are at most one mistake apart only if they are equal, if one is the other without a character, or if both are
 * equal after removing one character each.
 */
import type { GrowingRecords, SectionInput } from '../../src/format/index.js';
import { allowsTypos, isNear } from '../../src/index/search/index.js';
import { SEARCH } from '../../src/index/segment/index.js';

// Words that are likely to be misspelt: few docs have them, and very many have a word that is one mistake away.
//
// Two words are at most one mistake apart only if they are equal, or one is the other without a character, or both are
// the same without one.
/** So many docs at most have a word that is taken for misspelt. */
const docsMaximum = 5;
/** In so many times as many docs the word must be that it is misspelt from. */
const frequencyRatio = 100;
/** So many frequent words at most are looked for at once: each takes a kilobyte. */
const frequentAtOnce = 2 ** 16;
/**
 * @param words     in order
 * @param wordStems word → stem
 * @param counts    stem → in how many docs it stands
 * @param mayBeMistyped     whether a word may be mistyped, or another for it
 * @param atOnce    how many frequent words are looked for at once
 * Cost: O(characters of the words) look-ups, for every 65,536 frequent words anew.
 */
export function misspeltSections(
  words: GrowingRecords,
  wordStems: Uint32Array,
  counts: Uint32Array,
  mayBeMistyped: (word: string) => boolean = () => true,
  atOnce = frequentAtOnce,
): SectionInput[] {
  const countOf = (word: number): number => counts[wordStems[word]!]!;
  const pairs: { readonly misspelt: number; readonly intended: number }[] = [];
  for (let next = 0; next < words.count; ) {
    const frequent = new Map<string, number[]>();
    let frequentCount = 0;
    for (; next < words.count && frequentCount < atOnce; next += 1) {
      const text = countOf(next) < frequencyRatio ? '' : words.view(next).toString();
      if (!allowsTypos(text) || !mayBeMistyped(text)) continue;
      frequentCount += 1;
      for (const key of keysOf(text)) {
        const existing = frequent.get(key);
        if (existing === undefined) frequent.set(key, [next]);
        else existing.push(next);
      }
    }
    if (frequentCount === 0) break;
    for (let misspelt = 0; misspelt < words.count; misspelt += 1) {
      const text = countOf(misspelt) > docsMaximum ? '' : words.view(misspelt).toString();
      if (!allowsTypos(text) || !mayBeMistyped(text)) continue;
      for (const intended of new Set([...keysOf(text)].flatMap((key) => frequent.get(key) ?? []))) {
        if (countOf(intended) < frequencyRatio * countOf(misspelt) || !isNear(text, words.view(intended).toString()))
          continue;
        pairs.push({ misspelt, intended });
      }
    }
  }
  pairs.sort((a, b) => a.misspelt - b.misspelt || a.intended - b.intended);
  return [
    { name: SEARCH.misspelt, data: Uint32Array.from(pairs, ({ misspelt }) => misspelt) },
    { name: SEARCH.meant, data: Uint32Array.from(pairs, ({ intended }) => intended) },
  ];
}

/** The word, and the word without each of its characters. */
function* keysOf(text: string): Generator<string> {
  const characters = [...text];
  yield text;
  for (let at = 0; at < characters.length; at += 1) yield characters.toSpliced(at, 1).join('');
}
