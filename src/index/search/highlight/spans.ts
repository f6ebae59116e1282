/**
 * Where the words of a text stand, in UTF-16 units: what the reader makes words of, with its place.
 *
 * What stands between two spaces is taken apart letter by letter where it is plain, which most of a text is, and by a
 * regular expression where it is not: no word goes on behind a space.
 */

import { termId, type WordMark } from '../../../content/model/index.js';
import { countBelow } from '../../termdict/index.js';
import type { Expansion } from '../match/expand.js';
import type { Phrase } from '../phrases/phrase.js';
import type { SearchIndex } from '../search-index.js';
import { CJK_CHARACTER, isCjk, LETTER_APOSTROPHES, STOP_MARK, UNSEEN, type WordReader } from '../words/word-reader.js';

export interface Span {
  readonly start: number;
  readonly end: number;
  /** The words the reader makes of it. */
  readonly terms: readonly string[];
}

/** What stands in a text → the words that are made of it: most words come many times. */
export type KnownTerms = Map<string, readonly string[]>;

const letter = `(?:(?!${CJK_CHARACTER}|[${LETTER_APOSTROPHES}${UNSEEN}])[\\p{L}\\p{N}\\p{M}])`;
/** What may stand between two letters of a word. */
const between = `[${UNSEEN}]*(?:['’＇${LETTER_APOSTROPHES}][${UNSEEN}]*)?`;
const pieces = new RegExp(
  `(${CJK_CHARACTER}(?:[${UNSEEN}]*${CJK_CHARACTER})*)|${letter}(?:${between}${letter})*`,
  'gu',
);

const seenCharacter = new RegExp(`[^${UNSEEN}]`, 'gu');

const space = 0x20;
const apostrophe = 0x27;
const asciiEnd = 0x80;

/** Whether a character of ASCII is a letter or a digit, by its code. */
const isLetter = Uint8Array.from({ length: asciiEnd }, (_, code) =>
  Number(/[A-Za-z0-9]/.test(String.fromCharCode(code))),
);

/**
 * @param known good for texts read by the same reader
 * @returns the spans in the text's order. A run of Chinese, Japanese or Korean has one for each pair of neighbours, so
 *          that these overlap
 * Cost: O(length).
 */
export function spansOf(text: string, reader: WordReader, known: KnownTerms = new Map()): Span[] {
  const spans: Span[] = [];
  /** Behind the last space, and the spans before it. */
  let piece = 0;
  let before = 0;
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at);
    if (code >= asciiEnd) {
      spans.length = before;
      at = endOfPiece(text, at);
      for (const span of spansByPattern(text.slice(piece, at), piece, reader, known)) spans.push(span);
    } else if (isLetter[code] === 1) {
      const start = at;
      at = endOfWord(text, at);
      spans.push({ start, end: at, terms: termsOf(text.slice(start, at), reader, known) });
    } else {
      at += 1;
      if (code > space) continue;
      piece = at;
      before = spans.length;
    }
  }
  return spans;
}

function termsOf(whole: string, reader: WordReader, known: KnownTerms): readonly string[] {
  let terms = known.get(whole);
  if (terms === undefined) {
    terms = reader.words(whole);
    known.set(whole, terms);
  }
  return terms;
}

/** @returns the place of the next space, or the text's end */
function endOfPiece(text: string, at: number): number {
  while (at < text.length && text.charCodeAt(at) > space) at += 1;
  return at;
}

/** @param at of a plain letter. @returns where plain letters, and apostrophes between two of them, end */
function endOfWord(text: string, at: number): number {
  for (;;) {
    at += 1;
    const code = text.charCodeAt(at);
    if (isLetter[code] === 1) continue;
    if (code !== apostrophe || isLetter[text.charCodeAt(at + 1)] !== 1) return at;
  }
}

function* spansByPattern(text: string, from: number, reader: WordReader, known: KnownTerms): Generator<Span> {
  for (const found of text.matchAll(pieces)) {
    const [whole, run] = found;
    const start = from + found.index;
    if (run === undefined) yield { start, end: start + whole.length, terms: termsOf(whole, reader, known) };
    else yield* pairSpans(run, start, reader, known);
  }
}

