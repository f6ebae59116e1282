/**
 * The memory of the first snapshot: freed after the first swap, although the server continues to follow its folder.
 */
import { expect, it } from 'vitest';
import { start } from '../../../testing/cli/stele.js';
import { temporaryFolders } from '../../../testing/folder.js';

const newFolder = temporaryFolders();

it('a swap › frees the first snapshot of a server with one thread', async () => {
  const { code, stdout, stderr } = await start('testing/server/first-snapshot-program.js', [newFolder()]).ended;
  expect(code, stderr).toBe(0);
  const { before, served, swapped } = JSON.parse(stdout);
  expect(served).toBeGreaterThan(before);
  expect(swapped).toBeLessThanOrEqual(served);
});
