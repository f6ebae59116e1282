import { describe, expect, it } from 'vitest';
import { start } from '../../cli/stele.js';

const program = 'bench/history/main.js';

describe('bench:history', () => {
  it('--smoke, against itself › every measure, the same answers, and nothing is recorded', {
    timeout: 240_000,
  }, async () => {
    const { stdout, stderr } = await start(program, ['--smoke', '--record', '--checkout', '.']).ended;
    expect(stderr).not.toContain('recorded');
    const rows = stdout.split('\n').filter((line) => / \(\d\.\d{3} to /.test(line));
    expect(rows.map((row) => row.trim().split(/ {2,}/)[0])).toEqual([
      'build',
      'snapshot',
      'item',
      'item with include',
      'list with total',
      'related list',
      'revalidate',
      'hit',
    ]);
    expect(stdout).not.toContain('other answers');
  });

  it('--record of a checkout › 1, as it has no commit to be named by', async () => {
    const { code, stderr } = await start(program, ['--record', '--checkout', '.']).ended;
    expect(code).toBe(1);
    expect(stderr).toContain('give --against <revision> instead of --checkout');
  });

  it('of a commit that is none › 1, and which', async () => {
    const { code, stderr } = await start(program, ['--against', '--nowhere']).ended;
    expect(code).toBe(1);
    expect(stderr).toContain('--nowhere^{commit}');
  });
});
