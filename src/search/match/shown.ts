/**
 * Which words a client is shown for one that was looked for.
 */
import type { Budget } from '../../docset/index.js';
import type { SearchIndex } from '../search-index.js';
import type { Expansion } from './expand.js';
import { mostFrequent, SHOWN_WORDS, wordsBetween } from './frequent-words.js';

/** Looking how many docs have one of the words that begin with another, and showing one, in nanoseconds. */
const COUNTED = 30;
const SHOWN = 300;

/** @returns the words a word was found as, the most frequent ones first; first itself, where its own stem was found */
export function shownWords(index: SearchIndex, { word, matches, words }: Expansion, budget: Budget): readonly string[] {
  const candidates = 'start' in words ? words.end - words.start : words.length;
  budget.spend((matches.some(({ kind }) => kind === 'beginning') ? 0 : candidates * COUNTED) + SHOWN_WORDS * SHOWN);
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
