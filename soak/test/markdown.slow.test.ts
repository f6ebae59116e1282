/**
 * The command that compares Markdown with its source, with few texts.
 */
import { describe, expect, it } from 'vitest';
import { start } from '../../testing/cli/stele.js';

describe('npm run soak:markdown', () => {
  it('available exports and random texts › are compared without a difference', async () => {
    const { code, stdout } = await start('soak/markdown/main.js', ['--count', '200', '--seed', '3']).ended;
    expect(stdout).toMatch(/at random +0 +200 +0\n/);
    expect(stdout).toMatch(/soak:markdown: \d+ texts compared/);
    expect(code).toBe(0);
  });
});
