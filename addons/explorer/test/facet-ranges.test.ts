import { describe, expect, it } from 'vitest';
import { formatMean } from '../app/browse/format-mean.js';
import type { DescribedField } from '../app/model/space.js';
import { addFacet, readFacetOptions, setFacetOptions } from '../app/query/facet-params.js';
import { chooseRangeLimits } from '../app/query/facet-ranges.js';
import { readQuery } from '../app/query/read.js';

describe('limits of ranges', () => {
  it.each([
    ['prices', 5.99, 42, 14.5, [10, 15, 20, 25, 30, 35, 40]],
    ['years', 1545, 2014, 1880, [1600, 1700, 1800, 1900, 2000]],
    ['shares', 0.1, 0.7, 0.3, [0.2, 0.3, 0.4, 0.5, 0.6, 0.7]],
    ['temperatures', -30, 30, 4, [-20, -10, 0, 10, 20, 30]],
    ['a few large values', 1, 150_000, 300, [10, 100, 1000, 10_000, 100_000]],
    ['one value', 7, 7, 7, []],
  ])('%s › round numbers between the least and the greatest', (_, least, greatest, mean, expected) => {
    expect(chooseRangeLimits(least, greatest, mean)).toEqual(expected);
  });

  it('any values › at most twelve ascending limits, and none below the least value', () => {
    for (let seed = 1; seed < 300; seed += 1) {
      const least = Math.sin(seed) * 1000;
      const greatest = least + Math.abs(Math.cos(seed)) * 10 ** (seed % 9);
      const mean = least + ((greatest - least) * (seed % 100)) / 100;
      const limits = chooseRangeLimits(least, greatest, mean);
      expect(limits.length, `seed ${seed}`).toBeLessThanOrEqual(12);
      expect(limits, `seed ${seed}`).toEqual([...new Set(limits)].toSorted((a, b) => a - b));
      expect(
        limits.every((limit) => limit > least && limit <= greatest),
        `seed ${seed}`,
      ).toBe(true);
    }
  });
});

describe('options of a facet', () => {
  it('changed › only its own parameters change, in their place', () => {
    const query = readQuery([['_stats', 'price']]);
    const added = { ...query, ...addFacet(query, 'price', { limit: 3, sort: 'value', ranges: '1,2' }, true) };
    const more = { ...added, ...addFacet(added, 'genre', { limit: 10 }, true) };
    expect(readFacetOptions(more, 'price')).toEqual({ limit: 3, sort: 'value', interval: undefined, ranges: '1,2' });
    expect(setFacetOptions(more, 'price', { limit: 5 }).otherParams).toEqual([
      ['_stats', 'price'],
      ['_facet[price]', '5'],
      ['_facet[price][own]', 'ignored'],
      ['_facet[genre]', '10'],
      ['_facet[genre][own]', 'ignored'],
    ]);
  });
});

describe('a mean', () => {
  it.each([
    ['14.51545455', { type: 'decimal', precision: 2 }, '14.52'],
    [257.616161, { type: 'integer' }, '257.62'],
    [3, { type: 'integer' }, '3'],
  ])('%s of %o › %s', (value, field, expected) => {
    expect(formatMean(value, field as unknown as DescribedField)).toBe(expected);
  });
});
