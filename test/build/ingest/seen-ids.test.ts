/**
 * The table of ids beside a Map, which it must answer like.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SeenIds } from '../../../build/ingest/seen-ids.js';

describe('SeenIds', () => {
  it('any ids, in any order › answers as a Map does', () => {
    const ids = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', 'é', '😀', '0'), minLength: 1, maxLength: 4 }), {
      maxLength: 400,
    });
    fc.assert(
      fc.property(ids, (texts) => {
        const seen = new SeenIds();
        const lines = new Map<string, number>();
        for (const [index, id] of texts.entries()) {
          expect(seen.find(id)).toBe(lines.get(id));
          expect(seen.add(id, index + 1)).toBe(lines.get(id));
          if (!lines.has(id)) lines.set(id, index + 1);
        }
        expect(seen.size).toBe(lines.size);
      }),
      { seed: 10, numRuns: 200 },
    );
  });

  it('ids given as bytes, and the last ones forgotten › answers as if they had never been added', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 3 })),
        fc.nat(),
        (ids, cut) => {
          const seen = new SeenIds();
          const kept = ids.length === 0 ? 0 : cut % ids.length;
          for (const [rank, id] of ids.entries()) {
            const bytes = Buffer.from(`x${id}y`);
            expect(seen.addBytes(bytes, 1, bytes.length - 1, rank + 7)).toBeUndefined();
          }
          seen.forgetAfter(kept);
          expect(seen.size).toBe(kept);
          expect(ids.map((id) => seen.rankOf(id))).toEqual(ids.map((_, rank) => (rank < kept ? rank : undefined)));
          for (const [rank, id] of ids.entries()) {
            expect(seen.add(id, 1)).toBe(rank < kept ? rank + 7 : undefined);
            expect(seen.lineOf(rank)).toBe(rank < kept ? rank + 7 : 1);
          }
        },
      ),
    );
  });

  it('three hundred thousand ids, past several doublings › are all found again', () => {
    const seen = new SeenIds();
    let wrongCount = 0;
    for (let i = 0; i < 300_000; i += 1) if (seen.add(`item-${i}`, i + 1) !== undefined) wrongCount += 1;
    for (let i = 0; i < 300_000; i += 1) if (seen.add(`item-${i}`, 999_999) !== i + 1) wrongCount += 1;
    expect(wrongCount).toBe(0);
    expect(seen.size).toBe(300_000);
  });

  it('ids of 255 bytes, and one that begins as another › are told apart', () => {
    const seen = new SeenIds();
    const long = 'é'.repeat(127);
    expect(seen.add(`${long}a`, 1)).toBeUndefined();
    expect(seen.add(`${long}b`, 2)).toBeUndefined();
    expect(seen.add(long, 3)).toBeUndefined();
    expect(seen.add(`${long}b`, 4)).toBe(2);
    for (let i = 0; i < 1000; i += 1)
      expect(seen.add(`${'x'.repeat(251)}${i.toString().padStart(4, '0')}`, 5)).toBeUndefined();
    expect(seen.add(long, 6)).toBe(3);
  });
});
