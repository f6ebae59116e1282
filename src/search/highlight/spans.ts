/**
 * Where the words of a text stand, in UTF-16 units: what the reader makes words of, with its place.
 */
import { CJK_CHARACTER, LETTER_APOSTROPHES, UNSEEN, type WordReader } from '../words/word-reader.js';

export interface Span {
  readonly start: number;
  readonly end: number;
  /** The words the reader makes of it. */
  readonly terms: readonly string[];
}

const letter = `(?:(?!${CJK_CHARACTER}|[${LETTER_APOSTROPHES}${UNSEEN}])[\\p{L}\\p{N}\\p{M}])`;
/** What may stand between two letters of a word. */
const between = `[${UNSEEN}]*(?:['’＇${LETTER_APOSTROPHES}][${UNSEEN}]*)?`;
const pieces = new RegExp(`(${CJK_CHARACTER}+)|${letter}(?:${between}${letter})*`, 'gu');

/**
 * @returns the spans in the text's order. A run of Chinese, Japanese or Korean has one for each pair of neighbours, so
 *          that these overlap
 * Cost: O(length).
 */
export function* spansOf(text: string, reader: WordReader): Generator<Span> {
  for (const found of text.matchAll(pieces)) {
    const [whole, run] = found;
    if (run === undefined) yield { start: found.index, end: found.index + whole.length, terms: reader.words(whole) };
    else yield* pairSpans(run, found.index, reader);
  }
}

function* pairSpans(run: string, from: number, reader: WordReader): Generator<Span> {
  const characters = [...run];
  let start = from;
  for (const [place, character] of characters.entries()) {
    const pair = character + (characters[place + 1] ?? '');
    yield { start, end: start + pair.length, terms: reader.words(pair) };
    start += character.length;
  }
}
