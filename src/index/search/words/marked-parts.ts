/**
 * Marked parts of a query: phrases in quotation marks, and words and phrases that `-` excludes.
 *
 *     red "blue bicycle" -rain   →   phrase `blue bicycle`, exclusion `rain`, searched text `red blue bicycle .`
 */

import { type PhraseWord, phraseWords, searchTerms, unfinishedPhrase } from './phrase-words.js';
import type { WordReader } from './word-reader.js';
import { isUnfinished } from './word-reader.js';

/** A query split into phrases, exclusions and the text to search. */
export interface SplitQuery {
  /** The text without exclusions and quotation marks. */
  readonly searchedText: string;
  /** Phrases that an item must have. */
  readonly phrases: readonly (readonly PhraseWord[])[];
  /** Words and phrases that an item must not have. */
  readonly excluded: readonly (readonly PhraseWord[])[];
  /** Terms outside of phrases; undefined if the query has no marked part, so that all its terms are outside. */
  readonly unquotedTerms: ReadonlySet<string> | undefined;
  /** Joined words outside of phrases; undefined if the query has no marked part. */
  readonly unquotedJoined: ReadonlySet<string> | undefined;
}

/** Quotation marks of keyboards and languages. */
const quotes = '"“”„‟«»＂';
/**
 * A phrase in quotation marks, or up to the end of the text if it has no closing mark; or `-` and an exclusion: a quoted phrase up to
 * the space after it, a phrase without a closing mark up to the end of the text, or a word up to the next space.
 */
const markedPart = new RegExp(
  `(?<=^|\\s)(?:[${quotes}]([^${quotes}]*)[${quotes}](?=\\s|$)|[${quotes}]([^${quotes}]*)$|-([${quotes}][^${quotes}]*(?:[${quotes}]\\S*|$)|\\S+))`,
  'gu',
);
/** A quotation mark or the start of an exclusion; most queries have neither. */
const anyMark = new RegExp(`[${quotes}]|(?:^|\\s)-`, 'u');

/** Splits a query. A part without a word is ignored. */
export function splitQuery(typedText: string, reader: WordReader): SplitQuery {
  if (!anyMark.test(typedText)) {
    return { searchedText: typedText, phrases: [], excluded: [], unquotedTerms: undefined, unquotedJoined: undefined };
  }
  // A zero character separates words and parts like a space.
  const text = typedText.replaceAll('\u0000', ' ');
  const phrases: (readonly PhraseWord[])[] = [];
  const excluded: (readonly PhraseWord[])[] = [];
  let searchedText = '';
  let unquotedText = '';
  let position = 0;
  for (const match of text.matchAll(markedPart)) {
    const [part, quoted, unclosed, exclusion] = match;
    const words = phraseWords(reader.read(quoted ?? unclosed ?? exclusion ?? ''));
    if (words.length === 0) continue;
    const textBefore = text.slice(position, match.index);
    position = match.index + part.length;
    unquotedText += `${textBefore} `;
    if (unclosed !== undefined) {
      // A single unfinished word is searched as it would be without the mark.
      if (!isUnfinished(unclosed)) phrases.push(words);
      else if (words.length > 1) phrases.push(unfinishedPhrase(words));
      searchedText += `${textBefore}${unclosed}`;
    } else if (exclusion === undefined) {
      phrases.push(words);
      // The full stop ends the phrase's last word, so that it does not count as unfinished.
      searchedText += `${textBefore}${quoted} .`;
    } else {
      excluded.push(words);
      searchedText += textBefore;
    }
  }
  const textAfter = text.slice(position);
  const unquoted = reader.read(unquotedText + textAfter);
  const unquotedTerms = new Set(unquoted.words.flatMap(searchTerms));
  const unquotedJoined = new Set(unquoted.joined.map((word) => word.text));
  return { searchedText: searchedText + textAfter, phrases, excluded, unquotedTerms, unquotedJoined };
}
