/**
 * Wrong usage of `serve` and `build` that would otherwise be accepted in silence, or keep a process running that can never succeed.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hasAddOns } from '../../../testing/add-ons.js';
import { stele } from '../../../testing/cli/stele.js';
import { temporaryFolders } from '../../../testing/folder.js';

const newFolder = temporaryFolders();

describe('options without effect', () => {
  it.each([
    [['serve', 'snapshots', '--keep', '3'], '--keep has no effect without --follow <url>'],
    [['serve', 'snapshots', '--proxies', '2'], '--proxies has no effect without --trust-proxy'],
  ])('%j › wrong usage that names what is missing', async (args, message) => {
    expect(await stele(args)).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
  });

  it
    .runIf(hasAddOns('import'))
    .each([
      [['build', 'export', '--out', 'snapshots', '--id', 'slug']],
      [['watch', 'export', '--out', 'snapshots', '--id', 'slug']],
    ])('%j › wrong usage, as only imports read it', async (args) => {
    const { code, stderr } = await stele(args);
    expect([code, stderr]).toEqual([2, expect.stringContaining('--id has no effect without --from <source>')]);
  });
});

describe('stele serve --dev', () => {
  it('a path that does not exist, or a folder of snapshots › ends at once', async () => {
    const missing = await stele(['serve', '--dev', join(newFolder(), 'nowhere'), '--port', '0']);
    expect([missing.code, missing.stderr]).toEqual([1, expect.stringContaining('nowhere does not exist.')]);
    const snapshots = newFolder();
    writeFileSync(join(snapshots, 'CURRENT'), 'x\n');
    const served = await stele(['serve', '--dev', snapshots, '--port', '0']);
    expect([served.code, served.stderr]).toEqual([1, expect.stringContaining(`stele serve ${snapshots}`)]);
  });
});

describe('stele build', () => {
  it('the folder that stele init made › names the export in it', async () => {
    const folder = newFolder();
    mkdirSync(join(folder, 'export'));
    writeFileSync(join(folder, 'export/model.json'), '{}');
    const { code, stderr } = await stele(['build', folder, '--out', join(folder, 'snapshots')]);
    expect([code, stderr]).toEqual([1, expect.stringContaining(`Give that folder: ${join(folder, 'export')}`)]);
  });
});
