/**
 * The walk over a dictionary, against the complete distance table of every word.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Blob, GrowingRecords, Offsets, Records } from '../../../src/format/index.js';
import { allowsTypos, countAllowedTypos, isNear, visitNearWords } from '../../../src/index/search/index.js';
import { ByteTerms } from '../../../src/index/termdict/index.js';
import { amount } from '../../../testing/amount.js';
import { mistakesBetween } from '../../../testing/oracle/answers/search.js';

function dictionary(words: readonly string[]): { terms: ByteTerms; sorted: readonly string[] } {
  const sorted = [...new Set(words)].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  const records = new GrowingRecords();
  for (const word of sorted) records.pushText(word);
  const offsets = Uint32Array.from(records.offsets());
  const terms = new ByteTerms(
    new Records(new Blob(records.chunks()), new Offsets(new Float64Array(Math.ceil(offsets.length / 32)), offsets)),
  );
  return { terms, sorted };
}

const letters = fc.constantFrom('a', 'b', 'c', 'é', '東', '😀');
const words = fc.array(letters, { minLength: 1, maxLength: 7 }).map((characters) => characters.join(''));

describe('visitNearWords', () => {
  it('any dictionary and word › visits exactly the near words, in order, with their distances', () => {
    fc.assert(
      fc.property(fc.array(words, { maxLength: 60 }), words, fc.constantFrom(1, 2), (held, wanted, mistakes) => {
        const { terms, sorted } = dictionary(held);
        const found: [string, number][] = [];
        visitNearWords(terms, wanted, mistakes, (word, distance) => found.push([sorted[word]!, distance]));
        const near = sorted
          .map((word): [string, number] => [word, mistakesBetween(word, wanted)])
          .filter(([, distance]) => distance <= mistakes);
        expect(found).toEqual(near);
      }),
      { numRuns: amount(2000, 400) },
    );
  });

  it('exchanged, missing, extra and wrong letters › are one typing error each', () => {
    const { terms, sorted } = dictionary(['garden']);
    const distanceOf = (wanted: string): number | undefined => {
      let at: number | undefined;
      visitNearWords(terms, wanted, 2, (word, distance) => {
        expect(sorted[word]).toBe('garden');
        at = distance;
      });
      return at;
    };
    expect(['gadren', 'garen', 'gardeen', 'gardan', 'garden'].map(distanceOf)).toEqual([1, 1, 1, 1, 0]);
    expect(['gadern', 'gareden', 'gdn'].map(distanceOf)).toEqual([2, 1, undefined]);
  });
});

describe('countAllowedTypos', () => {
  it('the length of a word › determines the number of allowed errors', () => {
    expect([1, 4, 5, 7, 8, 40].map(countAllowedTypos)).toEqual([0, 0, 1, 1, 2, 2]);
  });
});

describe('isNear', () => {
  it('any two words › are near if their distance is at most 1', () => {
    fc.assert(
      fc.property(words, words, (one, other) => {
        expect(isNear(one, other)).toBe(mistakesBetween(one, other) <= 1);
      }),
      { numRuns: amount(5000, 1000) },
    );
  });
});

describe('allowsTypos', () => {
  it('short words, numbers and Chinese, Japanese or Korean words › allow no typing error', () => {
    expect(['gard', 'garden', '12345', 'mp3player', '東京都京都'].map(allowsTypos)).toEqual([
      false,
      true,
      false,
      false,
      false,
    ]);
  });
});
