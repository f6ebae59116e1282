import { describe, expect, it } from 'vitest';
import type { Loaded } from '../../../bench/http/results.js';
import { readOptions } from '../../../bench/resident/options.js';
import { comparedVerdicts } from '../../../bench/resident/targets.js';

const loaded = (p50Us: number, residentBytes?: number): Loaded => ({
  contestant: 'stele',
  answers: 1000,
  perSecond: 100,
  p50Us,
  p99Us: p50Us * 4,
  p999Us: p50Us * 10,
  meanBytes: 6000,
  ...(residentBytes === undefined ? {} : { residentBytes }),
});

describe('bench:resident', () => {
  it('all contestants › are judged by ratios and by the first answer', () => {
    const all = { mode: 'all' as const, loaded: loaded(200, 1000), firstAnswerMs: 9000 };
    const good = [all, { mode: 'indexes' as const, loaded: loaded(300, 550), firstAnswerMs: 4999 }];
    expect(comparedVerdicts(good, 1_000_000).map((verdict) => [verdict.measured, verdict.kept])).toEqual([
      ['0.55', true],
      ['1.50', true],
      ['5.0 s at 1,000,000 items', undefined],
    ]);
    expect(comparedVerdicts(good, 10_000_000).map((verdict) => [verdict.measured, verdict.kept])).toEqual([
      ['0.55 at 10,000,000 items', undefined],
      ['1.50 at 10,000,000 items', undefined],
      ['5.0 s', true],
    ]);
    const bad = [all, { mode: 'indexes' as const, loaded: loaded(330, 600), firstAnswerMs: 5001 }];
    expect(comparedVerdicts(bad, 1_000_000).map((verdict) => verdict.kept)).toEqual([false, false, undefined]);
    expect(comparedVerdicts(bad, 10_000_000).map((verdict) => verdict.kept)).toEqual([undefined, undefined, false]);
    const without = [
      { ...all, loaded: loaded(200) },
      { ...all, mode: 'indexes' as const, loaded: loaded(200) },
    ];
    const blind = comparedVerdicts(without, 1_000_000);
    expect(blind[0]?.kept).toBeUndefined();
  });

  it('a smoke run › is small by default, and accepts a size', () => {
    expect(readOptions(['--smoke'])).toMatchObject({ items: 2000 });
    expect(readOptions(['--smoke', '--items', '10000'])).toMatchObject({ items: 10_000 });
  });
});
