/**
 * Stems of words and phrases in an index, whether or not the word itself is in its dictionary.
 */
import { termBounds } from '../../termdict/index.js';
import type { Phrase } from '../phrases/phrase.js';
import type { SearchIndex } from '../search-index.js';
import type { PhraseWord } from '../words/phrase-words.js';
import { JOINED_MARK, type WordReader } from '../words/word-reader.js';

/** @returns the stems of a phrase's words; undefined if no doc has one of the words */
export function findPhraseStems(
  index: SearchIndex,
  words: readonly PhraseWord[],
  reader: WordReader,
): Phrase | undefined {
  const phrase = words.flatMap(({ text, offset, signed }) => {
    const signedStems = signed === undefined ? [] : findStems(index, JOINED_MARK + signed, reader);
    const stems = signedStems.length > 0 ? signedStems : findOwnStems(index, text, reader);
    return stems.length === 0 ? [] : [{ stems, offset }];
  });
  return phrase.length < words.length ? undefined : phrase;
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
