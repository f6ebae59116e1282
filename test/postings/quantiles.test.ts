import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildRuns } from '../../build/index/postings.js';
import { quantileBits, quantilePlaces } from '../../build/index/quantiles.js';
import { Bitset, countOnes } from '../../src/docset/index.js';
import { Quantiles } from '../../src/postings/index.js';

const ordinals = fc.array(fc.nat(40), { minLength: 1, maxLength: 300, size: 'max' }).map((drawn) => {
  const distinct = [...new Set(drawn.filter((value) => value > 0))].sort((a, b) => a - b);
  return { column: Uint32Array.from(drawn, (value) => distinct.indexOf(value) + 1), terms: distinct.length };
});

describe('Quantiles', () => {
  it('any run of places, for any number of parts › fills in exactly its docs', () => {
    fc.assert(
      fc.property(ordinals, fc.integer({ min: 1, max: 9 }), fc.nat(), fc.nat(), ({ column, terms }, parts, a, b) => {
        const { docs, starts } = buildRuns(column, terms);
        const places = quantilePlaces(starts, parts);
        const quantiles = new Quantiles(places, quantileBits(docs, places), docs);
        const end = a % (starts[terms]! + 1);
        const start = b % (end + 1);
        const bits = new Bitset(docs.length);
        quantiles.fill(bits, start, end);
        expect([...bits.toList(bits.count())]).toEqual([...docs.subarray(start, end)].sort((x, y) => x - y));
      }),
      { numRuns: 500 },
    );
  });

  it('places › ascend from 0 to the end of the populated docs, each the start of a run', () => {
    fc.assert(
      fc.property(ordinals, fc.integer({ min: 1, max: 9 }), ({ column, terms }, parts) => {
        const { starts } = buildRuns(column, terms);
        const places = [...quantilePlaces(starts, parts)];
        expect(places[0]).toBe(0);
        expect(places.at(-1)).toBe(starts[terms]);
        expect(places.length).toBeLessThanOrEqual(Math.max(2, parts * 2));
        expect(places.every((place, i) => i === 0 || place >= places[i - 1]!)).toBe(true);
        expect(places.every((place) => starts.includes(place))).toBe(true);
      }),
    );
  });
});

describe('countOnes', () => {
  it('any words › are counted as bit by bit', () => {
    fc.assert(
      fc.property(fc.uint32Array({ maxLength: 50 }), (words) => {
        const plain = [...words].reduce(
          (sum, word) => sum + [...word.toString(2)].filter((bit) => bit === '1').length,
          0,
        );
        expect(countOnes(words)).toBe(plain);
      }),
    );
  });
});
