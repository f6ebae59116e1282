import { describe, expect, it } from 'vitest';
import { measure } from '../../bench/harness/timing/measure.js';
import { shuffled } from '../../bench/harness/timing/statistics.js';
import { Random } from '../../data/generate/random.js';

describe('measure', () => {
  it('two contestants › each has samples of every query', async () => {
    const asked = { a: new Set<number>(), b: new Set<number>() };
    const runs = (seen: Set<number>) => Array.from({ length: 10 }, (_, place) => () => seen.add(place));
    const effort = { budgetMs: 0, slices: 4, samplesMinimum: 40 };
    const timings = await measure(
      [
        { name: 'a', runs: runs(asked.a) },
        { name: 'b', runs: runs(asked.b) },
      ],
      effort,
      new Random(1, 'measure'),
    );
    for (const name of ['a', 'b'] as const) expect(timings.get(name)?.samples).toBeGreaterThanOrEqual(40);
    expect([asked.a.size, asked.b.size]).toEqual([10, 10]);
  });

  it('slices › alternate between contestants', async () => {
    const order: string[] = [];
    const runner = (name: string) => ({ name, runs: [() => order.push(name)] });
    await measure([runner('a'), runner('b')], { budgetMs: 0, slices: 6, samplesMinimum: 6 }, new Random(1, 'turns'));
    const first = order.slice(0, order.length / 2);
    expect(new Set(first)).toEqual(new Set(['a', 'b']));
  });

  it('a slower contestant › has the larger figures', async () => {
    const busy = (milliseconds: number) => () => {
      const until = performance.now() + milliseconds;
      while (performance.now() < until);
    };
    const timings = await measure(
      [
        { name: 'quick', runs: [busy(0)] },
        { name: 'slow', runs: [busy(3)] },
      ],
      { budgetMs: 10, slices: 2, samplesMinimum: 4 },
      new Random(1, 'slow'),
    );
    expect(timings.get('slow')?.p50Us).toBeGreaterThanOrEqual(3000);
    expect(timings.get('quick')?.p50Us).toBeLessThan(timings.get('slow')?.p50Us ?? 0);
  });

  it('a query that throws › fails the measurement', async () => {
    const failing = () => {
      throw new Error('this query fails');
    };
    const effort = { budgetMs: 1, slices: 1, samplesMinimum: 1 };
    await expect(measure([{ name: 'a', runs: [failing] }], effort, new Random(1, 'x'))).rejects.toThrow(
      'this query fails',
    );
  });
});

describe('measure, if a run returns a promise', () => {
  it('a promise › is awaited within its time; other values are timed as before', async () => {
    let under = 0;
    let most = 0;
    const waiting = async () => {
      under += 1;
      most = Math.max(most, under);
      await new Promise((resolve) => setTimeout(resolve, 3));
      under -= 1;
    };
    const timings = await measure(
      [
        { name: 'waits', runs: [waiting], waits: true },
        { name: 'at once', runs: [() => 1] },
      ],
      { budgetMs: 10, slices: 2, samplesMinimum: 4 },
      new Random(1, 'waiting'),
    );
    expect(most).toBe(1);
    expect(timings.get('waits')?.p50Us).toBeGreaterThan(2500);
    expect(timings.get('waits')?.samples).toBeGreaterThanOrEqual(4);
    expect(timings.get('at once')?.p50Us).toBeLessThan(timings.get('waits')?.p50Us ?? 0);
  });
});

describe('shuffled', () => {
  it('items › all are kept, the seed decides the order, and the input is not modified', () => {
    const items = Array.from({ length: 50 }, (_, i) => i);
    const once = shuffled(items, new Random(1, 's'));
    expect(once.toSorted((a, b) => a - b)).toEqual(items);
    expect(once).not.toEqual(items);
    expect(shuffled(items, new Random(1, 's'))).toEqual(once);
  });
});
