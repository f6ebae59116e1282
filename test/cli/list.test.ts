/**
 * `stele list`: the snapshots of a folder, newest first, and which of them is or was served.
 */
import { rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildSnapshot } from '../../build/publish/index.js';
import { diskFiles } from '../../src/format/files/index.js';
import { encodeBuiltTime } from '../../src/index/snapshot/index.js';
import { stele } from '../../testing/cli/stele.js';
import { temporaryFolders } from '../../testing/folder.js';
import { shelf, writeFiles } from '../../testing/samples/export.js';

const newFolder = temporaryFolders();

let out: string;
let ids: string[];
beforeAll(async () => {
  out = newFolder();
  ids = [];
  for (const name of ['Mason', 'Carver', 'Cutter']) {
    const source = writeFiles(newFolder(), { ...shelf, 'author.ndjson': [{ id: 'a1', name }] });
    const { snapshot } = await buildSnapshot(source, out, { files: diskFiles, strict: false });
    const seconds = 1_700_000_000 + ids.length * 3600;
    utimesSync(join(out, snapshot, 'manifest.json'), 0, seconds);
    writeFileSync(join(out, snapshot, 'built.json'), encodeBuiltTime(snapshot, seconds * 1000));
    ids.push(snapshot);
  }
});

describe('stele list', () => {
  it('a folder of snapshots › lists date, size and order of service, newest first', async () => {
    const { code, stdout } = await stele(['list', out]);
    expect(code).toBe(0);
    const [head, ...rows] = stdout.trimEnd().split('\n');
    expect(head).toMatch(/^snapshot +built +items +size +served$/);
    expect(rows).toEqual([
      expect.stringMatching(new RegExp(`^${ids[2]}  2023-11-15T00:13:20\\.000Z +4 +[\\d.]+ KB  current$`)),
      expect.stringMatching(new RegExp(`^${ids[1]}  2023-11-14T23:13:20\\.000Z +4 +[\\d.]+ KB  before 1$`)),
      expect.stringMatching(new RegExp(`^${ids[0]}  2023-11-14T22:13:20\\.000Z +4 +[\\d.]+ KB  before 2$`)),
    ]);
  });

  it('a terminal › ids of 8 digits and times without seconds', async () => {
    const { stdout } = await stele(['list', out], { isTTY: true });
    expect(stdout.split('\n')[1]).toMatch(
      new RegExp(`^${ids[2]?.slice(0, 8)}  2023-11-15 00:13 UTC +4 +[\\d.]+ KB  current$`),
    );
  });

  it('--json › has the same data; sizes agree with verify', async () => {
    const { snapshots } = JSON.parse((await stele(['list', out, '--json'])).stdout);
    expect(snapshots.map(({ id, servedBefore }: Record<string, unknown>) => [id, servedBefore])).toEqual([
      [ids[2], null],
      [ids[1], 1],
      [ids[0], 2],
    ]);
    const { byteLength } = JSON.parse((await stele(['inspect', out, '--json'])).stdout);
    const built = '2023-11-15T00:13:20.000Z';
    expect(snapshots[0]).toEqual({
      id: ids[2],
      built,
      written: built,
      current: true,
      servedBefore: null,
      space: 'shelf',
      items: 4,
      byteLength,
      problem: null,
    });
  });

  it('after a rollback › the snapshot before that is next', async () => {
    expect((await stele(['rollback', out])).code).toBe(0);
    const lines = (await stele(['list', out])).stdout.trimEnd().split('\n').slice(1);
    expect(lines.map((line) => line.split(/ {2,}/).at(-1))).toEqual(['-', 'current', 'before 1']);
  });

  it('a damaged manifest, or an invalid CURRENT › the list has the problem', async () => {
    writeFileSync(join(out, ids[0]!, 'manifest.json'), '{}');
    utimesSync(join(out, ids[0]!, 'manifest.json'), 0, 1_700_000_000);
    writeFileSync(join(out, 'CURRENT'), 'yesterday');
    const { code, stdout } = await stele(['list', out]);
    expect(code).toBe(0);
    expect(stdout).toContain(`${ids[0]}  2023-11-14T22:13:20.000Z      -`);
    expect(stdout).toContain(`${ids[0]!.slice(0, 8)} cannot be read: ${ids[0]}/manifest.json: expected SHA-256`);
    expect(stdout).not.toContain('current');
    rmSync(join(out, 'CURRENT'));
    expect((await stele(['list', out])).stdout).toContain(ids[2]);
  });

  it('a missing folder, or one without snapshots › exits with 1 and advice', async () => {
    for (const folder of ['/nowhere', newFolder()]) {
      const { code, stdout, stderr } = await stele(['list', folder]);
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toContain(`stele build <export> --out ${folder}`);
    }
  });
});
