/**
 * soak:forged for some dozens of forgeries: each is refused by name, or every request is answered.
 */
import { describe, expect, it } from 'vitest';
import { start } from '../../testing/cli/stele.js';

describe('soak:forged', () => {
  it('60 forgeries › no hang, no crash, and most are refused', { timeout: 600_000 }, async () => {
    const { code, stdout, stderr } = await start('soak/forged/main.js', ['--count', '60', '--seed', '1']).ended;
    expect(code, `${stdout}${stderr}`).toBe(0);
    expect(stdout).toMatch(
      /forged: 60 forgeries, seed 1: [45]\d refused by name, \d+ called intact and answered, 0 hung, 0 thrown, 0 refused without a name/,
    );
  });
});
