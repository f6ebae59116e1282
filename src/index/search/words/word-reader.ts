/**
 * Word reader: cuts texts into words, in the same way for indexed texts and for queries.
 *
 * A word is a run of letters, marks and digits, in lower case and without diacritics; FlexSearch's Encoder cuts the text and
 * drops overlong words. A run of Chinese, Japanese or Korean characters, which are written without spaces or with compound words,
 * is indexed as its overlapping pairs. Words that a sign joins, such as `Wi-Fi`, are also read as a joined word (word-groups), as are
 * digits and initials between spaces (spaced-groups).
 * Elsewhere: folding letters, invisible characters, apostrophes (letters).
 */
import { Encoder } from 'flexsearch';
import type { Language, WordMark, WordTuning } from '../../../content/model/index.js';
import { LANGUAGE_RULES } from './languages.js';
import { fold, isCjk, LETTER_APOSTROPHES, replaceApostrophes, separateRuns, splitPairs, visible } from './letters.js';
import { findGroups, mayHaveAnyGroups } from './spaced-groups.js';
import type { ApostropheRule, JoinedSpelling } from './word-groups.js';

/** Maximum UTF-16 units of a word: longer runs are addresses or keys. */
const wordLengthMaximum = 64;
/** Maximum number of cached stems: words repeat, and stemming takes about a microsecond. */
const cachedStems = 2 ** 16;

/** A text that needs the rules: with an apostrophe or a character beyond ASCII. */
const needsRules = /\P{ASCII}|'/u;
const separators = /[^\p{L}\p{N}\p{M}]+/u;
const anyApostrophe = new RegExp(`['’＇${LETTER_APOSTROPHES}]`, 'u');
const digit = /\p{N}/u;
const wordEndPattern = new RegExp(`(?![${LETTER_APOSTROPHES}])[\\p{L}\\p{N}\\p{M}]$`, 'u');

/** Whether the text ends within a word. */
export const isUnfinished = (text: string): boolean => wordEndPattern.test(text);

