/**
 * Words for the naive search, cut character by character as docs/ask/search.md says, without the engine's code.
 *
 * Stems are from tables of Snowball's output for these words, checked by hand. Texts with other words cannot be used.
 */
import { stemmer as german } from '@orama/stemmers/german';
import { stem as english } from 'porter2';
import type { Language, SearchTuning } from '../../../src/content/model/index.js';
import { isEastAsian, plainText, wordsIn } from './cut.js';
import { type JoinedWord, joinedIn } from './joined.js';

interface Table {
  /** All forms but the stem itself, by stem. */
  readonly forms: Readonly<Record<string, string>>;
  readonly stopWords: readonly string[];
}

const TABLES: Readonly<Record<'de' | 'en', Table>> = {
  en: {
    forms: {
      garden: 'gardens gardener gardening',
      paint: 'painting paintings painted',
      resum: 'resume',
      station: 'stations',
      art: 'arts',
      artist: 'artists',
      strass: 'strasse',
      gardenst: 'gardenstation',
      artstat: 'artstation',
      northstrass: 'northstrasse',
      cafe: 'cafes',
      piant: 'pianting',
      one: 'ones',
    },
    stopWords: ['the', 'of', 'a', 'wont', 'on'],
  },
  de: {
    forms: {
      gard: 'garden gardens gardener gardem',
      hard: 'harden',
      burd: 'burden',
      painting: 'paintings',
      caf: 'cafe cafes',
      resum: 'resume',
      station: 'stations',
      art: 'arts',
      artist: 'artists',
      strass: 'strasse',
      stationsgard: 'stationsgarden',
      northstrass: 'northstrasse',
      nationsburd: 'nationsburden',
      obri: 'obrien',
      gardd: 'gardden',
    },
    stopWords: ['und', 'der'],
  },
};

/** Words that are their own stems in both languages, unless a table above says otherwise. */
export const KNOWN: ReadonlySet<string> = new Set(
  `the of und der garden gardens gardener gardening gard harden burden painting paintings paint painted pint cafe cafes
  resume station stations nation art arts artist artists north strasse lodz smorrebrod a b obrien wont lart gardn
  paintign stattion gar pa nat zzzzzz pianting on one ones northh gardem staation gardden stetion wi fi wifi c o wif bart arton
  gardenstation stationsgarden artstation northstrasse nationsburden stationgardenart`.split(/\s+/),
);

export const searchedLanguages = ['en', 'de', undefined] as const satisfies readonly (Language | undefined)[];

function tableOf(language: Language | undefined): Table | undefined {
  if (language === undefined) return undefined;
  if (language === 'en' || language === 'de') return TABLES[language];
  throw new RangeError(`There is no table of stems of the language ${language}.`);
}

/** Overlapping pairs of a run's characters; none of a single one. */
const pairsIn = (run: string): readonly string[] =>
  [...run].flatMap((character, place, all) => (place === 0 ? [] : [`${all[place - 1]}${character}`]));

const isRun = (word: string): boolean => isEastAsian([...word][0] ?? '');

/** @returns the words of an item's text; of a run of Chinese, Japanese or Korean characters its pairs and its last character */
export const termsIn = (text: string, language: Language | undefined): readonly string[] =>
  wordsIn(text, language).flatMap((word) => (isRun(word) ? [...pairsIn(word), [...word].at(-1) ?? ''] : [word]));

/** @throws RangeError for a word that the tables do not have */
export function stemIn(word: string, language: Language | undefined): string {
  const table = tableOf(language);
  if (table === undefined || /\p{N}/u.test(word) || isRun(word)) return word;
  if (table.stopWords.includes(word)) return `=${word}`;
  if (!KNOWN.has(word)) throw new RangeError(`The tables of stems do not have the word "${word}".`);
  return Object.entries(table.forms).find(([, forms]) => forms.split(' ').includes(word))?.[0] ?? word;
}

