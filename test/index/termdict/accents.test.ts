/**
 * Folding of accents, against Unicode as this Node knows it, and the texts that the documentation shows.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldAccents, foldCase } from '../../../src/index/termdict/index.js';
import { isWhole } from '../../../testing/amount.js';
import { accentFoldedText } from '../../../testing/oracle/index.js';

/** The tables are of Unicode 17; another Node may not know all of its characters, or others. */
const isSameUnicode = process.versions['unicode'] === '17.0';

/** Planes 4 to 13 have no characters, 15 and 16 are for private use: `npm test` takes every hundredth of their code points. */
const hasCharacters = (point: number): boolean => {
  const plane = point >> 16;
  return plane < 4 || plane === 14;
};

const points = function* (): Generator<string> {
  for (let point = 0; point <= 0x10ffff; point += isWhole || hasCharacters(point) ? 1 : 100) {
    if (point < 0xd800 || point > 0xdfff) yield String.fromCodePoint(point);
  }
};

describe('foldAccents', () => {
  it.each([
    ['CAFÉ', 'cafe'],
    ['cafe\u0301', 'cafe'],
    ['Straße', 'strasse'],
    ['Ærøskøbing', 'aeroskobing'],
    ['Łódź', 'lodz'],
    ['Đà Nẵng', 'da nang'],
    ['Œuvre', 'oeuvre'],
    ['İstanbul ışık', 'istanbul isik'],
    ['Ελλάδα', 'ελλαδα'],
    ['Ёлка', 'елка'],
    ['שָׁלוֹם', 'שלום'],
    ['أَحْمَد', 'احمد'],
    ['ﬁn', 'fin'],
  ])('%s › becomes %s', (text, folded) => {
    expect(foldAccents(text)).toBe(folded);
  });

  it('vowel signs of Devanagari and Thai › stay, because the collation counts them as letters', () => {
    expect(foldAccents('कि')).toBe('कि');
    expect(foldAccents('ทิ่')).toBe('ทิ');
  });

  it('syllables of Hangul › become their letters, so a syllable that is being typed is found', () => {
    expect(foldAccents('한국').startsWith(foldAccents('하'))).toBe(true);
    expect(foldAccents('한국')).toBe('한국'.normalize('NFD'));
  });

  it('marks alone › stay, so only the empty text folds to an empty text', () => {
    expect(foldAccents('\u0301')).toBe('\u0301');
    expect(foldAccents('')).toBe('');
  });

  it('every code point › folds as Unicode says, and its fold folds to itself', () => {
    const differing: string[] = [];
    for (const character of points()) {
      const folded = foldAccents(character);
      if (foldAccents(folded) !== folded) differing.push(`${character} folds twice`);
      if (isSameUnicode && folded !== accentFoldedText(character)) differing.push(character);
    }
    if (!isSameUnicode)
      console.log(`this Node has Unicode ${process.versions['unicode']}: the tables are not compared`);
    expect(differing).toEqual([]);
  });

  it('texts › fold letter by letter, and as canonically equivalent texts do', () => {
    const letter = fc.constantFrom('a', 'É', 'e\u0301', 'ß', 'ſ', '한', 'ᾳ', 'ǿ', 'Å', '日', '😀', 'ｅ', ' ');
    const text = fc.array(letter, { minLength: 1 }).map((letters) => letters.join(''));
    fc.assert(
      fc.property(text, text, (left, right) => {
        expect(foldAccents(left + right)).toBe(foldAccents(left) + foldAccents(right));
        expect(foldAccents(left.normalize('NFD'))).toBe(foldAccents(left.normalize('NFC')));
        expect(foldAccents(foldCase(left))).toBe(foldAccents(left));
      }),
    );
  });
});
