/**
 * What a client typed → the words that are looked for.
 */
import type { Language } from '../../../content/model/index.js';
import { isCjk, LETTER_APOSTROPHES, pairsOf, seen, type WordReader, wordReader } from './word-reader.js';

export interface SearchWord {
  /** Lower case, without diacritics. */
  readonly text: string;
  /** Whether words that begin with it are found too: who types has perhaps not finished. */
  readonly isPrefix: boolean;
  /** How many times it counts: of a long question as often as it was typed, else once. */
  readonly times: number;
  /** Whether it stands in phrases only. */
  readonly isQuoted: boolean;
}

/** A word of a phrase. */
export interface PhraseWord {
  readonly text: string;
  /** How many places it stands behind the phrase's first word: each character of Chinese, Japanese and Korean is a place. */
  readonly offset: number;
}

export interface SearchQuery {
  readonly language: Language | undefined;
  /** Each once, in the order typed; at least one, unless nothing typed was a word. */
  readonly words: readonly SearchWord[];
  /** Whether it has so many words that none of them is demanded. */
  readonly isLong: boolean;
  /** Of each phrase its words: an item must have it. They are among `words`, too. */
  readonly phrases: readonly (readonly PhraseWord[])[];
  /** Words and phrases that an item must not have. */
  readonly excluded: readonly (readonly PhraseWord[])[];
}

/** Quotation marks, as keyboards and languages have them. */
const quotes = '"“”„‟«»＂';
/**
 * A phrase between quotation marks; or a sign, and behind it what is left out: from one mark to the next and on to a
 * space, to the end of what was typed where there is no other mark, or else what goes on to the next space.
 */
const parts = new RegExp(
  `(?<=^|\\s)(?:[${quotes}]([^${quotes}]*)[${quotes}](?=\\s|$)|-([${quotes}][^${quotes}]*(?:[${quotes}]\\S*|$)|\\S+))`,
  'gu',
);
/** Most questions hold neither. */
const isMarked = new RegExp(`[${quotes}]|(?:^|\\s)-`, 'u');

/** From so many different words on a question is long. Two pairs of Chinese, Japanese or Korean characters are a word. */
const longFrom = 5;

/** More words than this are not counted by how often each was typed: sums of scores stay whole numbers of 32 bits. */
const countedMaximum = 200;

/** What was typed ends within a word. */
const isUnfinished = new RegExp(`(?![${LETTER_APOSTROPHES}])[\\p{L}\\p{N}\\p{M}]$`, 'u');

/**
 * Stop words are left out, unless there is nothing else. The last word may be the beginning of one where nothing follows
 * it, not even a space, and a single Chinese, Japanese or Korean character that of a pair. What stands between quotation
 * marks is a phrase; a word or phrase with `-` before it is excluded.
 */
export function readSearch(given: string, language: Language | undefined): SearchQuery {
  const text = seen(given);
  const reader = wordReader(language);
  const { wanted, phrases, excluded, unquoted } = isMarked.test(text)
    ? splitMarks(text, reader)
    : { ...unmarked, wanted: text };
  const typed = reader.words(wanted);
  const last = isUnfinished.test(wanted) ? typed.at(-1) : undefined;
  const [only] = typed;
  if (only !== undefined && typed.length === 1 && !isCjk(only)) {
    return {
      language,
      words: [{ text: only, isPrefix: last !== undefined, times: 1, isQuoted: unquoted?.has(only) === false }],
      isLong: false,
      phrases,
      excluded,
    };
  }
  const telling = typed.filter((word) => !reader.isStopWord(word));
  const kept = telling.length > 0 ? telling : typed;
  /** Term → how often it was typed. */
  const terms = new Map<string, number>();
  for (const word of kept) {
    for (const term of termsOf(word)) terms.set(term, (terms.get(term) ?? 0) + 1);
  }
  const isLong = Array.from(terms.keys()).reduce((sum, term) => sum + (isCjk(term) ? 0.5 : 1), 0) >= longFrom;
  const isCounted = isLong && typed.length <= countedMaximum;
  const words = Array.from(terms, ([term, times]): SearchWord => {
    const isPrefix = isCjk(term) ? term.length === characterLength(term) : term === last;
    return { text: term, isPrefix, times: isCounted ? times : 1, isQuoted: unquoted?.has(term) === false };
  });
  return { language, words, isLong, phrases, excluded };
}

const unmarked = { phrases: [], excluded: [], unquoted: undefined } as const;

/** A question, taken apart. */
interface SplitMarks extends Pick<SearchQuery, 'phrases' | 'excluded'> {
  /** All but what is excluded. */
  readonly wanted: string;
  /** The words of what is not marked. */
  readonly unquoted: ReadonlySet<string>;
}

/** What is not marked, and what is. A mark without its second one means nothing, but behind a sign. */
function splitMarks(text: string, reader: WordReader): SplitMarks {
  const phrases: (readonly PhraseWord[])[] = [];
  const excluded: (readonly PhraseWord[])[] = [];
  const taken: string[] = [];
  const plain = text
    .replaceAll(hole, ' ')
    .replace(parts, (whole: string, quoted: string | undefined, unwanted: string | undefined) => {
      const words = phraseOf(reader.words(quoted ?? unwanted ?? ''));
      if (words.length === 0) return whole;
      if (unwanted === undefined) phrases.push(words);
      else excluded.push(words);
      // A phrase is finished, whatever follows; what is excluded is not looked for.
      taken.push(unwanted === undefined ? `${quoted} .` : '');
      return hole;
    });
  const wanted = plain.replaceAll(hole, () => taken.shift() ?? '');
  return { wanted, phrases, excluded, unquoted: new Set(reader.words(plain).flatMap(termsOf)) };
}

/** Stands where a mark was taken out. It is no part of a word. */
const hole = '\u0000';

/** @param words in their order. @returns where what is indexed for each of them stands */
function phraseOf(words: readonly string[]): PhraseWord[] {
  let next = 0;
  return words.flatMap((word) => {
    const start = next;
    next += isCjk(word) ? [...word].length : 1;
    return termsOf(word).map((text, place) => ({ text, offset: start + place }));
  });
}

const termsOf = (word: string): readonly string[] => (isCjk(word) ? cjkTerms(word) : [word]);

function cjkTerms(run: string): readonly string[] {
  const pairs = pairsOf(run);
  return pairs.length === 0 ? [run] : pairs;
}

/** UTF-16 units of the first character. */
const characterLength = (text: string): number => ((text.codePointAt(0) ?? 0) > 0xffff ? 2 : 1);