function* pairSpans(run: string, from: number, reader: WordReader, known: KnownTerms): Generator<Span> {
  const characters = [...run.matchAll(seenCharacter)];
  for (const [place, character] of characters.entries()) {
    const next = characters[place + 1] ?? character;
    const [start, end] = [character.index, next.index + next[0].length];
    yield { start: from + start, end: from + end, terms: termsOf(run.slice(start, end), reader, known) };
  }
}

// Which words of a text may answer a question at all: hardly any do, so that it is worth knowing before they are looked
// up in the dictionary.

export class WantedTerms {
  readonly #reader: WordReader;
  /** Of the lists that answer. */
  readonly #stems = new Set<string>();
  /** What all words have in common that begin with a word of the question. */
  readonly #beginnings: string[] = [];
  /** How these begin: a stem begins as its word does, but for the mark of a stop word. */
  readonly #firsts = new Set<string>();

  constructor(index: SearchIndex, expansions: readonly Expansion[], reader: WordReader) {
    this.#reader = reader;
    const { stems, words } = index.tables;
    for (const { matches } of expansions) {
      for (const { list, words: found, phrase } of matches) {
        const lists = phrase?.flatMap((word) => word.stems) ?? [list];
        if (found === undefined)
          for (const stem of lists) this.#stems.add(Buffer.from(stems.at(termId(stem))).toString());
        else {
          const [first, last] = [found.start, found.end - 1].map((word) =>
            Buffer.from(words.at(termId(word))).toString(),
          );
          this.#beginnings.push(inCommon(first ?? '', last ?? ''));
        }
      }
    }
    for (const text of [...this.#stems, ...this.#beginnings]) this.#firsts.add(text.replace(STOP_MARK, '').slice(0, 1));
  }

  /** Cost: O(beginnings), of what begins as they do; and stemming the word where it is a new one. */
  mayAnswer(term: string): boolean {
    if (!this.#firsts.has(term.slice(0, 1))) return false;
    return this.#stems.has(this.#reader.stem(term)) || this.#beginnings.some((beginning) => term.startsWith(beginning));
  }
}

function inCommon(one: string, other: string): string {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return one.slice(0, length);
}

// Where phrases stand in a text, by the same rule as in the index: their stems one behind the other.

/** The stem of what is not in the dictionary. */
const NO_STEM = -1;

export class PhraseFinder {
  readonly #index: SearchIndex;
  readonly #phrases: readonly Phrase[];
  /** Term → its stem. */
  readonly #known = new Map<string, number>();

  constructor(index: SearchIndex, phrases: readonly Phrase[]) {
    this.#index = index;
    this.#phrases = phrases;
  }

  /** @returns the numbers of the spans that are words of a phrase. Cost: O(terms) a phrase. */
  spansIn(spans: readonly Span[], mark: WordMark): ReadonlySet<number> {
    const stems: number[] = [];
    /** Place → its span. */
    const owners: number[] = [];
    let before: string | undefined;
    for (const [number, { terms }] of spans.entries()) {
      for (const term of terms) {
        // A word twice in a row is one.
        if (term === before && !isCjk(term)) continue;
        before = term;
        stems.push(this.#stemOf(mark + term));
        owners.push(number);
      }
    }
    const found = new Set<number>();
    for (const phrase of this.#phrases) {
      for (let start = 0; start < stems.length; start += 1) {
        if (!phrase.every((word) => word.stems.includes(stems[start + word.offset] ?? NO_STEM))) continue;
        for (const { offset } of phrase) found.add(owners[start + offset] ?? 0);
      }
    }
    return found;
  }

  #stemOf(term: string): number {
    const known = this.#known.get(term);
    if (known !== undefined) return known;
    const { words } = this.#index.tables;
    const bytes = Buffer.from(term);
    const at = countBelow(words, bytes);
    const stem = at < words.size && words.compare(at, bytes) === 0 ? this.#index.stemOf(at) : NO_STEM;
    this.#known.set(term, stem);
    return stem;
  }
}
