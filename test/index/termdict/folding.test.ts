/**
 * Case folding: the table against the Unicode of the running Node.js, and the properties of folded texts.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FOLDING_VERSION, foldBytes, foldCase } from '../../../src/index/termdict/index.js';
import { amount } from '../../../testing/amount.js';
import { foldedText } from '../../../testing/oracle/index.js';

const unassigned = /^\p{Cn}$/u;
const everyCharacter = function* (): Generator<string> {
  for (let point = 0; point <= 0x10ffff; point += 1) {
    if (point < 0xd800 || point > 0xdfff) yield String.fromCodePoint(point);
  }
};

/** Whether this Node.js knows no more and no less than the table. */
const isSameUnicode = FOLDING_VERSION.startsWith(`${process.versions['unicode']}.`);

describe('the folding table', () => {
  it('every character › folds like the case mappings of this Node.js, if both know it', () => {
    const differing: string[] = [];
    for (const character of everyCharacter()) {
      const [own, derived] = [foldCase(character), foldedText(character)];
      if (own === derived) continue;
      // An older Node.js lacks characters that the table has; a newer one has some that the table lacks.
      const isNews = !isSameUnicode && (unassigned.test(character) || own === character);
      if (!isNews) differing.push(`${character.codePointAt(0)?.toString(16)}: ${own}, not ${derived}`);
    }
    if (!isSameUnicode) {
      console.log(
        `Unicode ${process.versions['unicode']} here, ${FOLDING_VERSION} in the table: new characters were not compared`,
      );
    }
    expect(differing).toEqual([]);
  });

  it('characters that regular expressions match without case › fold to the same text', () => {
    let compared = 0;
    for (const character of everyCharacter()) {
      const folded = foldCase(character);
      if (folded === character || [...folded].length > 1) continue;
      expect(new RegExp(`^\\u{${character.codePointAt(0)?.toString(16)}}$`, 'iu').test(folded), character).toBe(
        !unassigned.test(character),
      );
      compared += 1;
    }
    expect(compared).toBe(1481);
  });
});

describe('foldCase', () => {
  it.each([
    ['', ''],
    ['Straße', 'strasse'],
    ['STRASSE', 'strasse'],
    ['ẞ', 'ss'],
    ['ΟΔΟΣ οδος', 'οδοσ οδοσ'],
    ['İstanbul ISPARTA ısparta', 'i\u0307stanbul isparta ısparta'],
    ['ﬃ ŉ ǰ', 'ffi \u02bcn j\u030c'],
    ['ᾲ', '\u1f70\u03b9'],
    ['\u212A\u212B', 'k\u00e5'],
    ['Ꭰꭰ', 'ᎠᎠ'],
    ['𐐀𞤀', '𐐨𞤢'],
    ['ＡＢＣ', 'ａｂｃ'],
    ['É e\u0301', '\u00e9 e\u0301'],
    ['😀 日本 \uffff \0', '😀 日本 \uffff \0'],
    ['A\ud800B', 'a\ud800b'],
  ])('%j › is %j', (text, expected) => {
    expect(foldCase(text)).toBe(expected);
  });

  it('any text › folds like the oracle, whole and in parts, and folding twice changes nothing', () => {
    const texts = fc.string({ unit: 'binary', maxLength: 40 });
    fc.assert(
      fc.property(texts, texts, (left, right) => {
        // What this Node.js has not heard of it cannot fold.
        fc.pre(
          isSameUnicode || ![...left, ...right].some((character) => foldCase(character) !== foldedText(character)),
        );
        const folded = foldCase(left + right);
        expect(folded).toBe(foldedText(left + right));
        expect(folded).toBe(foldCase(left) + foldCase(right));
        expect(foldCase(folded)).toBe(folded);
        expect(folded === '').toBe(left + right === '');
      }),
      { numRuns: amount(2000, 400) },
    );
  });

  it('a text longer than the shared buffer › is folded completely', () => {
    const text = 'ÄßI'.repeat(30_000);
    expect(foldCase(text)).toBe('ässi'.repeat(30_000));
    expect(Buffer.from(foldBytes(Buffer.from(text), 'case')).toString()).toBe('ässi'.repeat(30_000));
  });
});
