/**
 * The benchmark of replicas as a person runs it.
 */
import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readEnvironment } from '../../bench/harness/results/environment.js';
import { RESULTS_FOLDER } from '../../bench/harness/root.js';
import { readPullOptions } from '../../bench/pull/options.js';
import { type PullResults, pullVerdicts } from '../../bench/pull/results.js';
import { start } from '../cli/stele.js';
import { fabricatedLoaded } from './http/fabricated.js';

const results: PullResults = {
  items: 2000,
  seed: 1,
  replicas: 3,
  environment: readEnvironment(),
  byteLength: 10_000,
  changedBytes: 1_000,
  fetchedBytes: 1_010,
  delays: [
    { servedSeconds: 4, copiedSeconds: 1 },
    { servedSeconds: 3.5, copiedSeconds: 0.2 },
  ],
  load: {
    ratePerSecond: 100,
    highest: fabricatedLoaded('stele', 200),
    quiet: fabricatedLoaded('stele', 100, { p99Us: 100 }),
    pulling: fabricatedLoaded('stele', 100, { p99Us: 140 }),
    swaps: 2,
  },
};

describe('bench:pull', () => {
  it('--smoke › 0: every answer right, and nothing recorded', { timeout: 240_000 }, async () => {
    const before = readdirSync(RESULTS_FOLDER);
    const { code, stdout, stderr } = await start('bench/pull/main.js', ['--smoke']).ended;
    expect(code, stderr).toBe(0);
    expect(stdout).toMatch(/bytes fetched ÷ bytes of the changed types' segments +≤ 1\.02 +\d\.\d{3}/);
    expect(stdout).toMatch(/swaps meanwhile +[1-9]/);
    expect(readdirSync(RESULTS_FOLDER)).toEqual(before);
  });

  it('targets › kept and missed, each by its own figure; of the delays the worst', () => {
    expect(pullVerdicts(results).map(({ kept }) => kept)).toEqual([true, true, false]);
    const pulling = fabricatedLoaded('stele', 100, { p99Us: 151 });
    const slower = { ...results, fetchedBytes: 1_021, load: { ...results.load, pulling } };
    const sooner = { ...slower, delays: results.delays.slice(0, 1) };
    expect(pullVerdicts(sooner).map(({ kept }) => kept)).toEqual([false, false, true]);
    expect(pullVerdicts(results)[2]).toMatchObject({ measured: '3.50 s', limit: '≤ 1.5 × copying + 3 s = 3.30 s' });
  });

  it('p99 › without the answers that waited for the generator, where these are known', () => {
    const undisturbed = { p99Us: 120, share: 0.97, latenessP99Us: 900, latenessMaximumUs: 9000 };
    const pulling = fabricatedLoaded('stele', 100, { p99Us: 9000, undisturbed });
    const verdict = pullVerdicts({ ...results, load: { ...results.load, pulling } })[1];
    expect(verdict).toMatchObject({ kept: true, measured: '1.20 (120 µs and 100 µs)' });
  });

  it('options › a million articles, recorded; a smoke run small, and not', () => {
    expect(readPullOptions([])).toMatchObject({ items: 1_000_000, record: true, replicas: 3 });
    expect(readPullOptions(['--smoke'])).toMatchObject({ items: 2000, record: false, onlyPrepare: false });
    const content = { content: '/kept', onlyPrepare: true };
    expect(readPullOptions(['--content', '/kept', '--prepare'])).toMatchObject(content);
  });
});
