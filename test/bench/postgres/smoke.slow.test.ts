/**
 * bench:postgres as a person runs it.
 */
import { describe, expect, it } from 'vitest';
import { start } from '../../cli/stele.js';
import { hasPostgres } from '../../support/postgres/server.js';

describe.runIf(hasPostgres('the benchmark of PostgreSQL'))('bench:postgres', () => {
  it('--smoke › 0: one class of each group is answered alike by all who take part', { timeout: 60_000 }, async () => {
    const { code, stdout, stderr } = await start('bench/postgres/main.js', ['--smoke']).ended;
    expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('a mix of all');
    expect(stdout).toContain("Geometric mean of PostgreSQL's ratios");
  });

  it('an option that is none › 2', async () => {
    expect((await start('bench/postgres/main.js', ['--wrong']).ended).code).toBe(2);
  });
});
