import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../../src/content/model/index.js';
import { getWordReader, readSearch } from '../../../src/index/search/index.js';
import { fold } from '../../../src/index/search/words/letters.js';

const neutral = getWordReader(undefined);
const english = getWordReader('en');

describe('WordReader', () => {
  it('case, diacritics and width › are ignored', () => {
    expect(neutral.words('Café CAFÉ ＣＡＦＥ́ Łódź Straße İstanbul Ὀδυσσεύς')).toEqual([
      'cafe',
      'lodz',
      'strasse',
      'istanbul',
      'οδυσσευσ',
    ]);
  });

  it('punctuation, symbols and controls › separate words; letters, marks and digits do not', () => {
    expect(neutral.words('one,two_three—four\u0000five 1984 3.14 हिन्दी a+b')).toEqual([
      'one',
      'two',
      'three',
      'four',
      'five',
      '1984',
      '3',
      '14',
      'हिन्दी',
      'a',
      'b',
    ]);
  });

  it('an apostrophe › separates words in languages that elide, and a possessive is dropped', () => {
    expect(neutral.words('l’homme, dog’s')).toEqual(['l', 'homme', 'dog']);
    expect(getWordReader('fr').words("l'homme d'or")).toEqual(['l', 'homme', 'd', 'or']);
    expect(english.words("O'Brien's won't")).toEqual(['obrien', 'wont']);
  });

  it('digits › stay together and are not stemmed', () => {
    expect(english.words('1234567890 mp3s')).toEqual(['1234567890', 'mp3s']);
    expect(english.stem('mp3s')).toBe('mp3s');
  });

  it('a word of 64 characters › is read; a longer word is dropped', () => {
    expect(neutral.words(`${'a'.repeat(64)} ${'b'.repeat(65)}`)).toEqual(['a'.repeat(64)]);
  });

  it('Chinese, Japanese and Korean › are separate from neighbouring words', () => {
    expect(neutral.words('iPhone用ケース 도서관에서')).toEqual(['iphone', '用ケース', '도서관에서']);
    expect(neutral.indexTerms('東京都')).toEqual(['東京', '京都', '都']);
    expect(neutral.indexTerms('都')).toEqual(['都']);
    expect(neutral.indexTerms('word')).toEqual(['word']);
  });

  it('voiced kana and Korean syllables › stay composed', () => {
    expect(fold('ガが한글')).toBe('ガが한글');
  });

  it('an ASCII text › has the same words as a text with other characters', () => {
    const plain = fc.stringMatching(/^[Aab1 ]{0,90}$/);
    fc.assert(
      fc.property(plain, (text) => {
        expect(neutral.words(text)).toEqual(neutral.words(`ж ${text}`).slice(1));
      }),
    );
  });

  it('equal texts › have equal words, regardless of earlier texts', () => {
    const text = 'painting paintings paintings of of stations';
    const once = english.words(text);
    english.words('stations of the nation');
    expect(english.words(text)).toEqual(once);
  });
});

describe('languages', () => {
  it.each(LANGUAGES)('%s › has stop words and a stemmer', (language) => {
    const reader = getWordReader(language);
    const samples = {
      da: ['og', 'bøgerne', 'bøger'],
      de: ['und', 'bücher', 'büchern'],
      en: ['the', 'paintings', 'painting'],
      es: ['los', 'libros', 'libro'],
      fi: ['ja', 'taloissa', 'talo'],
      fr: ['les', 'livres', 'livre'],
      it: ['gli', 'libri', 'libro'],
      nl: ['het', 'boeken', 'boek'],
      no: ['og', 'bøkene', 'bøker'],
      pt: ['uma', 'livros', 'livro'],
      sv: ['och', 'böckerna', 'böcker'],
    } as const;
    const [stop, one, other] = samples[language];
    expect(reader.isStopWord(fold(stop))).toBe(true);
    expect(reader.isStopWord(fold(one))).toBe(false);
    expect(reader.stem(fold(one))).toBe(reader.stem(fold(other)));
  });

  it('no language › has neither stop words nor a stemmer', () => {
    expect(neutral.isStopWord('the')).toBe(false);
    expect(neutral.stem('paintings')).toBe('paintings');
  });
});

