/**
 * Stems of words and phrases in an index, whether or not the word itself is in its dictionary.
 */
import { prefixRange, termBounds } from '../../termdict/index.js';
import type { Phrase } from '../phrases/phrase.js';
import type { SearchIndex } from '../search-index.js';
import { listSpellings, type PhraseWord } from '../words/phrase-words.js';
import type { WordReader } from '../words/word-reader.js';
import { hasSign, JOINED_MARK } from '../words/word-reader.js';
import { iterateWords } from './frequent-words.js';

/** An unfinished word with more completions is left out of its phrase. */
const phraseCompletionsMaximum = 64;

/** Shorter beginnings of joined words are not completed. */
export const completedJoinedMinimum = 3;

/** @returns the spellings of a phrase that docs may have: of each spelling whose words all have a doc, the stems of the words */
export function findSpellings(index: SearchIndex, words: readonly PhraseWord[], reader: WordReader): readonly Phrase[] {
  return listSpellings(words).flatMap((spelling) => {
    const phrase = findPhraseStems(index, spelling, reader);
    return phrase === undefined || phrase.length === 0 ? [] : [phrase];
  });
}

/** @returns the stems of a phrase's words; undefined if no doc has one of the words */
export function findPhraseStems(
  index: SearchIndex,
  words: readonly PhraseWord[],
  reader: WordReader,
): Phrase | undefined {
  const phrase: { readonly stems: readonly number[]; readonly offset: number }[] = [];
  for (const word of words) {
    const stems = findWordStems(index, word, reader);
    if (stems === undefined) continue;
    if (stems.length === 0) return undefined;
    phrase.push({ stems, offset: word.offset });
  }
  return phrase;
}

/** @returns the stems of a word of a phrase; undefined if it is unfinished and has too many completions */
function findWordStems(
  index: SearchIndex,
  { text, signed, isPrefix }: PhraseWord,
  reader: WordReader,
): readonly number[] | undefined {
  const signedStems = signed === undefined ? [] : findStems(index, JOINED_MARK + signed, reader);
  const stems = signedStems.length > 0 ? signedStems : findOwnStems(index, text, reader);
  if (isPrefix !== true) return stems;
  const begunStems = new Set(stems);
  for (const mark of index.tables.marks) {
    const [start, end] = prefixRange(index.tables.words, encodeUtf8(mark + text));
    if (end - start > phraseCompletionsMaximum) return undefined;
    for (const word of iterateWords(start, end)) begunStems.add(index.stemOf(word));
    if (!index.hasJoinedWords || text.length < completedJoinedMinimum) continue;
    const [joinedStart, joinedEnd] = prefixRange(index.tables.words, encodeUtf8(mark + JOINED_MARK + text));
    if (joinedEnd - joinedStart > phraseCompletionsMaximum) return undefined;
    for (const word of iterateWords(joinedStart, joinedEnd)) {
      if (!hasSign(index.textOf(word))) begunStems.add(index.stemOf(word));
    }
  }
  return [...begunStems];
}

/** @returns the stems of a word, as written and as a joined word; none if no doc has any form of it. Cost: O(log words) per mark. */
export const findOwnStems = (index: SearchIndex, text: string, reader: WordReader): readonly number[] => [
  ...findStems(index, text, reader),
  ...(index.hasJoinedWords ? findStems(index, JOINED_MARK + text, reader) : []),
];

/** @param text a word, with the mark of a joined word if it is one. @returns its stems, one per field mark */
export const findStems = (index: SearchIndex, text: string, reader: WordReader): readonly number[] =>
  index.tables.marks.flatMap((mark) => {
    const { below: wordIndex, upTo: end } = termBounds(index.tables.words, encodeUtf8(mark + text));
    return (end > wordIndex ? index.stemOf(wordIndex) : findUnlistedStem(index, mark + text, reader)) ?? [];
  });

/** @returns the stem of a word that is not in the dictionary itself */
export function findUnlistedStem(index: SearchIndex, text: string, reader: WordReader): number | undefined {
  const { stems, wordStems } = index.tables;
  // Without a language, every word is its own stem.
  if (wordStems === undefined) return undefined;
  const { below: stemIndex, upTo: end } = termBounds(stems, encodeUtf8(reader.stem(text)));
  return end > stemIndex ? stemIndex : undefined;
}

/** @returns UTF-8, without a call into the engine for ASCII words */
export function encodeUtf8(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    if (unit >= 0x80) return Buffer.from(text);
    bytes[i] = unit;
  }
  return bytes;
}

/** @returns the distinct stems of the words `[start, end)`, ascending */
export function listDistinctStems(index: SearchIndex, start: number, end: number): Uint32Array {
  const stems = Uint32Array.from({ length: end - start }, (_, place) => index.stemOf(start + place)).sort();
  return stems.filter((stem, place) => place === 0 || stems[place - 1] !== stem);
}
