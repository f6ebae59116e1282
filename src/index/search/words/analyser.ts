/**
 * Which rules make words of texts: a text that is asked for must be cut as the texts of the index were, or it finds
 * nothing where there is something.
 *
 * The rules are ours (words, markdown, language), the Unicode tables of this Node, and the libraries that cut, stem and know stop
 * words. All three stand in the version.
 */
import { stemmer as danish } from '@orama/stemmers/danish';
import { stemmer as dutch } from '@orama/stemmers/dutch';
import { stemmer as finnish } from '@orama/stemmers/finnish';
import { stemmer as french } from '@orama/stemmers/french';
import { stemmer as german } from '@orama/stemmers/german';
import { stemmer as italian } from '@orama/stemmers/italian';
import { stemmer as norwegian } from '@orama/stemmers/norwegian';
import { stemmer as portuguese } from '@orama/stemmers/portuguese';
import { stemmer as spanish } from '@orama/stemmers/spanish';
import { stemmer as swedish } from '@orama/stemmers/swedish';
import { stopwords as danishStops } from '@orama/stopwords/danish';
import { stopwords as dutchStops } from '@orama/stopwords/dutch';
import { stopwords as englishStops } from '@orama/stopwords/english';
import { stopwords as finnishStops } from '@orama/stopwords/finnish';
import { stopwords as frenchStops } from '@orama/stopwords/french';
import { stopwords as germanStops } from '@orama/stopwords/german';
import { stopwords as italianStops } from '@orama/stopwords/italian';
import { stopwords as norwegianStops } from '@orama/stopwords/norwegian';
import { stopwords as portugueseStops } from '@orama/stopwords/portuguese';
import { stopwords as spanishStops } from '@orama/stopwords/spanish';
import { stopwords as swedishStops } from '@orama/stopwords/swedish';
import { stem as english } from 'porter2';
import type { Language } from '../../../content/model/index.js';

/** To be raised whenever `words`, `markdown` or `language` give other words, stems or stop words for any text. */
const RULES = 4;

/** Exact, as package.json asks for them; a test compares these with what is installed. */
export const ANALYSER_LIBRARIES: Readonly<Record<string, string>> = {
  '@orama/stemmers': '3.1.18',
  '@orama/stopwords': '3.1.18',
  entities: '9.0.0',
  flexsearch: '0.8.212',
  porter2: '1.1.0',
};

/** @param unicode version of the tables, such as `17.0`; undefined in a Node without them */
export function analyserVersion(unicode: string | undefined): string {
  const libraries = Object.entries(ANALYSER_LIBRARIES).map(([name, version]) => `${name} ${version}`);
  return [`rules ${RULES}`, `Unicode ${unicode ?? 'none'}`, ...libraries].join(', ');
}

/** Of this process. */
export const ANALYSER_VERSION = analyserVersion(process.versions['unicode']);

// What is known of each language: its stop words, and how its words end.
//
// Stemmers are Snowball's: English by porter2, as the English one of @orama/stemmers is Porter's first, and the others by
// @orama/stemmers. Stop words are those of @orama/stopwords.

export interface LanguageRules {
  /** @param word lower case, without diacritics */
  readonly stem: (word: string) => string;
  /** As the language writes them. */
  readonly stopWords: readonly string[];
  /** Whether an apostrophe stands for a letter left out between two words, as in `l'homme`. */
  readonly elides: boolean;
}

export const LANGUAGE_RULES: Readonly<Record<Language, LanguageRules>> = {
  da: { stem: danish, stopWords: danishStops, elides: false },
  de: { stem: german, stopWords: germanStops, elides: false },
  en: { stem: english, stopWords: [...englishStops, 'a'], elides: false },
  es: { stem: spanish, stopWords: spanishStops, elides: false },
  fi: { stem: finnish, stopWords: finnishStops, elides: false },
  fr: { stem: french, stopWords: frenchStops, elides: true },
  it: { stem: italian, stopWords: italianStops, elides: true },
  nl: { stem: dutch, stopWords: dutchStops, elides: false },
  no: { stem: norwegian, stopWords: norwegianStops, elides: false },
  pt: { stem: portuguese, stopWords: portugueseStops, elides: false },
  sv: { stem: swedish, stopWords: swedishStops, elides: false },
};