describe('readSearch', () => {
  const phrasesOf = (text: string): string[] =>
    readSearch(text, 'en').phrases.map((words) => words.map((word) => word.text).join(' '));
  const read = (text: string, language?: 'en'): readonly string[] =>
    readSearch(text, language).words.map(({ text: word, isPrefix }) => (isPrefix ? `${word}*` : word));

  it('the last word › may be unfinished, and each word occurs once', () => {
    expect(read('red bicycle red')).toEqual(['red*', 'bicycle']);
    expect(read('Red bicycle')).toEqual(['red', 'bicycle*']);
  });

  it('stop words › are ignored, unless there are no other words', () => {
    expect(read('the art of war', 'en')).toEqual(['art', 'war*']);
    expect(read('garden of', 'en')).toEqual(['garden']);
    expect(read('to be or not', 'en')).toEqual(['to', 'be', 'or', 'not*']);
  });

  it('a run of characters › becomes pairs; a single character is a prefix of pairs', () => {
    expect(read('東京都')).toEqual(['東京', '京都']);
    expect(read('東 court')).toEqual(['東*', 'court*']);
  });

  it('a text without a word › has no words', () => {
    expect(read(' …!! ')).toEqual([]);
  });

  it('a word followed by another character › is finished', () => {
    for (const end of [' ', '?', '.', '"', ' …']) expect(read(`red bicycle${end}`)).toEqual(['red', 'bicycle']);
    expect(read('red ')).toEqual(['red']);
  });

  it('five distinct significant words › are a long query, whose repeated words count', () => {
    const isLong = (text: string): boolean => readSearch(text, 'en').isLong;
    expect(isLong('the red bicycle on the old road')).toBe(false);
    expect(isLong('the red bicycle on the old red road')).toBe(false);
    expect(isLong('the red bicycle on the old road uphill')).toBe(true);
    expect(isLong('東京都立大学')).toBe(false);
    expect(isLong('東京都立大学附属図書館蔵書')).toBe(true);
    const times = (text: string): number[] => readSearch(text, 'en').words.map((word) => word.times);
    expect(times('red bicycle red road')).toEqual([1, 1, 1]);
    expect(times('red bicycle red road uphill and on')).toEqual([1, 1, 1, 1]);
    expect(times('red bicycle red road uphill far')).toEqual([2, 1, 1, 1, 1]);
  });

  it('quotation marks › mark a phrase, whose words are searched unchanged; a single mark is ignored', () => {
    expect(phrasesOf('old "red bicycle" “on the road”')).toEqual(['red bicycle', 'on the road']);
    expect(read('old "red bicycle"', 'en')).toEqual(['old', 'red', 'bicycle']);
    expect(readSearch('12" records', 'en')).toMatchObject({
      phrases: [],
      words: [{ text: '12' }, { text: 'records' }],
    });
    expect(readSearch('"…" red', 'en')).toMatchObject({ phrases: [], words: [{ text: 'red', isPrefix: true }] });
  });

  it('words of a phrase › have offsets, one per Chinese, Japanese or Korean character', () => {
    const offsets = (text: string): unknown =>
      readSearch(text, undefined).phrases.map((words) => words.map(({ text: word, offset }) => `${word} ${offset}`));
    expect(offsets('"red old bicycle" "東京都 art 東 b"')).toEqual([
      ['red 0', 'old 1', 'bicycle 2'],
      ['東京 0', '京都 1', 'art 3', '東 4', 'b 5'],
    ]);
  });

  it('words that occur in phrases only › are distinguished from words that also occur outside', () => {
    const quoted = (text: string): string[] =>
      readSearch(text, 'en').words.flatMap((word) => (word.isQuoted ? [word.text] : []));
    expect(quoted('old "red bicycle" red road')).toEqual(['bicycle']);
    expect(quoted('"bicycle"')).toEqual(['bicycle']);
    expect(quoted('-"old road" red "bicycle')).toEqual(['bicycle']);
    expect(quoted('red\u0000 "old\u0000road" "bicycle"')).toEqual(['old', 'road', 'bicycle']);
  });

  it('a minus before a word or phrase › excludes it; within a word, or alone, it is ignored', () => {
    const { excluded } = readSearch('red -bicycle -"old road" -blue-green', 'en');
    expect(excluded.map((words) => words.map(({ text }) => text))).toEqual([
      ['bicycle'],
      ['old', 'road'],
      ['blue', 'green'],
    ]);
    expect(excluded[2]?.[0]?.joined).toEqual([{ text: 'bluegreen', partCount: 2 }]);
    expect(read('red -bicycle')).toEqual(['red']);
    expect(readSearch('t-shirt - red -', 'en').excluded).toEqual([]);
  });
});
