/**
 * The build's benchmark as a person runs it.
 */
import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { describe, expect, it } from 'vitest';
import { readBuildOptions } from '../../bench/build/options.js';
import { type BuildResults, buildTable, buildVerdicts, ratio } from '../../bench/build/results.js';
import type { Verdict } from '../../bench/harness/results/tables.js';
import { RESULTS_FOLDER } from '../../bench/harness/root.js';
import { isInstalled } from '../../bench/harness/sqlite/driver.js';
import { isWhole } from '../../testing/amount.js';
import { start } from '../../testing/cli/stele.js';

const program = 'bench/build/main.js';

const results: BuildResults = {
  format: 1,
  items: 10,
  seed: 1,
  memoryBytes: 2 ** 30,
  environment: { commit: 'abc', node: 'v20', cpu: 'some', cores: 2, memoryBytes: 1, date: '2026-01-01' },
  exportBytes: 5_000_000,
  builds: [
    { name: 'stele, 1 thread', seconds: 8, peakBytes: 90e6, byteLength: 12e6 },
    { name: 'stele, 2 threads', seconds: 5, peakBytes: 120e6, byteLength: 12e6 },
  ],
};

describe('options', () => {
  it('none › build 100,000 items, one thread per core, 1 GiB, and record the results', () => {
    const expected = {
      items: 100_000,
      threads: availableParallelism(),
      memoryBytes: 2 ** 30,
      single: true,
      sqlite: true,
      record: true,
    };
    expect(readBuildOptions([])).toMatchObject(expected);
  });

  it('--smoke › build few items and record nothing', () => {
    expect(readBuildOptions(['--smoke', '--no-sqlite'])).toMatchObject({ items: 2000, sqlite: false, record: false });
  });

  it('--no-single › omits the build with one thread', () => {
    expect(readBuildOptions(['--no-single', '--threads', '2'])).toMatchObject({ single: false, threads: 2 });
  });

  it('--growth › measures no other contestant', () => {
    expect(readBuildOptions(['--growth'])).toMatchObject({ growth: true, single: false, sqlite: false, record: true });
  });

  it('--no-snapshots › records nothing', () => {
    expect(readBuildOptions(['--no-snapshots', '--postgres'])).toMatchObject({
      snapshots: false,
      postgres: true,
      record: false,
    });
  });
});

describe('results', () => {
  it('ratio › divides the seconds; an absent contestant has no ratio', () => {
    expect(ratio(results, 'stele, 1 ', 'stele, 2 ')).toBe(1.6);
    expect(ratio(results, 'stele, 2 ', 'SQLite')).toBeUndefined();
  });
});

