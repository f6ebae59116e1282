/** bench:versions as a person runs it. */
import { expect, it } from 'vitest';
import { start } from '../../../testing/cli/stele.js';

const program = 'bench/versions/main.js';

it('--smoke with this checkout as the other version › exit code 0, without differences', {
  timeout: 180_000,
}, async () => {
  const { code, stdout, stderr } = await start(program, ['.', '--smoke', '--only', 'relationship']).ended;
  expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toContain('geometric mean of');
  expect(stdout).toMatch(/different answers: 0 of [1-9]/);
});

it('a folder without a compiled checkout › exit code 1 and the command to run', async () => {
  const { code, stderr } = await start(program, ['docs', '--smoke']).ended;
  expect(code).toBe(1);
  expect(stderr).toContain('is not a compiled checkout. Run there: npm ci && npm run compile');
});
