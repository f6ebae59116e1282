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
  const isCandidate = (text: string): boolean => allowsTypos(text) && mayBeMistyped(text);
  const pairs: MisspeltPair[] = [];
  let firstOfPass = 0;
  while (firstOfPass < words.count) {
    const frequentWords = new WordsByKey();
    let word = firstOfPass;
    for (; word < words.count && frequentWords.size < atOnce; word += 1) {
      if (countOf(word) < frequencyRatio) continue;
      const text = words.view(word).toString();
      if (isCandidate(text)) frequentWords.add(word, text);
    }
    firstOfPass = word;
    if (frequentWords.size === 0) break;
    for (let misspelt = 0; misspelt < words.count; misspelt += 1) {
      if (countOf(misspelt) > docsMaximum) continue;
      const text = words.view(misspelt).toString();
      if (!isCandidate(text)) continue;
      const docsMinimum = frequencyRatio * countOf(misspelt);
      for (const intended of frequentWords.find(text)) {
        const isIntended = countOf(intended) >= docsMinimum && isNear(text, words.view(intended).toString());
        if (isIntended) pairs.push({ misspelt, intended });
      }
    }
  }
  pairs.sort((a, b) => a.misspelt - b.misspelt || a.intended - b.intended);
  return [
    { name: SEARCH.misspelt, data: Uint32Array.from(pairs, ({ misspelt }) => misspelt) },
    { name: SEARCH.meant, data: Uint32Array.from(pairs, ({ intended }) => intended) },
  ];
}

/** Two words, each by its number. */
interface MisspeltPair {
  readonly misspelt: number;
  readonly intended: number;
}

/** Words by their deletion keys. */
class WordsByKey {
  readonly #wordsByKey = new Map<string, number[]>();
  /** Number of words. */
  size = 0;

  add(word: number, text: string): void {
    this.size += 1;
    for (const key of deletionKeys(text)) {
      const words = this.#wordsByKey.get(key);
      if (words === undefined) this.#wordsByKey.set(key, [word]);
      else words.push(word);
    }
  }

  /** @returns the words that share a key with the text: those at most one mistake away, and some others */
  find(text: string): ReadonlySet<number> {
    const words = new Set<number>();
    for (const key of deletionKeys(text)) {
      for (const word of this.#wordsByKey.get(key) ?? []) words.add(word);
    }
    return words;
  }
}

/** Keys of a word: the word itself, and the word without each one of its characters. Words one mistake apart share a key. */
function* deletionKeys(text: string): Generator<string> {
  const characters = [...text];
  yield text;
  for (let at = 0; at < characters.length; at += 1) yield characters.toSpliced(at, 1).join('');
}