/** @returns the stem of a joined word: from the tables, or for a word that they do not have from the library */
export function stemOfJoined(word: string, language: Language | undefined): string {
  if (language === undefined || /[.+#*&]/.test(word)) return word;
  if (KNOWN.has(word) || /\p{N}/u.test(word) || (tableOf(language)?.stopWords ?? []).includes(word))
    return stemIn(word, language);
  return language === 'en' ? english(word) : german(word);
}

export interface AskedWord {
  readonly text: string;
  /** Joined words that have it as a part. */
  readonly joined: readonly string[];
  /** Whether it is a joined word, which is ignored if no item has it. */
  readonly isJoined: boolean;
  /** Whether words that begin with it are found too. */
  readonly isPrefix: boolean;
  /** How often it was typed. */
  readonly times: number;
  /** Synonyms of the word in the model; none for a word that is typed in phrases only. */
  readonly standIns: readonly AskedPhrase[];
}

export interface Asked {
  /** All typed words in order, also stop words and repeated ones; without excluded ones. */
  readonly typed: readonly string[];
  readonly words: readonly AskedWord[];
  /** Each phrase in its spellings, as typed first. */
  readonly phrases: readonly (readonly AskedPhrase[])[];
  /** Quotations of a long plain question: they count like words. */
  readonly weighed: readonly (readonly AskedPhrase[])[];
  readonly excluded: readonly (readonly AskedPhrase[])[];
}

export interface AskedPhrase {
  /** In their order, a run of Chinese, Japanese or Korean as one. */
  readonly words: readonly string[];
  /** Words that an item must have. */
  readonly terms: readonly string[];
  /** Number of a word → the word with its sign, which replaces it if an item has it. */
  readonly signed: ReadonlyMap<number, string>;
}

/** A word of a text, or one character of a run. */
interface Unit {
  readonly text: string;
  /** Number of the word it is, or is part of. */
  readonly word: number;
  /** Whether it is a character of a run, and whether one follows it there. */
  readonly isCharacter: boolean;
  readonly goesOn: boolean;
}

const unitsOf = (words: readonly string[]): Unit[] =>
  words.flatMap((text, word) => {
    const characters = isRun(text) ? [...text] : [text];
    return characters.map((character, place) => ({
      text: character,
      word,
      isCharacter: isRun(text),
      goesOn: place < characters.length - 1,
    }));
  });

/**
 * Whether the words of a phrase follow each other in a text. Compares them at every place.
 *
 * @param joined of the text
 * @param phrase its words; one with a sign matches only as a joined word
 */
export function standsIn(
  words: readonly string[],
  joined: readonly JoinedWord[],
  phrase: readonly string[],
  language: Language | undefined,
): boolean {
  const units = unitsOf(words);
  const phraseUnits = unitsOf(phrase);
  const continues = (next: number, place: number): boolean => {
    const want = phraseUnits[next];
    if (want === undefined) return true;
    const unit = units[place];
    if (unit === undefined) return false;
    const isFollowed = joined.some(({ text, start, end }) => {
      if (start !== unit.word || want.isCharacter) return false;
      const isSame = stemOfJoined(text, language) === stemOfJoined(want.text, language);
      const after = units.findIndex(({ word }) => word === end);
      return isSame && continues(next + 1, after < 0 ? units.length : after);
    });
    if (isFollowed) return true;
    const isSame = (): boolean => {
      if (/[.+#*&]/.test(want.text) || unit.isCharacter !== want.isCharacter) return false;
      if (!want.isCharacter) return stemOfJoined(unit.text, language) === stemOfJoined(want.text, language);
      // A single character is only known where it ends a run.
      const isSingle = phraseUnits.filter(({ word }) => word === want.word).length === 1;
      if (isSingle && unit.goesOn) return false;
      return unit.text === want.text && (!want.goesOn || unit.goesOn);
    };
    return isSame() && continues(next + 1, place + 1);
  };
  return units.some((_, start) => continues(0, start));
}

/** @returns the pairs of a run, or its only character; another word unchanged */
export const askedTerms = (word: string): readonly string[] => {
  const pairs = isRun(word) ? pairsIn(word) : [];
  return pairs.length === 0 ? [word] : pairs;
};

function phraseOf(text: string, language: Language | undefined): AskedPhrase {
  const words = wordsIn(text, language);
  const signs = joinedIn(text, language).filter(({ hasSign, parts }) => hasSign && parts.length === 1);
  const signed = new Map(signs.toReversed().map((word) => [word.end - 1, word.text]));
  return { words, terms: words.flatMap(askedTerms), signed };
}

/** @returns a phrase as typed, then with joined words for their parts; the first eight */
function spellingsOf(text: string, language: Language | undefined): readonly AskedPhrase[] {
  const typed = phraseOf(text, language);
  const joined = joinedIn(text, language).filter(({ hasSign, start, end }) => !hasSign && end > start + 1);
  /** @returns the spellings of the words from `next` on: per spelling, each word with its number, or −1 if it is joined */
  const from = (next: number): readonly (readonly (readonly [word: string, number: number])[])[] => {
    const word = typed.words[next];
    if (word === undefined) return [[]];
    return [
      ...from(next + 1).map((rest) => [[word, next] as const, ...rest]),
      ...joined
        .filter(({ start }) => start === next)
        .flatMap(({ text: whole, end }) => from(end).map((rest) => [[whole, -1] as const, ...rest])),
    ];
  };
  return from(0)
    .slice(0, 8)
    .map((spelling) => {
      const words = spelling.map(([word]) => word);
      const signed = spelling.flatMap(([, number], place): (readonly [number, string])[] => {
        const withSign = typed.signed.get(number);
        return withSign === undefined ? [] : [[place, withSign]];
      });
      return { words, terms: words.flatMap(askedTerms), signed: new Map(signed) };
    });
}

/** @returns the terms of a typed text: each word once, without stop words unless it has no other words */
export function askedOf(
  given: string,
  language: Language | undefined,
  tuning?: SearchTuning,
  demandsAll = false,
): Asked {
  const phrases: (readonly AskedPhrase[])[] = [];
  const excluded: (readonly AskedPhrase[])[] = [];
  const typedParts: string[] = [];
  let free = '';
  const text = plainText(given);
  for (const [piece, phrase] of text.matchAll(/(?<!\S)"([^"]*)"(?!\S)|(?<!\S)-"[^"]*(?:"\S*|$)|\S+\s*/g)) {
    const isExcluded = piece.startsWith('-');
    const content = phrase ?? piece;
    const cut = wordsIn(content, language);
    if (phrase === undefined && !isExcluded) {
      typedParts.push(piece);
      free += `${piece} `;
    }
    if (phrase === undefined && !isExcluded) continue;
    if (isExcluded) {
      if (cut.length > 0) excluded.push(spellingsOf(content, language));
    } else {
      phrases.push(spellingsOf(content, language));
      // A phrase is finished: its last word is not the beginning of a longer word.
      typedParts.push(`${phrase} . `);
    }
  }
  const typedText = typedParts.join('');
  const typed = wordsIn(typedText, language);
  const last = /[\p{L}\p{N}\p{M}]$/u.test(typedText) && !/[ʼʻʾʿ]$/.test(typedText) ? typed.at(-1) : undefined;
  const stopWords = tableOf(language)?.stopWords ?? [];
  const telling = typed.filter((word) => !stopWords.includes(word));
  const terms = (telling.length > 0 ? telling : typed).flatMap(askedTerms);
  const loose = wordsIn(free, language).flatMap(askedTerms);
  const outside = [...new Set(loose)].filter((term) => !stopWords.includes(term));
  const isQuestion = !demandsAll && outside.reduce((sum, term) => sum + (isRun(term) ? 0.5 : 1), 0) >= 5;
  const joined = joinedIn(typedText, language);
  const isWeak = (part: string): boolean => part.length === 1 || stopWords.includes(part);
  const own = joined.filter(({ hasSign, parts }) => hasSign || parts.some(isWeak)).map((word) => word.text);
  const added = [...new Set(own)].filter((word) => !terms.includes(word)).slice(0, 4);
  const written = joined.filter(({ text: word, hasSign }) => !hasSign && !stopWords.includes(word));
  const parted = [...new Set(terms)].map((term) => ({
    text: term,
    joined: [...new Set(written.filter(({ parts }) => parts.includes(term)).map((word) => word.text))],
    isJoined: false,
    standIns: isQuestion || loose.includes(term) ? standInsFor(term, terms, language, tuning) : [],
    isPrefix: isRun(term) ? [...term].length === 1 : term === last,
    times: terms.filter((other) => other === term).length,
  }));
  const ofSigns = added.map((word) => ({
    text: word,
    joined: [],
    isJoined: true,
    standIns: [],
    isPrefix: false,
    times: 1,
  }));
  const words = [...parted, ...ofSigns];
  const weighed = isQuestion ? phrases.filter(([first]) => first!.terms.length > 1) : [];
  return { typed, words, phrases: isQuestion ? [] : phrases, weighed, excluded };
}

/** @returns the terms of a text that are compared as neighbours */
export const neighboursIn = (words: readonly string[]): readonly string[] => words.flatMap(askedTerms);

export const isStopWord = (word: string, language: Language | undefined): boolean =>
  tableOf(language)?.stopWords.includes(word) === true;

/** @returns the synonyms of a term, if all words of a synonym text that contains the term were typed in a row */
function standInsFor(
  term: string,
  terms: readonly string[],
  language: Language | undefined,
  tuning: SearchTuning | undefined,
): readonly AskedPhrase[] {
  if (tuning === undefined) return [];
  const stopWords = tableOf(language)?.stopWords ?? [];
  const stems = terms.map((one) => stemIn(one, language));
  return (tuning.synonyms ?? []).flatMap(({ from, to }) =>
    (from ?? to).flatMap((source) => {
      const asked = wordsIn(source, language).filter((word) => !stopWords.includes(word));
      const sourceStems = asked.flatMap(askedTerms).map((one) => stemIn(one, language));
      const covers = stems.some((_, start) => {
        const isThere = sourceStems.every((stem, place) => stems[start + place] === stem);
        return isThere && terms.slice(start, start + sourceStems.length).includes(term);
      });
      const synonyms = covers ? to.filter((text) => from !== undefined || text !== source) : [];
      return synonyms.map((text) => phraseOf(text, language));
    }),
  );
}
