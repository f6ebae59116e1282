import { describe, expect, it } from 'vitest';
import { start } from '../../cli/stele.js';

const program = 'bench/history/main.js';

describe('bench:history', () => {
  it('of a commit that is none › 1, and which', async () => {
    const { code, stderr } = await start(program, ['--against', '--nowhere']).ended;
    expect(code).toBe(1);
    expect(stderr).toContain('--nowhere^{commit}');
  });
});
