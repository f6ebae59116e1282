import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildRuns } from '../../build/index/postings.js';
import { quantileBits, quantilePlaces } from '../../build/index/quantiles.js';
import { Bitset } from '../../src/docset/index.js';
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

  it('any members › a sought place is a stored one, with as many members before it as said, at most the skipped', () => {
    fc.assert(
      fc.property(
        ordinals,
        fc.integer({ min: 1, max: 9 }),
        fc.nat(300),
        fc.boolean(),
        fc.func(fc.boolean()),
        ({ column, terms }, parts, skip, descending, picks) => {
          const { docs, starts } = buildRuns(column, terms);
          const places = quantilePlaces(starts, parts);
          const members = new Bitset(docs.length);
          for (const doc of docs) if (picks(doc)) members.add(doc);
          const quantiles = new Quantiles(places, quantileBits(docs, places), docs);
          const { place, passed } = quantiles.seek(members, members.count(), skip, descending);
          expect(places).toContain(place);
          const behind = docs.slice(0, starts[terms]);
          const walked = descending ? behind.slice(place) : behind.slice(0, place);
          expect(passed).toBe(walked.filter((doc) => members.has(doc)).length);
          expect(passed).toBeLessThanOrEqual(skip);
        },
      ),
      { numRuns: 500 },
    );
  });
});
