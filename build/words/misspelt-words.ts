/**
 * Words that are probably misspelt: few docs have them, and very many docs have a word that is one mistake away.
 *
 * Two words are at most one mistake apart only if they are equal, if one is the other without a character, or if both are
 * equal after removing one character each.
 */
import type { GrowingRecords, SectionInput } from '../../src/format/index.js';
import { allowsTypos, isNear } from '../../src/index/search/index.js';
import { SEARCH } from '../../src/index/segment/index.js';

/** A word is considered misspelt only if at most so many docs have it. */
const docsMaximum = 5;
/** The intended word must be in at least this many times as many docs. */
const frequencyRatio = 100;
/** Maximum number of frequent words that are searched for in one pass; each takes a kilobyte. */
const frequentAtOnce = 2 ** 16;

/**
 * Finds pairs of a misspelt word and the word that is intended.
 *
 * @param words         ascending
 * @param wordStems     word → stem
 * @param counts        stem → number of docs that have it
 * @param mayBeMistyped whether a word may be misspelt, or intended
 * @param atOnce        maximum number of frequent words per pass
 * Cost: O(characters of the words) look-ups per pass.
 */
export function buildMisspeltSections(
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
      for (const key of deletionKeys(text)) {
        const existing = frequent.get(key);
        if (existing === undefined) frequent.set(key, [next]);
        else existing.push(next);
      }
    }
    if (frequentCount === 0) break;
    for (let misspelt = 0; misspelt < words.count; misspelt += 1) {
      const text = countOf(misspelt) > docsMaximum ? '' : words.view(misspelt).toString();
      if (!allowsTypos(text) || !mayBeMistyped(text)) continue;
      for (const intended of new Set([...deletionKeys(text)].flatMap((key) => frequent.get(key) ?? []))) {
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

/** Keys of a word: the word itself, and the word without each one of its characters. Words one mistake apart share a key. */
function* deletionKeys(text: string): Generator<string> {
  const characters = [...text];
  yield text;
  for (let at = 0; at < characters.length; at += 1) yield characters.toSpliced(at, 1).join('');
}
