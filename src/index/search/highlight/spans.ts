/**
 * Spans: the words of a text as the word reader makes them, with their ranges in UTF-16 units.
 *
 * Plain ASCII text is read letter by letter. A piece between two spaces with any other character is matched with a regular
 * expression; no word extends across a space.
 */
import { CJK_CHARACTER, LETTER_APOSTROPHES, UNSEEN, type WordReader } from '../words/word-reader.js';

export interface Span {
  readonly start: number;
  readonly end: number;
  /** Words that the reader makes of it. */
  readonly terms: readonly string[];
}

/** Cache: text of a span → the words made of it. Most words occur many times. */
export type KnownTerms = Map<string, readonly string[]>;

const letter = `(?:(?!${CJK_CHARACTER}|[${LETTER_APOSTROPHES}${UNSEEN}])[\\p{L}\\p{N}\\p{M}])`;
/** Characters that may occur between two letters of a word. */
const insideWord = `[${UNSEEN}]*(?:['’＇${LETTER_APOSTROPHES}][${UNSEEN}]*)?`;
const wordPattern = new RegExp(
  `(${CJK_CHARACTER}(?:[${UNSEEN}]*${CJK_CHARACTER})*)|${letter}(?:${insideWord}${letter})*`,
  'gu',
);

const visibleCharacter = new RegExp(`[^${UNSEEN}]`, 'gu');

const space = 0x20;
const apostrophe = 0x27;
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
export function spansOf(text: string, reader: WordReader, cache: KnownTerms = new Map()): Span[] {
  const spans: Span[] = [];
  /** Position after the last space, and the number of spans before it. */
  let pieceStart = 0;
  let spansBefore = 0;
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at);
    if (code >= asciiEnd) {
      spans.length = spansBefore;
      at = endOfPiece(text, at);
      for (const span of spansByPattern(text.slice(pieceStart, at), pieceStart, reader, cache)) spans.push(span);
    } else if (isLetterCode[code] === 1) {
      const start = at;
      at = endOfWord(text, at);
      spans.push({ start, end: at, terms: termsOf(text.slice(start, at), reader, cache) });
    } else {
      at += 1;
      if (code > space) continue;
      pieceStart = at;
      spansBefore = spans.length;
    }
  }
  return spans;
}

function termsOf(text: string, reader: WordReader, cache: KnownTerms): readonly string[] {
  let terms = cache.get(text);
  if (terms === undefined) {
    terms = reader.words(text);
    cache.set(text, terms);
  }
  return terms;
}

/** @returns the position of the next space, or the text's end */
function endOfPiece(text: string, at: number): number {
  while (at < text.length && text.charCodeAt(at) > space) at += 1;
  return at;
}

/** @param at position of a plain letter. @returns the end of the run of plain letters and apostrophes between two letters */
function endOfWord(text: string, at: number): number {
  for (;;) {
    at += 1;
    const code = text.charCodeAt(at);
    if (isLetterCode[code] === 1) continue;
    if (code !== apostrophe || isLetterCode[text.charCodeAt(at + 1)] !== 1) return at;
  }
}

function* spansByPattern(text: string, from: number, reader: WordReader, cache: KnownTerms): Generator<Span> {
  for (const match of text.matchAll(wordPattern)) {
    const [matched, run] = match;
    const start = from + match.index;
    if (run === undefined) yield { start, end: start + matched.length, terms: termsOf(matched, reader, cache) };
    else yield* pairSpans(run, start, reader, cache);
  }
}

function* pairSpans(run: string, from: number, reader: WordReader, cache: KnownTerms): Generator<Span> {
  const characters = [...run.matchAll(visibleCharacter)];
  for (const [place, character] of characters.entries()) {
    const next = characters[place + 1] ?? character;
    const [start, end] = [character.index, next.index + next[0].length];
    yield { start: from + start, end: from + end, terms: termsOf(run.slice(start, end), reader, cache) };
  }
}
