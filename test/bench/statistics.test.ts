import { describe, expect, it } from 'vitest';
import { geometricMean, percentile, tailOf, timingOf } from '../../bench/harness/timing/statistics.js';

describe('percentile', () => {
  const hundred = Array.from({ length: 100 }, (_, i) => i + 1);

  it('a hundred samples › the sample at that rank, without interpolation', () => {
    expect([0.01, 0.5, 0.99, 0.991, 1].map((share) => percentile(hundred, share))).toEqual([1, 50, 99, 100, 100]);
  });

  it('few samples › high percentiles are the largest sample', () => {
    expect(percentile([7], 0.01)).toBe(7);
    expect(percentile([1, 2, 3], 0.99)).toBe(3);
  });

  it('no samples › refused', () => {
    expect(() => percentile([], 0.5)).toThrow('no percentile of no samples');
  });
});

describe('geometricMean', () => {
  it('n values › the n-th root of their product', () => {
    expect(geometricMean([1, 100])).toBeCloseTo(10, 10);
    expect(geometricMean([8, 1, 1])).toBeCloseTo(2, 10);
  });

  it('products above the largest number › the mean is still finite', () => {
    expect(geometricMean(Array.from({ length: 60 }, () => 1e9)) / 1e9).toBeCloseTo(1, 9);
  });

  it('no values › refused', () => {
    expect(() => geometricMean([])).toThrow('no mean of no values');
  });
});

describe('timingOf', () => {
  it('milliseconds in any order › become microseconds; the samples are not modified', () => {
    const samples = [3, 1, 2];
    expect(timingOf(samples)).toEqual({ p50Us: 2000, p99Us: 3000, samples: 3 });
    expect(samples).toEqual([3, 1, 2]);
  });

  it('numbers whose decimal texts sort differently › are sorted as numbers', () => {
    expect(timingOf([10, 9, 100]).p50Us).toBe(10_000);
  });
});

describe('tailOf', () => {
  const samples = (count: number): number[] => Array.from({ length: count }, (_, i) => (count - i) / 1000);

  it('a thousand samples › a sample for each share, none with fewer than ten samples above it', () => {
    expect(tailOf(samples(1000))).toEqual([
      { share: 0.5, us: 500 },
      { share: 0.75, us: 750 },
      { share: 0.9, us: 900 },
      { share: 0.95, us: 950 },
      { share: 0.98, us: 980 },
      { share: 0.99, us: 990 },
    ]);
  });

  it('fewer than twenty samples › no points', () => {
    expect(tailOf(samples(19))).toEqual([]);
  });
});