describe('targets', () => {
  const measured = (items: number, seconds: readonly [number, number, number], peakBytes: number): BuildResults => ({
    ...results,
    items,
    builds: [
      { name: 'stele, 1 thread', seconds: seconds[0], peakBytes: peakBytes / 2, byteLength: 1 },
      { name: 'stele, 2 threads', seconds: seconds[1], peakBytes, byteLength: 1 },
      ...(seconds[2] > 0 ? [{ name: 'SQLite', seconds: seconds[2], peakBytes: 1, byteLength: 1 }] : []),
    ],
  });
  const kept = (verdicts: readonly Verdict[]): unknown[] => verdicts.map((verdict) => verdict.kept);

  it('a million items with SQLite › the targets of SQLite and threads are judged', () => {
    expect(kept(buildVerdicts(measured(1_000_000, [136, 80, 200], 1e9), undefined))).toEqual([
      true,
      true,
      undefined,
      undefined,
    ]);
    expect(kept(buildVerdicts(measured(1_000_000, [137, 81, 200], 1e9), undefined))).toEqual([
      false,
      false,
      undefined,
      undefined,
    ]);
  });

  it('ten million items without SQLite › growth and peak memory are judged against a tenth of the items with the same memory', () => {
    const tenth = measured(1_000_000, [160, 100, 0], 1e9);
    const judged = (seconds: number, peakBytes: number, smaller?: BuildResults) =>
      kept(buildVerdicts(measured(10_000_000, [1900, seconds, 0], peakBytes), smaller));
    expect(judged(1100, 1.5e9, tenth)).toEqual([undefined, true, true, true]);
    expect(judged(1201, 1.6e9, tenth)).toEqual([undefined, false, false, false]);
    expect(judged(1100, 1e9)).toEqual([undefined, true, undefined, true]);
    expect(judged(1100, 1e9, { ...tenth, memoryBytes: 2 ** 31 })).toEqual([undefined, true, undefined, true]);
  });

  it('first answer of the built snapshot › is judged at ten million items; its growth is printed at any size', () => {
    const asked = { firstAnswerMs: 5001, p50Ms: 1, p99Ms: 2, residentBytes: 7e6 };
    const tenth = measured(1_000_000, [160, 100, 0], 1e9);
    const large = { ...measured(10_000_000, [1900, 1100, 0], 1e9), asked };
    expect(kept(buildVerdicts(large, tenth))).toEqual([undefined, true, true, true, false]);
    const [, , growth] = buildVerdicts({ ...large, items: 5_000_000 }, tenth);
    expect(growth).toMatchObject({ kept: undefined, measured: '11.0 × to 5,000,000 items' });
    expect(buildTable(large)).toContain('first answer 5001 ms after the start, answers p50 1.00 ms, p99 2.00 ms, 7 MB');
  });

  it('a million items loaded into PostgreSQL › the load is judged against SQLite, also without snapshots', () => {
    const beside = (seconds: number): BuildResults => ({
      ...results,
      items: 1_000_000,
      builds: [
        { name: 'SQLite', seconds: 200, peakBytes: 1, byteLength: 1 },
        { name: 'PostgreSQL', seconds, peakBytes: 1, byteLength: 1 },
      ],
    });
    expect(kept(buildVerdicts(beside(300), undefined))).toEqual([true]);
    expect(kept(buildVerdicts(beside(301), undefined))).toEqual([false]);
    expect(kept(buildVerdicts({ ...beside(1), items: 10 }, undefined))).toEqual([undefined]);
  });

  it('few items › no target of large sizes is judged', () => {
    expect(kept(buildVerdicts(results, undefined))).toEqual([undefined, false, undefined, undefined]);
  });
});

describe('bench:build', () => {
  if (isWhole) {
    it('--smoke › exit code 0: all contestants build the same content, and nothing is recorded', {
      timeout: 180_000,
    }, async () => {
      const before = readdirSync(RESULTS_FOLDER);
      const { code, stdout, stderr } = await start(program, ['--smoke', '--threads', '2', '--edits', '1', '--pair'])
        .ended;
      expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout).toContain('stele, 1 thread ');
      expect(stdout).toContain('stele, 2 threads');
      expect(stdout).toMatch(/one thread ÷ two +≥ 1\.7 +\d/);
      expect(stdout).toMatch(/two builds with one thread at the same time: \d/);
      for (const edit of ['number', 'text'])
        expect(stdout).toMatch(new RegExp(`after a ${edit} was edited: median \\d`));
      if (isInstalled()) expect(stdout).toContain('SQLite');
      else expect(stderr).toContain('SQLITE DOES NOT TAKE PART');
      expect(readdirSync(RESULTS_FOLDER)).toEqual(before);
    });
  }

  if (isWhole) {
    it('--no-single › one build, with the requested number of threads', { timeout: 180_000 }, async () => {
      const options = ['--smoke', '--threads', '2', '--no-single', '--no-sqlite'];
      const { code, stdout, stderr } = await start(program, options).ended;
      expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
      expect(stderr).toMatch(/building: stele, 2 threads\nbuilt in [0-9.]+ s, with [0-9]+ MB at its peak\n$/);
      expect(stdout).toContain('stele, 2 threads');
      expect(stdout).not.toContain('stele, 1 thread ');
      expect(stdout).toMatch(/one thread ÷ two +≥ 1\.7 +not measured/);
    });
  }

  it('wrong usage › exit code 2', async () => {
    expect((await start(program, ['--memory', 'much']).ended).code).toBe(2);
  });
});
