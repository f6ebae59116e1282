/**
 * The build's benchmark as a person runs it.
 */
import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { describe, expect, it } from 'vitest';
import { readBuildOptions } from '../../bench/build/options.js';
import { type BuildResults, buildTable, ratio } from '../../bench/build/results.js';
import { RESULTS_FOLDER } from '../../bench/harness/root.js';
import { isInstalled } from '../../bench/harness/sqlite/driver.js';
import { start } from '../cli/stele.js';

const program = 'bench/build/main.js';

const results: BuildResults = {
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
  it('none › a hundred thousand items, a thread a core, a gibibyte, recorded', () => {
    const expected = {
      items: 100_000,
      threads: availableParallelism(),
      memoryBytes: 2 ** 30,
      sqlite: true,
      record: true,
    };
    expect(readBuildOptions([])).toMatchObject(expected);
  });

  it('--smoke › few items, and nothing is recorded', () => {
    expect(readBuildOptions(['--smoke', '--no-sqlite'])).toMatchObject({ items: 2000, sqlite: false, record: false });
  });
});

describe('results', () => {
  it('the table › a line for the export and one for each build', () => {
    const lines = buildTable(results).trimEnd().split('\n');
    expect(lines).toHaveLength(4);
    expect(lines[1]).toMatch(/^the export +5 MB$/);
    expect(lines[3]).toMatch(/^stele, 2 threads +5\.0 +120 MB +12 MB$/);
  });

  it('a ratio › of the seconds; none to a contestant that did not take part', () => {
    expect(ratio(results, 'stele, 1 ', 'stele, 2 ')).toBe(1.6);
    expect(ratio(results, 'stele, 2 ', 'SQLite')).toBeUndefined();
  });
});

describe('bench:build', () => {
  it('--smoke › 0: all who take part have built the same, and nothing is recorded', { timeout: 180_000 }, async () => {
    const before = readdirSync(RESULTS_FOLDER);
    const { code, stdout, stderr } = await start(program, ['--smoke', '--threads', '2']).ended;
    expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('stele, 1 thread ');
    expect(stdout).toContain('stele, 2 threads');
    if (isInstalled()) expect(stdout).toContain('SQLite');
    else expect(stderr).toContain('SQLITE DOES NOT TAKE PART');
    expect(readdirSync(RESULTS_FOLDER)).toEqual(before);
  });

  it('wrong usage › 2', async () => {
    expect((await start(program, ['--memory', 'much']).ended).code).toBe(2);
  });
});
