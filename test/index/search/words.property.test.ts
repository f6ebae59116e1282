/**
 * Words, stems and queries of random texts, against the oracle.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getWordReader, readSearch } from '../../../src/index/search/index.js';
import { amount } from '../../../testing/amount.js';
import { wordsIn } from '../../../testing/oracle/answers/cut.js';
import { askedOf, KNOWN, searchedLanguages, stemIn, termsIn } from '../../../testing/oracle/answers/words.js';

const pieces = fc.constantFrom(
  ...'garden gardens GARDENING Café résumé nörth Straße ＡＲＴ Łódź smørrebrød painted stations und the of won der a b o 1984 ² 東京都 京 도서관 カメラ ゃ'.split(
    ' ',
  ),
  ...' _-,./’\'*"\n\t\u00a0',
  '’s',
  'Cafe\u0301',
  'ʼ',
  'ʿ',
  'gar\u00adden',
  ...['\u200d', '\ufeff', '\u200b', '\u200e', '\u180e', '\u{e0041}'],
  "'s ",
  'a'.repeat(64),
  'a'.repeat(65),
);
/** Two apostrophes with a letter between them, or none, mean nothing in any language, and may be cut in any way. */
const text = fc
  .array(pieces, { maxLength: 12 })
  .map((parts) => parts.join(''))
  .filter((joined) => !/['’ʼʿ]\p{Cf}*.?\p{Cf}*['’ʼʿ]/u.test(joined));
/** Marks only where they mean something. */
const question = fc.oneof(
  text.filter((plain) => !/["-]/.test(plain)),
  fc
    .tuple(fc.constantFrom('', '-'), fc.constantFrom('garden', 'Café art', 'the 1984'), fc.constantFrom(' gardens', ''))
    .map(([sign, phrase, rest]) => `art ${sign}"${phrase}"${rest}`),
  fc.constantFrom(
    ...'art -"garden|-"garden gardens|art -garden"|-"art"garden of|\u200b-garden art|-\ufeffgarden'.split('|'),
  ),
);

describe.each(searchedLanguages)('texts in the language %s', (language) => {
  const reader = getWordReader(language);

  it('any text › has the words and terms of the oracle', () => {
    fc.assert(
      fc.property(text, (cut) => {
        expect(reader.words(cut)).toEqual(wordsIn(cut, language));
        expect(reader.words(cut).flatMap((word) => [...reader.indexTerms(word)])).toEqual(termsIn(cut, language));
      }),
      { seed: 5, numRuns: amount(1500, 300) },
    );
  });

  it('any query › has the words and prefixes of the oracle', () => {
    fc.assert(
      fc.property(question, (typed) => {
        const { words, phrases, excluded } = readSearch(typed, language);
        const plain = askedOf(typed, language);
        const shown = words.map(({ text: word, isPrefix }) => ({ word, isPrefix }));
        expect(shown).toEqual(plain.words.map(({ text: word, isPrefix }) => ({ word, isPrefix })));
        const terms = (all: typeof phrases): unknown => all.map((some) => some.map((word) => word.text));
        expect(terms(phrases)).toEqual(plain.phrases.map(([asked]) => asked!.terms));
        expect(terms(excluded)).toEqual(plain.excluded.map(([asked]) => asked!.terms));
      }),
      { seed: 6, numRuns: amount(1500, 300) },
    );
  });

  it('every word of the tables › has the stem of the tables', () => {
    for (const word of [...KNOWN, '1984', '東京']) expect(reader.stem(word), word).toBe(stemIn(word, language));
  });
});
