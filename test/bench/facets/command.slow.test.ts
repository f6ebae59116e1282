/**
 * The command as a person runs it.
 */
import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { loadDuckDb } from '../../../bench/facets/contestants/duckdb.js';
import { groongaVersion } from '../../../bench/facets/contestants/groonga.js';
import { RESULTS_FOLDER } from '../../../bench/harness/root.js';
import { isInstalled } from '../../../bench/harness/sqlite/driver.js';
import { start } from '../../../testing/cli/stele.js';

const program = 'bench/facets/main.js';

describe('bench:facets', () => {
  it('--smoke › exit code 0: all contestants count equally, and nothing is recorded', {
    timeout: 180_000,
  }, async () => {
    const before = readdirSync(RESULTS_FOLDER);
    const { code, stdout, stderr } = await start(program, ['--smoke']).ended;
    expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('facet of 100,000 values, 0.1 % of the items');
    expect(stdout).toContain('list page: a word, two filters');
    if (isInstalled()) expect(stdout).toContain('SQLite p50');
    else expect(stderr).toContain('SQLITE IS NOT INSTALLED AND IS LEFT OUT');
    for (const [peer, isThere] of [
      ['DuckDB', loadDuckDb() !== undefined],
      ['Groonga', groongaVersion() !== undefined],
    ] as const) {
      if (isThere) expect(stdout).toContain(`${peer} p50`);
      else expect(stderr).toContain(`${peer.toUpperCase()} IS NOT INSTALLED AND IS LEFT OUT`);
    }
    expect(readdirSync(RESULTS_FOLDER)).toEqual(before);
  });

  it('--only with an unknown class › exit code 1 and the existing names', async () => {
    const { code, stderr } = await start(program, ['--smoke', '--only', 'nonsense']).ended;
    expect(code).toBe(1);
    expect(stderr).toContain('No class contains "nonsense". There are: facet of 8 values, 100 % of the items;');
  });

  it('wrong usage › exit code 2', async () => {
    expect((await start(program, ['--items', 'many']).ended).code).toBe(2);
  });
});
