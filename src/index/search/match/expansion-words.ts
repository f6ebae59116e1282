/**
 * Matched words: the words that an answer reports for a word of the query.
 */
import { COUNT_COMPLETION, WRITE_SUGGESTION } from '../../costs/index.js';
import type { Budget } from '../../docset/index.js';
import { prefixRange } from '../../termdict/index.js';
import type { SearchIndex } from '../search-index.js';
import { iterateWords, SHOWN_WORDS, selectMostFrequent } from './frequent-words.js';
import type { Expansion } from './matches.js';
import { encodeUtf8 } from './stems.js';

/** @returns the word itself, or its forms if docs have only these; then synonyms, then the most frequent of the other matches, compounds among them */
export function listExpansionWords(index: SearchIndex, expansion: Expansion, budget: Budget): readonly string[] {
  const { word, matches, words } = expansion;
  const candidates = 'start' in words ? words.end - words.start : words.length;
  budget.spend(candidates * COUNT_COMPLETION + SHOWN_WORDS * WRITE_SUGGESTION);
  const readText = (wordIndex: number): string => index.textOf(wordIndex);
  const ownWords = expansion.isWord ? [word.text] : findForms(index, matches, budget).map(readText);
  const synonyms = matches.flatMap(({ text }) => text ?? []);
  const otherWords = listOtherWords(index, matches, words, budget).map(readText);
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
  budget: Budget,
): readonly number[] {
  const completions = matches.flatMap(({ kind, list }) =>
    kind === 'beginning' ? Array.from(index.frequentCompletions(list)) : [],
  );
  const candidates = 'start' in words ? iterateWords(words.start, words.end) : [...completions, ...words];
  const countDocs = (word: number): number => index.count(index.stemOf(word));
  const frequentWords = selectMostFrequent(candidates, countDocs);
  const compoundWords = findCompoundWords(index, matches, budget);
  if (compoundWords.length === 0) return frequentWords;
  return selectMostFrequent(new Set([...frequentWords, ...compoundWords]), countDocs);
}

/** @returns for each of the most frequent compounds, the first word with its stem */
function findCompoundWords(index: SearchIndex, matches: Expansion['matches'], budget: Budget): readonly number[] {
  const compounds = matches.flatMap(({ kind, list }) => (kind === 'compound' ? [list] : []));
  if (compounds.length === 0) return [];
  budget.spend(compounds.length * COUNT_COMPLETION);
  return selectMostFrequent(compounds, (stem) => index.count(stem))
    .map((stem) => findWordOfStem(index, stem, budget))
    .filter((word) => word !== undefined);
}

/** Number of letters at the end of a stem that may differ from its words, as in Dutch `kerkbrod` of *kerkbrood*. */
const changedEnd = 3;

/**
 * @returns the first word with the stem of a compound, which is longer than the changed end
 * Cost: O(words that begin like the stem).
 */
function findWordOfStem(index: SearchIndex, stem: number, budget: Budget): number | undefined {
  const { wordStems, words } = index.tables;
  if (wordStems === undefined) return stem;
  const [start, end] = prefixRange(words, encodeUtf8(index.textOfStem(stem).slice(0, -changedEnd)));
  budget.spend(end - start);
  const wordIndex = wordStems.subarray(start, end).indexOf(stem);
  return wordIndex < 0 ? undefined : start + wordIndex;
}
