import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { percentile } from '../../../bench/harness/timing/statistics.js';
import { Histogram } from '../../../bench/http/load/histogram.js';

const of = (microseconds: readonly number[]): Histogram => {
  const histogram = new Histogram();
  for (const us of microseconds) histogram.record(us / 1000);
  return histogram;
};

describe('Histogram', () => {
  it('percentiles › equal the percentiles of the sorted samples to within 1 %', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 2 ** 31 - 1 }), { minLength: 1 }),
        fc.constantFrom(0.001, 0.5, 0.99, 0.999, 1),
        (samples, share) => {
          const exact = percentile(Float64Array.from(samples).sort(), share);
          const told = of(samples).percentileUs(share);
          expect(told).toBeGreaterThanOrEqual(exact);
          expect(told).toBeLessThanOrEqual(exact * 1.01);
        },
      ),
    );
  });

  it('below 256 µs › has a bucket for every microsecond', () => {
    const samples = Array.from({ length: 256 }, (_, us) => us);
    const histogram = of(samples);
    for (const us of samples) expect(histogram.percentileUs((us + 1) / 256)).toBe(us);
  });

  it('two merged histograms › equal one histogram of all samples', () => {
    const [a, b] = [of([1, 5000, 70]), of([3, 1e6])];
    const both = new Histogram(a.counts);
    both.add(b.counts);
    expect(both.samples).toBe(5);
    expect(both.counts).toEqual(of([1, 5000, 70, 3, 1e6]).counts);
  });

  it('a sample above the range › counts as the longest', () => {
    expect(of([1e12]).percentileUs(1)).toBe(2 ** 31 - 1);
  });

  it('no samples › percentile 0; counts of another form › refused', () => {
    expect(new Histogram().percentileUs(0.5)).toBe(0);
    expect(() => new Histogram(new Uint32Array(3))).toThrow('buckets, not 3');
  });
});
