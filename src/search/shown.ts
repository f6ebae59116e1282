/**
 * Which words a client is shown for one that was looked for.
 */
import type { Expansion } from './expand.js';
import type { SearchIndex } from './search-index.js';

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

/** @returns the words a word was found as, the most frequent ones first; first itself, where its own stem was found */
export function shownWords(index: SearchIndex, { word, matches, words }: Expansion): readonly string[] {
  const own = matches[0]?.kind === 'word' ? [word.text] : [];
  const others = found(index, matches, words).map((other) => Buffer.from(index.tables.words.at(other)).toString());
  return [...own, ...others.filter((other) => own.length === 0 || other !== word.text)].slice(0, SHOWN_WORDS);
}

function found(index: SearchIndex, matches: Expansion['matches'], words: Expansion['words']): readonly number[] {
  const beginning = matches.find(({ kind }) => kind === 'beginning');
  if (beginning !== undefined) return Array.from(index.shownFor(beginning.list));
  const candidates = 'start' in words ? wordsBetween(words.start, words.end) : words;
  return mostFrequent(candidates, (word) => index.count(index.stemOf(word)));
}
