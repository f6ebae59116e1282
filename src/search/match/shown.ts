/**
 * Which words a client is shown for one that was looked for.
 */

import type { SearchIndex } from '../search-index.js';
import type { Expansion } from './expand.js';
import { mostFrequent, SHOWN_WORDS, wordsBetween } from './frequent-words.js';

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
