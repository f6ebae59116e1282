/**
 * Tests of latency samples and of comparing two replays.
 */
import { describe, expect, it } from 'vitest';
import { compareReports } from '../../replay/compare.js';
import { computePercentiles, Samples, splitIntoBlocks } from '../../replay/samples.js';
import { SeededRandom } from '../../traffic/index.js';

describe('samples', () => {
  it('› added › kept in order, percentiles by the nearest rank', () => {
    const samples = new Samples();
    for (let us = 1000; us >= 1; us -= 1) samples.add(us);
    expect([samples.count, samples.values()[0], samples.sumUs]).toEqual([1000, 1000, 500_500]);
    expect(computePercentiles(samples.values())).toEqual({ p50: 500, p90: 900, p99: 990, p999: 999, maximum: 1000 });
  });

  it('› split into blocks › none for few requests, twenty for many', () => {
    const blocks = (requests: number): number => splitIntoBlocks(new Float32Array(requests).fill(1)).length;
    expect([199, 200, 1999, 4000, 100_000].map(blocks)).toEqual([0, 1, 9, 20, 20]);
  });
});

describe('the comparison of two replays', () => {
  const report = (seed: number, factor: number, requests = 8000) => {
    const random = new SeededRandom(seed);
    const values = Float32Array.from({ length: requests }, () => factor * (10 + random.exponential(5)));
    const measured = { us: computePercentiles(values), blocks: splitIntoBlocks(values) };
    return {
      where: '',
      snapshot: undefined,
      requests,
      ...measured,
      shapes: [{ shape: '/a', requests, errors: {}, alone: undefined, ...measured }],
    };
  };

  it('› of equal latencies › an interval that contains 1', () => {
    const [change] = compareReports(report(1, 1), report(2, 1), false).shapes;
    expect(change?.p50.interval?.[0]).toBeLessThan(1);
    expect(change?.p50.interval?.[1]).toBeGreaterThan(1);
    expect(change?.p99.interval?.[0]).toBeLessThan(1);
    expect(change?.p99.interval?.[1]).toBeGreaterThan(1);
  });

  it('› of doubled latencies › an interval that contains 2 and not 1', () => {
    const [change] = compareReports(report(1, 1), report(2, 2), true).shapes;
    expect(change?.p99.ratio).toBeCloseTo(2, 0);
    expect(change?.p99.interval?.[0]).toBeGreaterThan(1.5);
    expect(change?.p99.interval?.[1]).toBeLessThan(2.5);
  });

  it('› of few requests › no interval', () => {
    expect(compareReports(report(1, 1, 300), report(2, 1, 300), false).shapes[0]?.p50.interval).toBeUndefined();
  });

  it('› of different shapes › lists the shapes of each side', () => {
    const other = { ...report(2, 1), shapes: report(2, 1).shapes.map((shape) => ({ ...shape, shape: '/b' })) };
    expect(compareReports(report(1, 1), other, false)).toEqual({
      shapes: [],
      onlyBefore: ['/a'],
      onlyAfter: ['/b'],
      answeredNow: [],
    });
  });
});
