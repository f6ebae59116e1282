/**
 * The command that serves under a limit of memory, for a few seconds and with a part of the content: it loads, swaps and counts.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { start } from '../../testing/cli/stele.js';
import { isThere } from '../../testing/is-there.js';
import { newerNode } from '../../testing/other-nodes.js';
import { ROOT } from '../../testing/root.js';

const tate = join(ROOT, '..', 'shared', 'datasets', 'tate');
const hasContent = isThere(existsSync(tate), 'The Tate data set is not at ../shared, so soak:memory is not tried.');
const hasThreads = isThere(
  newerNode() !== undefined,
  'No Node 22.12 or newer is here, so soak:memory is tried with one thread.',
);

const folder = mkdtempSync(join(tmpdir(), 'stele-memory-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Both tests use the same two snapshots, which the first of them builds. */
const run = (...args: readonly string[]) =>
  start('soak/memory/main.js', ['--folder', folder, '--items', '500', '--minutes', '0.05', '--swaps', '1', ...args])
    .ended;

describe.runIf(hasContent)('npm run soak:memory', () => {
  it('enough memory › every thread starts, and the swap is completed without errors', async () => {
    const threads = hasThreads ? '2' : '1';
    const { code, stdout, stderr } = await run('--threads', threads, '--limit', '400');
    expect(code, stdout + stderr).toBe(0);
    expect(stdout).toMatch(new RegExp(`│ ${threads} +│ ${threads} +│ [1-9]\\d* +│ '\\d+' +│ 0 +│ 0 +│ 1 +│`));
    expect(stdout).toContain('memory: 1 runs');
  });

  it('a limit below what a server needs › killed, and the exit code is 1', async () => {
    const { code, stdout, stderr } = await run('--threads', '1', '--limit', '64');
    expect(code, stdout + stderr).toBe(1);
    expect(stdout).toContain("'yes'");
  });
});
