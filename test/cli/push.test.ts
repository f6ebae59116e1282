/**
 * `stele push`, `pull` and `prune`: what they print about numbers of files.
 */
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeEach, describe, expect, it } from 'vitest';
import { buildSnapshot } from '../../build/publish/index.js';
import { formatNumberOf } from '../../src/cli/table.js';
import { diskFiles } from '../../src/format/files/index.js';
import { stele } from '../../testing/cli/stele.js';
import { temporaryFolders } from '../../testing/folder.js';
import { shelf, writeFiles } from '../../testing/samples/export.js';

const newFolder = temporaryFolders();
let snapshots: string;
let target: string;

beforeEach(async () => {
  snapshots = newFolder();
  target = newFolder();
  await buildSnapshot(writeFiles(newFolder(), shelf), snapshots, { files: diskFiles, strict: false });
  await stele(['push', snapshots, pathToFileURL(target).href]);
});

/** Removes files from the target. @returns the output of the next push */
async function pushWithout(fileCount: number): Promise<string> {
  const segments = readdirSync(join(target, 'segments')).toSorted();
  for (const name of segments.slice(0, fileCount)) rmSync(join(target, 'segments', name));
  const { code, stdout } = await stele(['push', snapshots, pathToFileURL(target).href]);
  expect(code).toBe(0);
  return stdout;
}

describe('stele push', () => {
  it('one missing file › is told in the singular', async () => {
    expect(await pushWithout(1)).toMatch(/^1 missing or damaged file was sent again \(/);
  });

  it('several missing files › are told in the plural', async () => {
    expect(await pushWithout(2)).toMatch(/^2 missing or damaged files were sent again \(/);
  });
});

describe('stele prune', () => {
  it('one missing segment of the current snapshot › is told in the singular', async () => {
    rmSync(join(target, 'segments', readdirSync(join(target, 'segments'))[0]!));
    const { stdout } = await stele(['prune', pathToFileURL(target).href]);
    expect(stdout).toContain('The current snapshot lacks 1 segment there. Send what is missing with stele push.');
  });
});

describe('formatNumberOf', () => {
  it.each([
    [0, '0 files'],
    [1, '1 file'],
    [1200, '1,200 files'],
  ])('%i › %s', (count, text) => {
    expect(formatNumberOf(count, 'file')).toBe(text);
  });
});
