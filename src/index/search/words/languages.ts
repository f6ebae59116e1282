/**
 * Rules of each language: its stemmer, its stop words, and its use of apostrophes.
 *
 * Stemmers are Snowball's: English from porter2, because @orama/stemmers has Porter's first stemmer; all other stemmers
 * come from @orama/stemmers. Stop words come from @orama/stopwords.
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

export interface LanguageRules {
  /** @param word lower case, without diacritics */
  readonly stem: (word: string) => string;
  /** Spelt as in the language. */
  readonly stopWords: readonly string[];
  /** Whether an apostrophe joins two words, as in `l'homme`. */
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
