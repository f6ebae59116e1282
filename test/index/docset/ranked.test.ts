import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { partitionByRank } from '../../../src/index/docset/index.js';
import { amount } from '../../../testing/amount.js';

describe('partitionByRank', () => {
  it('any ranks and any index › smaller ranks come first, equal ranks are together, greater ranks come last', () => {
    const ranks = fc.array(fc.oneof(fc.nat(4), fc.nat(0xffffffff)), { minLength: 1, maxLength: 80 });
    fc.assert(
      fc.property(ranks, fc.nat(), fc.nat(), fc.nat(), (given, a, b, c) => {
        const from = a % given.length;
        const to = from + 1 + (b % (given.length - from));
        const nth = from + (c % (to - from));
        const moved = Uint32Array.from(given);
        const docs = Uint32Array.from(given, (_, doc) => doc);
        const { start, end } = partitionByRank(docs, moved, from, to, nth);
        const sorted = given.slice(from, to).sort((x, y) => x - y);
        const wanted = sorted[nth - from]!;
        expect(start).toBe(from + sorted.indexOf(wanted));
        expect(end).toBe(from + sorted.lastIndexOf(wanted) + 1);
        expect([...moved.subarray(start, end)].every((rank) => rank === wanted)).toBe(true);
        expect([...moved.subarray(from, start)].every((rank) => rank < wanted)).toBe(true);
        expect([...moved.subarray(end, to)].every((rank) => rank > wanted)).toBe(true);
        expect(Array.from(docs, (doc) => given[doc])).toEqual([...moved]);
        expect([...docs].sort((x, y) => x - y)).toEqual(given.map((_, doc) => doc));
      }),
      { numRuns: amount(500, 100) },
    );
  });
});
