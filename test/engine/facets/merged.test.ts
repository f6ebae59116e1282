/**
 * Merged counts of several types; and exact means.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type FacetQuery,
  type FacetResult,
  meanOf,
  mergeFacets,
  mergeStatistics,
} from '../../../src/engine/facets/index.js';

const facet = (changes: Partial<FacetQuery> = {}): FacetQuery => ({
  field: 'year',
  limit: 10,
  grouping: { kind: 'values' },
  prefix: undefined,
  isByValue: false,
  ignoresOwnConditions: false,
  ...changes,
});

const part = (missing: number, counts: Readonly<Record<number, number>>): FacetResult => ({
  field: 'year',
  values: Object.entries(counts).map(([value, count]) => ({ value: Number(value), sortKey: Number(value), count })),
  total: Object.keys(counts).length,
  missing,
});

const valueCounts = ({ values }: FacetResult): readonly (readonly [unknown, number])[] =>
  values.map(({ value, count }) => [value, count] as const);

describe('a facet over several types', () => {
  const parts = [part(1, { 3: 1, 5: 4, 9: 2 }), part(2, { 1: 3, 5: 1, 9: 2 })];

  it('› has the most frequent values first, equal ones in their order', () => {
    const merged = mergeFacets(facet(), parts);
    expect(valueCounts(merged)).toEqual([
      [5, 5],
      [9, 4],
      [1, 3],
      [3, 1],
    ]);
    expect([merged.total, merged.missing]).toEqual([4, 3]);
    expect(valueCounts(mergeFacets(facet(), [part(0, { 8: 1 }), part(0, { 2: 1 })]))).toEqual([
      [2, 1],
      [8, 1],
    ]);
  });

  it('by value › is in the order of the values, whatever their counts', () => {
    expect(valueCounts(mergeFacets(facet({ isByValue: true }), parts))).toEqual([
      [1, 3],
      [3, 1],
      [5, 5],
      [9, 4],
    ]);
  });

  it('with a limit › shows so many, and counts all', () => {
    for (const [isByValue, first] of [
      [false, 5],
      [true, 1],
    ] as const) {
      const merged = mergeFacets(facet({ isByValue, limit: 1 }), parts);
      expect([valueCounts(merged).map(([value]) => value), merged.total]).toEqual([[first], 4]);
    }
  });

  it('statistics › have the ends and the sums of all', () => {
    const named = (value: number) => ({ value, sortKey: value });
    const merged = mergeStatistics([
      { count: 2, missing: 1, least: named(3), greatest: named(9), sum: 12n },
      { count: 0, missing: 5, least: undefined, greatest: undefined, sum: 0n },
      { count: 1, missing: 0, least: named(-1), greatest: named(-1), sum: -1n },
    ]);
    expect(merged).toEqual({ count: 3, missing: 6, least: named(-1), greatest: named(9), sum: 11n });
    const none = { count: 0, missing: 2, least: undefined, greatest: undefined };
    expect(mergeStatistics([none, none])).toEqual({ count: 0, missing: 4, least: undefined, greatest: undefined });
  });
});

describe('a mean', () => {
  const texts = (sum: bigint, count: number, precision = 0) => {
    const { digits, scale } = meanOf(sum, count, precision);
    return [digits, scale];
  };

  it.each([
    // 1/128 = 0.0078125, whose seventh digit is a half: to the even 2, and 3/128 = 0.0234375 to the even 8.
    [1n, 128, 7_812n],
    [3n, 128, 23_438n],
    [-1n, 128, -7_812n],
    [-3n, 128, -23_438n],
    // Above and below a half.
    [1n, 3, 333_333n],
    [2n, 3, 666_667n],
    [-2n, 3, -666_667n],
  ])('%i / %i › is rounded to six digits, a half to the even one', (sum, count, digits) => {
    expect(texts(sum, count)).toEqual([digits, 6]);
  });

  it('that ends with zeros › has no more digits than it needs, and never fewer than the field', () => {
    expect(texts(7n, 2)).toEqual([35n, 1]);
    expect(texts(-8n, 2)).toEqual([-4n, 0]);
    expect(texts(100n, 1, 2)).toEqual([100n, 2]);
    expect(texts(0n, 5, 3)).toEqual([0n, 3]);
  });

  it('of any sum and count › is the nearest, and the even one of two as near', () => {
    const sums = fc.oneof(fc.bigInt({ min: -1000n, max: 1000n }), fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }));
    fc.assert(
      fc.property(sums, fc.integer({ min: 1, max: 4096 }), fc.nat(4), (sum, count, precision) => {
        const { digits, scale } = meanOf(sum, count, precision);
        const meanUnits = digits * 10n ** BigInt(precision + 6 - scale);
        const remainder = 2n * (sum * 10n ** 6n - meanUnits * BigInt(count));
        const distance = remainder < 0n ? -remainder : remainder;
        expect(distance <= BigInt(count)).toBe(true);
        if (distance === BigInt(count)) expect(meanUnits % 2n).toBe(0n);
        expect(scale === precision || digits % 10n !== 0n).toBe(true);
      }),
    );
  });
});
