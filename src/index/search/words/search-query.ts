/**
 * What a client typed → the words that are looked for.
 */
import type { Language, SearchTuning } from '../../../content/model/index.js';
import { type PhraseWord, phraseOf, termsOf } from './phrase-words.js';
import { type StandIn, synonymsOf } from './synonyms.js';
import { isCjk, LETTER_APOSTROPHES, seen, type WordReader, wordReader } from './word-reader.js';

export interface SearchWord {
  /** Lower case, without diacritics. */
  readonly text: string;
  /** Whether words that begin with it are found too: who types has perhaps not finished. */
  readonly isPrefix: boolean;
  /** How many times it counts: of a long question as often as it was typed, else once. */
  readonly times: number;
  /** Whether it stands in phrases only. */
  readonly isQuoted: boolean;
  /** What else it is found by, as the model says; absent where there is nothing. */
  readonly standIns?: readonly StandIn[];
}

export interface SearchQuery {
  readonly language: Language | undefined;
  readonly tuning: SearchTuning | undefined;
  /** By content type the ids of the items that come first; absent where none do. */
  readonly first?: ReadonlyMap<string, readonly string[]> | undefined;
  /** Each once, in the order typed; at least one, unless nothing typed was a word. */
  readonly words: readonly SearchWord[];
  /** Whether it has so many words that none of them is demanded. */
  readonly isLong: boolean;
  /** Whether an item must have every word, whatever there are. */
  readonly demandsAll: boolean;
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
/** A phrase without its second mark. */
const unended = new RegExp(`(?<=^|\\s)[${quotes}]([^${quotes}]*)$`, 'u');
/** Most questions hold neither. */
const isMarked = new RegExp(`[${quotes}]|(?:^|\\s)-`, 'u');

/** From so many different words on a question is long. Two pairs of Chinese, Japanese or Korean characters are a word. */
const longFrom = 5;

/** More words than this are not counted by how often each was typed: sums of scores stay whole numbers of 32 bits. */
const countedMaximum = 200;

const withinWord = new RegExp(`(?![${LETTER_APOSTROPHES}])[\\p{L}\\p{N}\\p{M}]$`, 'u');

/** Whether what was typed ends within a word. */
export const isUnfinished = (text: string): boolean => withinWord.test(text);

/** @returns a phrase of letters or digits that was begun and not ended. Cost: O(length). */
export function unendedPhrase(given: string): string | undefined {
  const [phrase, text = ''] = unended.exec(seen(given).replaceAll(parts, ' ')) ?? [];
  return /[\p{L}\p{N}]/u.test(text) ? phrase : undefined;
}

/**
 * Stop words are left out, unless there is nothing else. The last word may be the beginning of one where nothing follows
 * it, not even a space, and a single Chinese, Japanese or Korean character that of a pair. What stands between quotation
 * marks is a phrase; a word or phrase with `-` before it is excluded.
 *
 * @param tuning of the language, as the model has it
 */
export function readSearch(
  given: string,
  language: Language | undefined,
  tuning?: SearchTuning,
  demandsAll = false,
): SearchQuery {
  const text = seen(given);
  const reader = wordReader(language, tuning);
  const { wanted, phrases, excluded, unquoted } = isMarked.test(text)
    ? splitMarks(text, reader)
    : { ...unmarked, wanted: text };
  const typed = reader.words(wanted);
  const last = isUnfinished(wanted) ? typed.at(-1) : undefined;
  const tuned = (words: readonly SearchWord[], terms?: readonly string[]): readonly SearchWord[] =>
    tuning?.synonyms === undefined ? words : withStandIns(words, terms ?? typed, tuning, reader);
  const telling = typed.filter((word) => !reader.isStopWord(word));
  const kept = telling.length > 0 ? telling : typed;
  // Who marks what must be there, or must not, has asked for something else.
  const isPlain = tuning?.first !== undefined && phrases.length + excluded.length === 0;
  const first = isPlain ? synonymsOf(tuning, reader).firstFor(kept.flatMap(termsOf), reader) : undefined;
  const common = { language, tuning, ...(first && { first }), demandsAll, phrases, excluded };
  const [only] = typed;
  if (only !== undefined && typed.length === 1 && !isCjk(only)) {
    return {
      ...common,
      words: tuned([{ text: only, isPrefix: last !== undefined, times: 1, isQuoted: unquoted?.has(only) === false }]),
      isLong: false,
    };
  }
  /** Term → how often it was typed. */
  const terms = new Map<string, number>();
  const inOrder = kept.flatMap(termsOf);
  for (const term of inOrder) terms.set(term, (terms.get(term) ?? 0) + 1);
  const isLong = Array.from(terms.keys()).reduce((sum, term) => sum + (isCjk(term) ? 0.5 : 1), 0) >= longFrom;
  const isCounted = isLong && typed.length <= countedMaximum;
  const words = Array.from(terms, ([term, times]): SearchWord => {
    const isPrefix = isCjk(term) ? term.length === characterLength(term) : term === last;
    return { text: term, isPrefix, times: isCounted ? times : 1, isQuoted: unquoted?.has(term) === false };
  });
  return { ...common, words: tuned(words, inOrder), isLong };
}

/** @param terms in the order typed. @returns the words, with what stands in for those that are not in phrases only */
function withStandIns(
  words: readonly SearchWord[],
  terms: readonly string[],
  tuning: SearchTuning,
  reader: WordReader,
): readonly SearchWord[] {
  const found = synonymsOf(tuning, reader).find(terms, reader);
  return words.map((word) => {
    const standIns = word.isQuoted ? undefined : found.get(word.text);
    return standIns === undefined ? word : { ...word, standIns: [...standIns] };
  });
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

/** UTF-16 units of the first character. */
const characterLength = (text: string): number => ((text.codePointAt(0) ?? 0) > 0xffff ? 2 : 1);
