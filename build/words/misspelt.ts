/**
 * Words that are likely to be misspelt: few docs have them, and very many have a word that is one mistake away.
 *
 * Two words are at most one mistake apart only if they are equal, or one is the other without a character, or both are
 * the same without one.
 */
import type { GrowingRecords, SectionInput } from '../../src/format/index.js';
import { isForgiving, isNear } from '../../src/index/search/index.js';
import { SEARCH } from '../../src/index/segment/index.js';

/** So many docs at most have a word that is taken for misspelt. */
const docsMaximum = 5;
/** In so many times as many docs the word must be that it is misspelt from. */
const timesMore = 100;

/** So many frequent words at most are looked for at once: each takes a kilobyte. */
const frequentAtOnce = 2 ** 16;

/**
 * @param words     in order
 * @param wordStems word → stem
 * @param counts    stem → in how many docs it stands
 * @param atOnce    how many frequent words are looked for at once
 * Cost: O(characters of the words) look-ups, for every 65,536 frequent words anew.
 */
export function misspeltSections(
  words: GrowingRecords,
  wordStems: Uint32Array,
  counts: Uint32Array,
  atOnce = frequentAtOnce,
): SectionInput[] {
  const countOf = (word: number): number => counts[wordStems[word]!]!;
  const pairs: { readonly misspelt: number; readonly meant: number }[] = [];
  for (let next = 0; next < words.count; ) {
    const frequent = new Map<string, number[]>();
    let taken = 0;
    for (; next < words.count && taken < atOnce; next += 1) {
      const text = countOf(next) < timesMore ? '' : words.view(next).toString();
      if (!isForgiving(text)) continue;
      taken += 1;
      for (const key of keysOf(text)) {
        const known = frequent.get(key);
        if (known === undefined) frequent.set(key, [next]);
        else known.push(next);
      }
    }
    if (taken === 0) break;
    for (let misspelt = 0; misspelt < words.count; misspelt += 1) {
      const text = countOf(misspelt) > docsMaximum ? '' : words.view(misspelt).toString();
      if (!isForgiving(text)) continue;
      for (const meant of new Set([...keysOf(text)].flatMap((key) => frequent.get(key) ?? []))) {
        if (countOf(meant) < timesMore * countOf(misspelt) || !isNear(text, words.view(meant).toString())) continue;
        pairs.push({ misspelt, meant });
      }
    }
  }
  pairs.sort((a, b) => a.misspelt - b.misspelt || a.meant - b.meant);
  return [
    { name: SEARCH.misspelt, data: Uint32Array.from(pairs, ({ misspelt }) => misspelt) },
    { name: SEARCH.meant, data: Uint32Array.from(pairs, ({ meant }) => meant) },
  ];
}

/** The word, and the word without each of its characters. */
function* keysOf(text: string): Generator<string> {
  const characters = [...text];
  yield text;
  for (let at = 0; at < characters.length; at += 1) yield characters.toSpliced(at, 1).join('');
}
