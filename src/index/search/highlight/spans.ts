/**
 * Spans: the words of a text as the word reader makes them, with their ranges in UTF-16 units.
 *
 * Plain ASCII text is read letter by letter. A piece between two spaces with any other character is matched with a regular
 * expression; no word extends across a space.
 */
import { CJK_CHARACTER, LETTER_APOSTROPHES, UNSEEN } from '../words/letters.js';
import type { WordReader } from '../words/word-reader.js';

export interface Span {
  readonly start: number;
  readonly end: number;
  /** Words that the reader makes of it. */
  readonly terms: readonly string[];
}

/** Cache: text of a span → the words made of it. Most words occur many times. */
export type TermCache = Map<string, readonly string[]>;

const letterPattern = `(?:(?!${CJK_CHARACTER}|[${LETTER_APOSTROPHES}${UNSEEN}])[\\p{L}\\p{N}\\p{M}])`;
/** Characters that may occur between two letters of a word. */
const insideWord = `[${UNSEEN}]*(?:['’＇${LETTER_APOSTROPHES}][${UNSEEN}]*)?`;
const wordPattern = new RegExp(
  `(${CJK_CHARACTER}(?:[${UNSEEN}]*${CJK_CHARACTER})*)|${letterPattern}(?:${insideWord}${letterPattern})*`,
  'gu',
);

const visibleCharacter = new RegExp(`[^${UNSEEN}]`, 'gu');

const spaceCode = 0x20;
const apostropheCode = 0x27;
const asciiEnd = 0x80;

/** Code of an ASCII character → 1 if it is a letter or a digit. */
const isLetterCode = Uint8Array.from({ length: asciiEnd }, (_, code) =>
  Number(/[A-Za-z0-9]/.test(String.fromCharCode(code))),
);

/**
 * @param cache cache for texts that the same reader reads
 * @returns the spans in text order. A run of Chinese, Japanese or Korean has one per pair of neighbours, and these overlap
 * Cost: O(length).
 */
export function findSpans(text: string, reader: WordReader, cache: TermCache = new Map()): Span[] {
  const spans: Span[] = [];
  /** Position after the last space, and the number of spans before it. */
  let pieceStart = 0;
  let spansBefore = 0;
  for (let position = 0; position < text.length; ) {
    const code = text.charCodeAt(position);
    if (code >= asciiEnd) {
      // Drop the spans of this piece, and read the whole piece with the regular expression.
      spans.length = spansBefore;
      position = findPieceEnd(text, position);
      for (const span of matchSpans(text.slice(pieceStart, position), pieceStart, reader, cache)) spans.push(span);
    } else if (isLetterCode[code] === 1) {
      const start = position;
      position = findWordEnd(text, position);
      spans.push({ start, end: position, terms: readTerms(text.slice(start, position), reader, cache) });
    } else {
      position += 1;
      if (code > spaceCode) continue;
      pieceStart = position;
      spansBefore = spans.length;
    }
  }
  return spans;
}

function readTerms(text: string, reader: WordReader, cache: TermCache): readonly string[] {
  let terms = cache.get(text);
  if (terms === undefined) {
    terms = reader.words(text);
    cache.set(text, terms);
  }
  return terms;
}

/** @returns the position of the next space, or the text's end */
function findPieceEnd(text: string, position: number): number {
  while (position < text.length && text.charCodeAt(position) > spaceCode) position += 1;
  return position;
}

/** @param position position of a plain letter. @returns the end of the run of plain letters and apostrophes between two letters */
function findWordEnd(text: string, position: number): number {
  for (;;) {
    position += 1;
    const code = text.charCodeAt(position);
    if (isLetterCode[code] === 1) continue;
    if (code !== apostropheCode || isLetterCode[text.charCodeAt(position + 1)] !== 1) return position;
  }
}

function* matchSpans(text: string, offset: number, reader: WordReader, cache: TermCache): Generator<Span> {
  for (const match of text.matchAll(wordPattern)) {
    const [matched, cjkRun] = match;
    const start = offset + match.index;
    if (cjkRun !== undefined) yield* splitPairs(cjkRun, start, reader, cache);
    else yield { start, end: start + matched.length, terms: readTerms(matched, reader, cache) };
  }
}

function* splitPairs(run: string, offset: number, reader: WordReader, cache: TermCache): Generator<Span> {
  const characters = [...run.matchAll(visibleCharacter)];
  for (const [index, character] of characters.entries()) {
    const nextCharacter = characters[index + 1] ?? character;
    const start = character.index;
    const end = nextCharacter.index + nextCharacter[0].length;
    yield { start: offset + start, end: offset + end, terms: readTerms(run.slice(start, end), reader, cache) };
  }
}
