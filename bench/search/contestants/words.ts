/**
 * Words as all engines are told to see them: letters and digits, without case, diacritics and possessives; in English without the
 * words that say nothing, and by their stems.
 *
 * The stemmer is Snowball's for English, from Orama's package, for those engines that have none of their own.
 */
import { hasFunctions, loadPackage } from './packages.js';

const between = /[^\p{L}\p{N}\p{M}]+/u;
const marks = /\p{M}+/gu;
const possessive = /(?<=\p{L})['’ʼ]s(?![\p{L}\p{N}])/giu;

/** Letters without a decomposition, and what is typed in their stead. */
const typedAs: ReadonlyMap<string, string> = new Map([
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ø', 'o'],
  ['ł', 'l'],
  ['đ', 'd'],
  ['ð', 'd'],
  ['þ', 'th'],
  ['ı', 'i'],
]);
const otherLetters = new RegExp(`[${[...typedAs.keys()].join('')}]`, 'g');

export const normalised = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(marks, '')
    .toLowerCase()
    .replace(otherLetters, (letter) => typedAs.get(letter) ?? letter);

/** @returns the words of a text in their order, normalised, without the s of a possessive */
export const wordsOf = (text: string): string[] =>
  normalised(text.replace(possessive, ''))
    .split(between)
    .filter((word) => word !== '');

/** Words that every text has and that say nothing of it. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  `a about above after again against all also am an and any are as at be because been before being below between both
  but by can could did do does doing down during each few for from further had has have having he her here hers him his
  how i if in into is it its like may me more most my no nor not now of off on only or other our out over own same she so
  s some such t than that the their them then there these they this those through to too under until up upon very was we
  were what when where which while who whom why will with would you your`.split(/\s+/),
);

interface StemmerModule {
  readonly stemmer: (word: string) => string;
}

const isStemmer = (value: unknown): value is StemmerModule => hasFunctions(value, ['stemmer']);

/** @returns a function that gives the stem of an English word. @throws Error when it is not installed */
export const englishStemmer = (): ((word: string) => string) =>
  loadPackage('@orama/stemmers/english', isStemmer).stemmer;
