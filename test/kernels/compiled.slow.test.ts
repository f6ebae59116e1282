import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

it('the committed module of kernels › its sources compiled again › the same bytes', () => {
  const root = join(import.meta.dirname, '../..');
  const { status, stderr } = spawnSync(process.execPath, ['kernels.mjs', '--check'], { cwd: root, encoding: 'utf8' });
  expect({ status, stderr: stderr.trim() }).toEqual({ status: 0, stderr: '' });
}, 180_000);
