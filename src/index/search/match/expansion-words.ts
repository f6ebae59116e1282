/**
 * Matched words: the words that an answer reports for a word of the query.
 */
import { COUNT_COMPLETION, WRITE_SUGGESTION } from '../../costs/index.js';
import type { Budget } from '../../docset/index.js';
import type { SearchIndex } from '../search-index.js';
import { iterateWords, SHOWN_WORDS, selectMostFrequent } from './frequent-words.js';
import type { Expansion } from './matches.js';

/** @returns the word itself, or its forms if docs have only these; then synonyms, then the most frequent of the other matches */
export function listExpansionWords(index: SearchIndex, expansion: Expansion, budget: Budget): readonly string[] {
  const { word, matches, words } = expansion;
  const candidates = 'start' in words ? words.end - words.start : words.length;
  budget.spend(candidates * COUNT_COMPLETION + SHOWN_WORDS * WRITE_SUGGESTION);
  const readText = (wordIndex: number): string => index.textOf(wordIndex);
  const ownWords = expansion.isWord ? [word.text] : findForms(index, matches, budget).map(readText);
  const synonyms = matches.flatMap(({ text }) => text ?? []);
  const otherWords = listOtherWords(index, matches, words).map(readText);
  const distinctWords = new Set([...ownWords, ...synonyms, ...otherWords]);
  return [...distinctWords].slice(0, SHOWN_WORDS);
}

/** @returns the first words with the word's own stem. Cost: O(words), a nanosecond each. */
function findForms(index: SearchIndex, [match]: Expansion['matches'], budget: Budget): readonly number[] {
  const { wordStems } = index.tables;
  if (match?.kind !== 'word' || wordStems === undefined) return [];
  budget.spend(wordStems.length);
  const forms: number[] = [];
  let wordIndex = wordStems.indexOf(match.list);
  while (wordIndex >= 0 && forms.length < SHOWN_WORDS) {
    forms.push(wordIndex);
    wordIndex = wordStems.indexOf(match.list, wordIndex + 1);
  }
  return forms;
}

function listOtherWords(
  index: SearchIndex,
  matches: Expansion['matches'],
  words: Expansion['words'],
): readonly number[] {
  const completions = matches.flatMap(({ kind, list }) =>
    kind === 'beginning' ? Array.from(index.frequentCompletions(list)) : [],
  );
  const candidates = 'start' in words ? iterateWords(words.start, words.end) : [...completions, ...words];
  return selectMostFrequent(candidates, (word) => index.count(index.stemOf(word)));
}
