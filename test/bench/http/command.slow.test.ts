/**
 * The command as a person runs it, and that nothing it started is left behind.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { REPORT_FILE } from '../../../bench/harness/root.js';
import { isInstalled } from '../../../bench/harness/sqlite/driver.js';
import { readOptions } from '../../../bench/http/run.js';
import { isUsageKnown } from '../../../bench/http/slices.js';
import { everyOf, isWhole } from '../../../testing/amount.js';
import { start } from '../../../testing/cli/stele.js';
import { isThere } from '../../../testing/is-there.js';

const program = 'bench/http/main.js';

describe('options', () => {
  it('none › 100,000 items and five seconds per workload, and the results are recorded', () => {
    expect(readOptions([])).toMatchObject({ items: 100_000, seconds: 5, connections: 32, record: true, smoke: false });
  });

  it('--smoke or --only › record nothing', () => {
    expect(readOptions(['--smoke'])).toMatchObject({ items: 2000, record: false });
    expect(readOptions(['--only', 'hot'])).toMatchObject({ only: 'hot', record: false });
    expect(readOptions(['--node', '/opt/node', '--seconds', '2'])).toMatchObject({ node: '/opt/node', seconds: 2 });
  });
});

describe('bench:http', () => {
  if (isWhole) {
    it('--smoke › exit code 0: every answer of every workload and scenario is right, and nothing is recorded', {
      timeout: 240_000,
    }, async () => {
      const before = readFileSync(REPORT_FILE, 'utf8');
      const { code, stdout, stderr } = await start(program, ['--smoke']).ended;
      expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
      for (const name of ['hot', 'cold', 'item', 'revalidate', 'gzip']) {
        expect(stdout).toMatch(new RegExp(`^${name} +bare node:http`, 'm'));
      }
      expect(stdout).toContain('half of the highest load, cold');
      expect(stdout).toMatch(/^cold, [0-9]+ connections \(the peak\)/m);
      expect(stdout).toContain('hot ÷ stele’s answers from a map');
      if (isInstalled()) expect(stdout).toContain('Koa over SQLite');
      else expect(stderr).toContain('SQLITE IS NOT INSTALLED');
      expect(readFileSync(REPORT_FILE, 'utf8')).toBe(before);
    });
  }

  it('--only with an unknown name › exit code 1 and the existing names', { timeout: 60_000 }, async () => {
    const { code, stderr } = await start(program, ['--smoke', '--only', 'nonsense']).ended;
    expect(code).toBe(1);
    expect(stderr).toContain('No workload or scenario contains "nonsense". There are: hot, cold, item,');
  });

  it('an unknown option, or --connections without a number › exit code 2', async () => {
    expect((await start(program, ['--wrong']).ended).code).toBe(2);
    const { code, stderr } = await start(program, ['--connections', 'many']).ended;
    expect(code).toBe(2);
    expect(stderr).toContain('whole number');
  });
});

const childrenOf = (pid: number): number[] =>
  readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );

const isAlive = (pid: number): boolean => {
  try {
    // A process that has ended and was not yet waited for has no command line.
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8') !== '';
  } catch {
    return false;
  }
};

const hasProc = isThere(
  isUsageKnown(),
  'This system has no /proc, so this is not tried: that a run that is ended leaves no process.',
);

describe.runIf(hasProc)('a run that receives a signal', () => {
  const ends: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGKILL'];
  it.each(everyOf(ends, 3))(
    '%s › leaves no server and no load generator running',
    { timeout: 120_000 },
    async (signal) => {
      const { child, ended } = start(program, ['--smoke', '--seconds', '60', '--only', 'hot']);
      // Generator, bare node:http and stele, and SQLite where it is installed.
      const expected = isInstalled() ? 4 : 3;
      let children: number[] = [];
      while (children.length < expected && child.exitCode === null) {
        await sleep(100);
        children = childrenOf(child.pid ?? 0);
      }
      expect(children.length).toBe(expected);
      child.kill(signal);
      await ended;
      for (let wait = 0; wait < 200 && children.some(isAlive); wait += 1) await sleep(50);
      expect(children.filter(isAlive)).toEqual([]);
    },
  );
});