/** A sign within a joined word, after its mark. */
const signPattern = /[.+#*&]/;
/** Whether a joined word has a sign of its own. */
export const hasSign = (word: string): boolean => signPattern.test(word);

/** Precedes a stop word among the stems. No word begins with it, so no other word has the same stem. */
export const STOP_MARK = '=';

/** Precedes a joined word, after the field mark. No other word begins with it. */
export const JOINED_MARK = '-';

/** Character code after the possible field marks. */
const marksEnd = '$'.charCodeAt(0);
const hasFieldMark = (word: string): boolean => word.charCodeAt(0) < marksEnd;
/** Whether a word of an index is a joined word. */
export const isJoinedWord = (word: string): boolean => word[hasFieldMark(word) ? 1 : 0] === JOINED_MARK;
/** @returns the word without its field mark, and without the mark of a joined word */
export function withoutMark(word: string): string {
  if (isJoinedWord(word)) return word.slice(hasFieldMark(word) ? 2 : 1);
  return hasFieldMark(word) ? word.slice(1) : word;
}
/** Whether typing errors are allowed in words of fields with this mark. */
export const allowsTyposIn = (mark: WordMark): boolean => mark === '' || mark === '!';

/** A faster equivalent of the encoder for texts that need no rules. */
function asciiWords(text: string): string[] {
  const words: string[] = [];
  for (const word of text.toLowerCase().split(/[^a-z0-9]+/)) {
    const isRead = word !== '' && word.length <= wordLengthMaximum;
    // A repeated word counts once.
    if (isRead && word !== words.at(-1)) words.push(word);
  }
  return words;
}

/** A word that a text writes in parts or with a sign, such as `wifi` for `Wi-Fi`, and `c++`. */
export interface JoinedWord {
  /** Lower case, without diacritics, and without the signs between the parts. */
  readonly text: string;
  /** Its parts among the words of the text, `[start, end)`. */
  readonly start: number;
  readonly end: number;
  /** Whether it has a sign that belongs to the word. */
  readonly hasSign: boolean;
}

/** The words of a text in order, and its joined words by ascending end. */
export interface ReadText {
  readonly words: string[];
  readonly joined: readonly JoinedWord[];
}

const noJoinedWords: readonly JoinedWord[] = [];

/** Adds a joined word that ends last. A joined word that repeats, as its parts do, counts once. */
function addJoined(joined: JoinedWord[], word: JoinedWord): void {
  for (let index = joined.length - 1; index >= 0 && joined[index]!.end === word.end; index -= 1) {
    if (joined[index]!.text === word.text) return;
  }
  joined.push(word);
}

/** Appends words of the next piece of a text. A repeated word counts once. */
function appendWords(words: string[], pieceWords: readonly string[]): void {
  for (const word of pieceWords) if (word !== words[words.length - 1]) words.push(word);
}

/** Cuts any number of texts in one language. */
export class WordReader {
  /** How the language treats an apostrophe within a word. */
  readonly apostrophes: ApostropheRule;
  readonly #encoder: Encoder;
  readonly #stem: ((word: string) => string) | undefined;
  readonly #stems = new Map<string, string>();
  readonly #stopWords: ReadonlySet<string>;
  readonly #keptWhole: ReadonlySet<string>;

  constructor(language: Language | undefined, { stopWords = [], whole = [] }: WordTuning = {}) {
    const rules = language === undefined ? undefined : LANGUAGE_RULES[language];
    const elided = rules === undefined || rules.elides ? ' ' : '';
    this.apostrophes = rules === undefined ? 'parts' : rules.elides ? 'elides' : 'joins';
    this.#stem = rules?.stem;
    this.#encoder = new Encoder({
      normalize: fold,
      prepare: (text) => separateRuns(needsRules.test(text) ? replaceApostrophes(text, elided) : text),
      split: separators,
      // These options would change words, or make them depend on earlier texts.
      numeric: false,
      dedupe: false,
      cache: false,
      maxlength: wordLengthMaximum,
    });
    this.#stopWords = new Set([...(rules?.stopWords ?? []), ...stopWords].flatMap((word) => this.words(word)));
    this.#keptWhole = new Set(whole.flatMap((word) => this.words(word)));
  }

  /** @returns the words of a text in order; a run of Chinese, Japanese or Korean is one word */
  words(text: string): string[] {
    return needsRules.test(text) ? this.#encoder.encode(visible(text)) : asciiWords(text);
  }

  /** Reads the words of a text with its joined words. Cost: O(length), a few percent more than `words`. */
  read(text: string): ReadText {
    if (!mayHaveAnyGroups(text)) return { words: this.words(text), joined: noJoinedWords };
    const visibleText = visible(text);
    const groups = findGroups(visibleText, this.apostrophes);
    if (groups.length === 0) return { words: this.words(visibleText), joined: noJoinedWords };
    const words: string[] = [];
    const joined: JoinedWord[] = [];
    let position = 0;
    for (const { start, end, parts, spellings } of groups) {
      appendWords(words, this.words(visibleText.slice(position, start)));
      /** Part → its words `[starts, ends)`; a word that repeats the word before it has the place of that word. */
      const starts: number[] = [];
      const ends: number[] = [];
      for (const part of parts) {
        const countBefore = words.length;
        appendWords(words, this.words(visibleText.slice(part.start, part.end)));
        starts.push(Math.min(countBefore, words.length - 1));
        ends.push(words.length);
      }
      for (const spelling of spellings) {
        const joinedText = this.joinedText(spelling);
        if (joinedText === undefined) continue;
        const { firstPart, endPart, hasSign } = spelling;
        addJoined(joined, { text: joinedText, start: starts[firstPart]!, end: ends[endPart - 1]!, hasSign });
      }
      position = end;
    }
    appendWords(words, this.words(visibleText.slice(position)));
    return { words, joined };
  }

  /** @returns the text with each group of words written as one word, `Wi-Fi` as `WiFi` */
  joinGroups(text: string): string {
    const visibleText = visible(text);
    let joinedText = '';
    let position = 0;
    for (const { start, end, parts, spellings } of findGroups(visibleText, this.apostrophes)) {
      const whole = spellings.find(
        ({ firstPart, endPart, hasSign }) => firstPart === 0 && endPart === parts.length && !hasSign,
      );
      joinedText += visibleText.slice(position, start) + (whole?.text ?? visibleText.slice(start, end));
      position = end;
    }
    return joinedText + visibleText.slice(position);
  }

  /** @returns the joined word of a spelling; undefined if it is no word without spaces, or too long */
  joinedText({ text, hasSign: isSigned }: JoinedSpelling): string | undefined {
    if (isSigned) {
      if (anyApostrophe.test(text)) return undefined;
      const word = fold(text);
      return word.length > wordLengthMaximum || isCjk(word) ? undefined : word;
    }
    const [word, secondWord] = this.words(text);
    return word === undefined || secondWord !== undefined || isCjk(word) ? undefined : word;
  }

  /** @returns the indexed terms of a word: itself, or for a run its pairs and its last character, which begins no pair */
  indexTerms(word: string): readonly string[] {
    if (!isCjk(word)) return [word];
    return [...splitPairs(word), ...Array.from(word).slice(-1)];
  }

  /** @returns the stem, with the word's field mark. Stop words and words that the tuning keeps whole share theirs with no other word. */
  stem(word: string): string {
    if (this.#stem === undefined) return word;
    if (hasFieldMark(word)) return word.startsWith('"') ? `"${this.stem(word.slice(1))}` : word;
    if (word.startsWith(JOINED_MARK)) return hasSign(word) ? word : JOINED_MARK + this.stem(word.slice(1));
    const cachedStem = this.#stems.get(word);
    if (cachedStem !== undefined) return cachedStem;
    if (this.#stopWords.has(word) || this.#keptWhole.has(word)) return STOP_MARK + word;
    if (digit.test(word) || isCjk(word)) return word;
    const stem = this.#stem(word) || word;
    if (this.#stems.size === cachedStems) this.#stems.clear();
    this.#stems.set(word, stem);
    return stem;
  }

  isStopWord(word: string): boolean {
    return this.#stopWords.has(word);
  }

  /** Whether the tuning keeps the word whole: then it has no other forms and no typing errors. */
  isKeptWhole(word: string): boolean {
    return this.#keptWhole.has(word);
  }
}

const readers = new Map<Language | undefined, WordReader>();
const tunedReaders = new WeakMap<WordTuning, WordReader>();

/** @returns the thread's reader of a language, for one tuning object; made in the first call */
export function getWordReader(language: Language | undefined, tuning?: WordTuning): WordReader {
  const isTuned = tuning?.stopWords !== undefined || tuning?.whole !== undefined;
  const cachedReader = isTuned ? tunedReaders.get(tuning) : readers.get(language);
  const reader = cachedReader ?? new WordReader(language, tuning);
  if (isTuned) tunedReaders.set(tuning, reader);
  else readers.set(language, reader);
  return reader;
}
