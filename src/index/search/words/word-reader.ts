/**
 * Text → words, the same way for what is indexed and what is asked for.
 *
 * A word is a run of letters, marks and digits, in lower case and without diacritics; FlexSearch's Encoder cuts the
 * text and drops what is too long to be a word. Chinese, Japanese and Korean are written without spaces, or with words
 * grown together: a run of their characters stands for its overlapping pairs.
 */
import { Encoder } from 'flexsearch';
import type { Language, WordMark, WordTuning } from '../../../content/model/index.js';
import { LANGUAGE_RULES } from './analyser.js';

/** UTF-16 units; what is longer is an address or a key rather than a word. */
const wordLengthMaximum = 64;
/** How many stems are kept: a word comes many times, and a stemmer takes about a microsecond. */
const keptStems = 2 ** 16;

const notAscii = /\P{ASCII}/u;
/** What rules are for: letters beyond a to z, and apostrophes. */
const notPlain = /\P{ASCII}|'/u;
const separators = /[^\p{L}\p{N}\p{M}]+/u;
const diacritics = /[\u0300-\u036f]/g;
/** A character of Chinese, Japanese or Korean, as a pattern. */
export const CJK_CHARACTER = '[\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Hangul}]';
const cjkRuns = new RegExp(`${CJK_CHARACTER}+`, 'gu');
const cjkFirst = new RegExp(`^${CJK_CHARACTER}`, 'u');
/** None of theirs is below that a word begins with: the middle dot is no letter, and two marks are folded away. */
const cjkLowest = 0x1100;
const possessive = /(?<=\p{L})['’ʼʻʾʿ]s(?![\p{L}\p{N}])/gu;
const apostrophes = /(?<=\p{L})['’ʼʻʾʿ](?=\p{L})/gu;
/** Apostrophes that Unicode counts as letters, and the two half rings that stand for Arabic ones; as a pattern. */
export const LETTER_APOSTROPHES = 'ʼʻʾʿ';
const loneApostrophes = new RegExp(`[${LETTER_APOSTROPHES}]`, 'gu');
/** What nobody sees or types: soft hyphens, joiners, marks of direction and byte order, which form of a character is
 * meant; and the frame of a key. As a pattern. */
export const UNSEEN = '\\p{Default_Ignorable_Code_Point}\\u20E3';
const unseen = new RegExp(`[${UNSEEN}]`, 'gu');
const digit = /\p{N}/u;

/** Stands before a stop word where stems stand, and begins no word: no other word shares its stem. */
export const STOP_MARK = '=';

/** Behind the characters that a word's mark may be. */
const marksEnd = '$'.charCodeAt(0);
const isMarked = (word: string): boolean => word.charCodeAt(0) < marksEnd;
/** @returns the word without the mark of its field */
export const unmarked = (word: string): string => (isMarked(word) ? word.slice(1) : word);
/** Whether words of a field with the mark may be mistyped. */
export const forgives = (mark: WordMark): boolean => mark === '' || mark === '!';

/** Letters that Unicode does not decompose, and what they are typed as where a keyboard lacks them. */
const letters: ReadonlyMap<string, string> = new Map([
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ø', 'o'],
  ['ł', 'l'],
  ['đ', 'd'],
  ['ð', 'd'],
  ['þ', 'th'],
  ['ı', 'i'],
  ['ς', 'σ'],
]);
const otherLetters = new RegExp(`[${[...letters.keys()].join('')}]`, 'g');

/** @returns the text without what nobody sees. Most texts have nothing of the kind. */
export const seen = (text: string): string => (notAscii.test(text) ? text.replace(unseen, '') : text);

/** @returns the text in lower case, compatibility forms and diacritics gone, syllables of Korean whole */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  if (!notAscii.test(lower)) return lower;
  return lower
    .normalize('NFKD')
    .replace(diacritics, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(otherLetters, (letter) => letters.get(letter) ?? letter);
}

/** Whether a word is a run of Chinese, Japanese or Korean characters: a word has those only, or none. */
export const isCjk = (word: string): boolean => word.charCodeAt(0) >= cjkLowest && cjkFirst.test(word);

/** @returns the pairs of neighbouring characters, or none of a single one */
export function pairsOf(run: string): string[] {
  const characters = [...run];
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}

/** The same as the encoder makes of a text without anything that rules are for, and sooner. */
function plainWords(text: string): string[] {
  const words: string[] = [];
  for (const word of text.toLowerCase().split(/[^a-z0-9]+/))
    if (word !== '' && word.length <= wordLengthMaximum && word !== words.at(-1)) words.push(word);
  return words;
}

/** Cuts texts in one language. Good for any number of texts. */
export class WordReader {
  readonly #encoder: Encoder;
  readonly #stem: ((word: string) => string) | undefined;
  readonly #stems = new Map<string, string>();
  readonly #stopWords: ReadonlySet<string>;
  readonly #whole: ReadonlySet<string>;

  constructor(language: Language | undefined, { stopWords = [], whole = [] }: WordTuning = {}) {
    const rules = language === undefined ? undefined : LANGUAGE_RULES[language];
    const elided = rules === undefined || rules.elides ? ' ' : '';
    this.#stem = rules?.stem;
    this.#encoder = new Encoder({
      normalize: fold,
      prepare: (text) =>
        (text.includes("'") || notAscii.test(text)
          ? text.replace(possessive, '').replace(apostrophes, elided).replace(loneApostrophes, ' ')
          : text
        )
          // What goes together is cut apart later; here only from what stands beside it.
          .replace(cjkRuns, ' $& '),
      split: separators,
      // All that follows would change words, or depend on which texts came before.
      numeric: false,
      dedupe: false,
      cache: false,
      maxlength: wordLengthMaximum,
    });
    this.#stopWords = new Set([...(rules?.stopWords ?? []), ...stopWords].flatMap((word) => this.words(word)));
    this.#whole = new Set(whole.flatMap((word) => this.words(word)));
  }

  /** The words of a text, in order; a run of Chinese, Japanese or Korean is one. */
  words(text: string): string[] {
    return notPlain.test(text) ? this.#encoder.encode(seen(text)) : plainWords(text);
  }

  /** What is indexed for a word: itself, or the pairs of a run and its last character, which begins no pair. */
  indexed(word: string): readonly string[] {
    if (!isCjk(word)) return [word];
    return [...pairsOf(word), ...Array.from(word).slice(-1)];
  }

  /** What the word shares with its other forms, behind its mark. A stop word has none, nor has one that stays whole. */
  stem(word: string): string {
    if (this.#stem === undefined) return word;
    if (isMarked(word)) return word.startsWith('"') ? `"${this.stem(word.slice(1))}` : word;
    const known = this.#stems.get(word);
    if (known !== undefined) return known;
    if (this.#stopWords.has(word) || this.#whole.has(word)) return STOP_MARK + word;
    if (digit.test(word) || isCjk(word)) return word;
    const stem = this.#stem(word) || word;
    if (this.#stems.size === keptStems) this.#stems.clear();
    this.#stems.set(word, stem);
    return stem;
  }

  isStopWord(word: string): boolean {
    return this.#stopWords.has(word);
  }

  /** Whether no word is mistyped for it, nor it for another. */
  isWhole(word: string): boolean {
    return this.#whole.has(word);
  }
}

const readers = new Map<Language | undefined, WordReader>();
const tunedReaders = new WeakMap<WordTuning, WordReader>();

/** The thread's reader of a language, as one object tunes it. Cost: that of making one, the first time. */
export function wordReader(language: Language | undefined, tuning?: WordTuning): WordReader {
  const isTuned = tuning?.stopWords !== undefined || tuning?.whole !== undefined;
  const known = isTuned ? tunedReaders.get(tuning) : readers.get(language);
  const reader = known ?? new WordReader(language, tuning);
  if (isTuned) tunedReaders.set(tuning, reader);
  else readers.set(language, reader);
  return reader;
}
