/**
 * Which words a client is shown for one that was looked for.
 */
import { COUNT_COMPLETION, WRITE_SUGGESTION } from '../../costs/index.js';
import type { Budget } from '../../docset/index.js';
import type { SearchIndex } from '../search-index.js';
import type { Expansion } from './expand.js';
import { mostFrequent, SHOWN_WORDS, wordsBetween } from './frequent-words.js';

/** @returns the words a word was found as, the most frequent ones first; first itself, or its forms where docs have only these */
export function shownWords(index: SearchIndex, expansion: Expansion, budget: Budget): readonly string[] {
  const { word, matches, words } = expansion;
  const candidates = 'start' in words ? words.end - words.start : words.length;
  budget.spend(candidates * COUNT_COMPLETION + SHOWN_WORDS * WRITE_SUGGESTION);
  const textOf = (other: number): string => index.textOf(other);
  const own = expansion.isWord ? [word.text] : formsOf(index, matches, budget).map(textOf);
  const standIns = matches.flatMap(({ text }) => text ?? []);
  return [...new Set([...own, ...standIns, ...found(index, matches, words).map(textOf)])].slice(0, SHOWN_WORDS);
}

/** @returns the first words of the own stem. Cost: O(words), a nanosecond each. */
function formsOf(index: SearchIndex, [match]: Expansion['matches'], budget: Budget): readonly number[] {
  const { wordStems } = index.tables;
  if (match?.kind !== 'word' || wordStems === undefined) return [];
  budget.spend(wordStems.length);
  const forms: number[] = [];
  let at = wordStems.indexOf(match.list);
  for (; at >= 0 && forms.length < SHOWN_WORDS; at = wordStems.indexOf(match.list, at + 1)) forms.push(at);
  return forms;
}

function found(index: SearchIndex, matches: Expansion['matches'], words: Expansion['words']): readonly number[] {
  const begun = matches.flatMap(({ kind, list }) => (kind === 'beginning' ? Array.from(index.shownFor(list)) : []));
  const candidates = 'start' in words ? wordsBetween(words.start, words.end) : [...begun, ...words];
  return mostFrequent(candidates, (word) => index.count(index.stemOf(word)));
}
