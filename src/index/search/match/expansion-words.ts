/**
 * Matched words: the words that an answer reports for a word of the query.
 */
import { COUNT_COMPLETION, WRITE_SUGGESTION } from '../../costs/index.js';
import type { Budget } from '../../docset/index.js';
import type { SearchIndex } from '../search-index.js';
import { mostFrequent, SHOWN_WORDS, wordsBetween } from './frequent-words.js';
import type { Expansion } from './matches.js';

/** @returns the word itself, or its forms if docs have only these; then synonyms, then the most frequent of the other matches */
export function expansionWords(index: SearchIndex, expansion: Expansion, budget: Budget): readonly string[] {
  const { word, matches, words } = expansion;
  const candidates = 'start' in words ? words.end - words.start : words.length;
  budget.spend(candidates * COUNT_COMPLETION + SHOWN_WORDS * WRITE_SUGGESTION);
  const textOf = (other: number): string => index.textOf(other);
  const own = expansion.isWord ? [word.text] : formsOfStem(index, matches, budget).map(textOf);
  const standIns = matches.flatMap(({ text }) => text ?? []);
  return [...new Set([...own, ...standIns, ...otherWords(index, matches, words).map(textOf)])].slice(0, SHOWN_WORDS);
}

/** @returns the first words with the word's own stem. Cost: O(words), a nanosecond each. */
function formsOfStem(index: SearchIndex, [match]: Expansion['matches'], budget: Budget): readonly number[] {
  const { wordStems } = index.tables;
  if (match?.kind !== 'word' || wordStems === undefined) return [];
  budget.spend(wordStems.length);
  const forms: number[] = [];
  let at = wordStems.indexOf(match.list);
  for (; at >= 0 && forms.length < SHOWN_WORDS; at = wordStems.indexOf(match.list, at + 1)) forms.push(at);
  return forms;
}

function otherWords(index: SearchIndex, matches: Expansion['matches'], words: Expansion['words']): readonly number[] {
  const completions = matches.flatMap(({ kind, list }) =>
    kind === 'beginning' ? Array.from(index.frequentCompletions(list)) : [],
  );
  const candidates = 'start' in words ? wordsBetween(words.start, words.end) : [...completions, ...words];
  return mostFrequent(candidates, (word) => index.count(index.stemOf(word)));
}
