/**
 * The command as a person runs it.
 */
import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { haveDuckDb } from '../../../bench/facets/duckdb.js';
import { haveGroonga } from '../../../bench/facets/groonga.js';
import { RESULTS_FOLDER } from '../../../bench/harness/root.js';
import { isInstalled as isSqliteThere } from '../../../bench/harness/sqlite/driver.js';
import { isInstalled } from '../../../bench/search/contestants/packages.js';
import { start } from '../../cli/stele.js';
import { isWhole } from '../../support/amount.js';

const program = 'bench/facets/main.js';

const CONTESTANTS = [
  { name: 'SQLite', isThere: isSqliteThere },
  { name: 'DuckDB', isThere: haveDuckDb },
  { name: 'Groonga', isThere: haveGroonga },
  { name: 'Groonga itself', isThere: haveGroonga },
  { name: 'Orama', isThere: () => isInstalled('@orama/orama') },
];

describe('bench:facets', () => {
  if (isWhole) {
    it('--smoke › 0: all who take part count alike, and nothing is recorded', { timeout: 180_000 }, async () => {
      const before = readdirSync(RESULTS_FOLDER);
      const { code, stdout, stderr } = await start(program, ['--smoke']).ended;
      expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout).toContain('facet of 100,000 values, 0.1 % of the items');
      expect(stdout).toContain('list page: a word, two filters');
      for (const { name, isThere } of CONTESTANTS) {
        if (isThere()) expect(stdout).toContain(`${name} p50`);
        else expect(stderr).toContain(`${name.split(' ')[0]?.toUpperCase()} IS NOT INSTALLED AND IS LEFT OUT`);
      }
      expect(readdirSync(RESULTS_FOLDER)).toEqual(before);
    });

    it('--smoke without Groonga on the path › it is left out loudly, and the others are compared', {
      timeout: 60_000,
    }, async () => {
      const only = ['--smoke', '--only', 'facet of 8 values, 10 %'];
      const { code, stdout, stderr } = await start(program, only, { PATH: '/nowhere' }).ended;
      expect(code).toBe(0);
      expect(stderr).toContain(
        'GROONGA IS NOT INSTALLED AND IS LEFT OUT: apt-get install groonga-bin makes it take part',
      );
      expect(stdout).not.toContain('Groonga p50');
      expect(stdout).toContain('facet of 8 values, 10 % of the items');
    });
  }

  it('--only with what no class is called › 1, and the names there are', async () => {
    const { code, stderr } = await start(program, ['--smoke', '--only', 'nonsense']).ended;
    expect(code).toBe(1);
    expect(stderr).toContain('No class contains "nonsense". There are: facet of 8 values, 100 % of the items;');
  });

  it('wrong usage › 2', async () => {
    expect((await start(program, ['--items', 'many']).ended).code).toBe(2);
  });
});
