/**
 * The command that plays the nights of an operator, stopped after the first ones: it plays them with the real commands, and lists the rest.
 */
import { describe, expect, it } from 'vitest';
import { start } from '../../testing/cli/stele.js';

describe('npm run soak:nights', () => {
  it('a few seconds › the first night ends well, and the nights after the time are listed as not begun', async () => {
    const { code, stdout, stderr } = await start('soak/nights/main.js', ['--minutes', '0.1']).ended;
    expect(code, stdout + stderr).toBe(0);
    const [first = ''] = stderr.split('\n');
    expect(first).toMatch(/^.+: .+/);
    expect(first).not.toContain('not begun');
    expect(stdout).toContain('not begun');
  });
});
