/**
 * The command as a person runs it.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readOptions } from '../../bench/engine/run.js';
import { REPORT_FILE } from '../../bench/harness/root.js';
import { isInstalled } from '../../bench/harness/sqlite/driver.js';
import { isWhole } from '../../testing/amount.js';
import { start } from '../../testing/cli/stele.js';

const program = 'bench/engine/main.js';

describe('options', () => {
  it('none › 100,000 items and one second per class, and the results are recorded', () => {
    expect(readOptions([])).toMatchObject({ items: 100_000, seed: 1, budgetMs: 1000, record: true, smoke: false });
  });

  it('--smoke or --only › record nothing', () => {
    expect(readOptions(['--smoke'])).toMatchObject({ items: 2000, record: false });
    expect(readOptions(['--only', 'prefix'])).toMatchObject({ only: 'prefix', record: false });
    expect(readOptions(['--no-record'])).toMatchObject({ record: false });
  });
});

describe('bench:engine', () => {
  if (isWhole) {
    it('--smoke › exit code 0: all contestants give equal answers to every class, and nothing is recorded', {
      timeout: 300_000,
    }, async () => {
      const before = readFileSync(REPORT_FILE, 'utf8');
      const { code, stdout, stderr } = await start(program, ['--smoke']).ended;
      expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout).toContain('item by id');
      expect(stdout).toContain('three sorts over everything, any page');
      expect(stdout).toContain('page with an included inverse');
      expect(stdout).toContain('parse and check');
      expect(stdout).toContain('objects made by opening');
      if (isInstalled()) expect(stdout).toContain('Geometric mean of the ratios of the ');
      else expect(stderr).toContain('SQLITE IS NOT INSTALLED');
      expect(readFileSync(REPORT_FILE, 'utf8')).toBe(before);
    });
  }

  it('--only with an unknown class › exit code 1 and the existing names', { timeout: 60_000 }, async () => {
    const { code, stderr } = await start(program, ['--smoke', '--only', 'nonsense']).ended;
    expect(code).toBe(1);
    expect(stderr).toContain('No class or group contains "nonsense". There are: item by id;');
  });

  it('an unknown option, or --items without a number › exit code 2', async () => {
    expect((await start(program, ['--wrong']).ended).code).toBe(2);
    const { code, stderr } = await start(program, ['--items', 'many']).ended;
    expect(code).toBe(2);
    expect(stderr).toContain('whole number');
  });

  it('--help › exit code 0', async () => {
    const { code, stdout } = await start(program, ['--help']).ended;
    expect(code).toBe(0);
    expect(stdout).toContain('--smoke');
  });
});
