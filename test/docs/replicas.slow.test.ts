/**
 * docs/run/replicate.md › the commands that ship a snapshot to replicas do so, and copy only changed files.
 *
 * They run unchanged, with folders of this machine in place of hosts.
 */

import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildSnapshot } from '../../build/publish/index.js';
import { diskFiles } from '../../src/format/files/index.js';
import { openCurrent } from '../../src/index/snapshot/index.js';
import { listProblems, verifySnapshots } from '../../src/index/verify/index.js';
import { temporaryFolders } from '../../testing/folder.js';
import { isThere } from '../../testing/is-there.js';
import { fencesOf, readPage } from '../../testing/pages/markdown.js';
import { shelf, writeFiles } from '../../testing/samples/export.js';

const newFolder = temporaryFolders();
const hasRsync = isThere(
  spawnSync('rsync', ['--version']).status === 0,
  'rsync is not installed, so shipping to replicas is not tried.',
);

const replicas = ['content-1', 'content-2'];

/** The page's commands, with folders in place of hosts. */
function commands(root: string): readonly string[] {
  return fencesOf(readPage('docs/run/replicate.md'))
    .filter(({ info, text }) => info === 'sh' && text.includes('rsync'))
    .map(({ text }) =>
      text
        .replaceAll('ssh "$replica" cat /srv/', `cat "${root}/$replica/srv/`)
        .replaceAll('/snapshots/CURRENT || true', '/snapshots/CURRENT" 2>/dev/null || true')
        .replaceAll('"$replica:/srv/', `"${root}/$replica/srv/`)
        .replaceAll(/(?<=[\s"])\/srv\//g, `${root}/here/srv/`),
    );
}

const run = (script: string): string => execFileSync('bash', ['-euo', 'pipefail', '-c', script], { encoding: 'utf8' });

describe.runIf(hasRsync)('docs/run/replicate.md, publishing to replicas', () => {
  it('two nights › each replica has the snapshot and keeps the unchanged files', async () => {
    const root = newFolder();
    const here = join(root, 'here/srv/snapshots');
    const there = replicas.map((replica) => join(root, replica, 'srv/snapshots'));
    for (const folder of there) mkdirSync(folder, { recursive: true });
    const [ship, clean, ...more] = commands(root);
    expect(more).toEqual([]);
    const build = async (night: number) => {
      const author = [{ id: 'a1', name: `night ${night}`, books: ['b2', 'b1'] }];
      const source = writeFiles(newFolder(), { ...shelf, 'author.ndjson': author });
      return (await buildSnapshot(source, here, { files: diskFiles, strict: false, keep: 2 })).snapshot;
    };
    const ids = [];
    for (let night = 1; night <= 3; night += 1) {
      ids.push(await build(night));
      run(ship ?? '');
      for (const folder of there) {
        expect((await openCurrent(diskFiles, folder)).id).toBe(ids.at(-1));
        expect(listProblems(await verifySnapshots(diskFiles, folder))).toEqual([]);
      }
    }
    const [first = '', second = '', third = ''] = ids;
    for (const folder of there) {
      for (const name of readdirSync(join(folder, third))) {
        const before = join(folder, second, name);
        const isSame = existsSync(before) && statSync(before).ino === statSync(join(folder, third, name)).ino;
        expect(isSame, name).toBe(name.startsWith('book-') || name.startsWith('joins-'));
      }
      expect(existsSync(join(folder, first))).toBe(true);
    }
    run(clean ?? '');
    for (const folder of there) {
      expect(readdirSync(folder).sort()).toEqual(['CURRENT', second, third].sort());
      expect(readFileSync(join(folder, 'CURRENT'), 'utf8')).toBe(`${third}\n`);
      expect(listProblems(await verifySnapshots(diskFiles, folder))).toEqual([]);
    }
  });
});
