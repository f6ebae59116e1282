/**
 * bench:postgres as a person runs it.
 */
import { describe, expect, it } from 'vitest';
import { start } from '../../../testing/cli/stele.js';
import { hasPostgres } from '../../../testing/postgres/server.js';

describe.runIf(hasPostgres('the benchmark of PostgreSQL'))('bench:postgres', () => {
  it('--smoke › 0: one class of each group is answered alike by all who take part', { timeout: 60_000 }, async () => {
    const { code, stdout, stderr } = await start('bench/postgres/main.js', ['--smoke']).ended;
    expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('a mix of all');
    expect(stdout).toContain('Geometric mean of PostgreSQL ÷ stele');
  });

  it('--lists --smoke › 0: SQL by hand has the same answers', { timeout: 60_000 }, async () => {
    const { code, stdout, stderr } = await start('bench/postgres/main.js', ['--lists', '--smoke']).ended;
    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining('two words of all types') });
    expect(stderr).not.toContain('Error');
  });

  it('an option that is none › 2', async () => {
    expect((await start('bench/postgres/main.js', ['--wrong']).ended).code).toBe(2);
  });
});
