/**
 * bench:postgres as a person runs it.
 */
import { describe, expect, it } from 'vitest';
import { start } from '../../../testing/cli/stele.js';
import { hasPostgres } from '../../../testing/postgres/server.js';

describe.runIf(hasPostgres('the benchmark of PostgreSQL'))('bench:postgres', () => {
  it('--smoke › exit code 0: all contestants give equal answers to one class of each group', {
    timeout: 60_000,
  }, async () => {
    const { code, stdout, stderr } = await start('bench/postgres/main.js', ['--smoke']).ended;
    expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('a mix of all');
    expect(stdout).toContain('Geometric mean of PostgreSQL ÷ stele');
  });

  it('--lists --smoke › exit code 0: handwritten SQL gives equal answers', { timeout: 60_000 }, async () => {
    const { code, stdout, stderr } = await start('bench/postgres/main.js', ['--lists', '--smoke']).ended;
    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining('two words of all types') });
    expect(stderr).not.toContain('Error');
  });

  it('an unknown option › exit code 2', async () => {
    expect((await start('bench/postgres/main.js', ['--wrong']).ended).code).toBe(2);
  });
});
