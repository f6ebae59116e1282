/**
 * What a build keeps in temporary files: gone in the end, however it ends, and the same snapshot as without.
 */
import { appendFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { temporaryPlace } from '../../../build/publish/folder/temporary-files.js';
import { buildSnapshot } from '../../../build/publish/index.js';
import { generateExport } from '../../../data/generate/generate.js';
import { diskFiles, type Files } from '../../../src/format/files/index.js';
import { diskError } from '../../../testing/disk/index.js';
import { temporaryFolders } from '../../../testing/folder.js';
import { shelf, writeFiles } from '../../../testing/samples/export.js';

const newFolder = temporaryFolders();

interface Counting {
  readonly files: Files;
  readonly writes: () => number;
  readonly reads: () => number;
}

/** The real disk, whose `wanted`-th write into a scratch file fails; it tells how many writes and reads there were. */
function failingAt(wanted: number): Counting {
  let writes = 0;
  let reads = 0;
  const files: Files = {
    ...diskFiles,
    async open(path, mode) {
      const file = await diskFiles.open(path, mode);
      if (!path.includes('-scratch')) return file;
      return {
        ...file,
        write(bytes, position) {
          writes += 1;
          if (writes === wanted) return Promise.reject(new Error('ENOSPC: no space left'));
          return file.write(bytes, position);
        },
        read(...range) {
          reads += 1;
          return file.read(...range);
        },
      };
    },
  };
  return { files, writes: () => writes, reads: () => reads };
}

describe('scratch files', () => {
  let source: string;
  let expected: string;
  let writes: number;

  beforeAll(async () => {
    source = newFolder();
    await generateExport(source, { items: 4000, seed: 3, profile: 'engine' });
    const counting = failingAt(-1);
    const { snapshot } = await buildSnapshot(source, newFolder(), { files: counting.files, strict: true });
    expected = snapshot;
    writes = counting.writes();
  });

  it('a build that needs them › leaves no scratch files', async () => {
    expect(writes).toBeGreaterThanOrEqual(3);
    const out = newFolder();
    const { snapshot } = await buildSnapshot(source, out, { files: diskFiles, strict: true, memoryBytes: 2 ** 26 });
    expect(snapshot).toBe(expected);
    expect(readdirSync(out).sort()).toEqual([snapshot, 'CURRENT'].sort());
  });

  it('so little memory that texts are read from files in parts › the same snapshot', async () => {
    const small = newFolder();
    await generateExport(small, { items: 1000, seed: 5, profile: 'engine' });
    const counts: number[] = [];
    const snapshots = new Set<string>();
    for (const memoryBytes of [2 ** 30, 2 ** 19]) {
      const counting = failingAt(-1);
      const out = newFolder();
      const { snapshot } = await buildSnapshot(small, out, { files: counting.files, strict: true, memoryBytes });
      counts.push(counting.reads());
      snapshots.add(snapshot);
      expect(readdirSync(out).sort()).toEqual([snapshot, 'CURRENT'].sort());
    }
    expect(snapshots.size).toBe(1);
    expect(counts[1]).toBeGreaterThan(counts[0]! * 5);
  });

  it('a folder of their own › is used, and left empty', async () => {
    const temporaryFolder = join(newFolder(), 'temp');
    mkdirSync(temporaryFolder);
    const seen = new Set<string>();
    const files: Files = {
      ...diskFiles,
      makeFolder: (path) => {
        seen.add(path.startsWith(temporaryFolder) ? 'temporary' : 'out');
        return diskFiles.makeFolder(path);
      },
    };
    const { snapshot } = await buildSnapshot(source, newFolder(), { files, strict: true, temporaryFolder });
    expect(snapshot).toBe(expected);
    expect([...seen].sort()).toEqual(['out', 'temporary']);
    expect(readdirSync(temporaryFolder)).toEqual([]);
  });

  it('leftovers of a killed build in a separate folder › are removed by the next build into the same snapshots, and no other files', async () => {
    const [out, temporaryFolder] = [newFolder(), newFolder()];
    const left = temporaryPlace(out, temporaryFolder).path;
    const anothers = temporaryPlace(newFolder(), temporaryFolder).path;
    for (const path of [left, anothers]) {
      mkdirSync(path);
      writeFileSync(join(path, '0'), 'x');
    }
    await buildSnapshot(writeFiles(newFolder(), shelf), out, { files: diskFiles, strict: false, temporaryFolder });
    expect(readdirSync(temporaryFolder)).toEqual([basename(anothers)]);
  });

  it('a full disk of temporary files › is the disk named in the message', async () => {
    const temporaryFolder = newFolder();
    const open: Files['open'] = async (path, mode) => {
      const file = await diskFiles.open(path, mode);
      const isTheirs = mode === 'create' && path.startsWith(temporaryFolder);
      return isTheirs ? { ...file, write: () => Promise.reject(diskError('ENOSPC', 'write')) } : file;
    };
    const built = buildSnapshot(source, newFolder(), { files: { ...diskFiles, open }, strict: true, temporaryFolder });
    await expect(built).rejects.toThrow(
      `cannot keep temporary files in ${temporaryFolder}: no space is left on its disk`,
    );
    expect(readdirSync(temporaryFolder)).toEqual([]);
  });

  it('a full disk at any write › the reason, and no files are left', { timeout: 180_000 }, async () => {
    for (const write of Array.from({ length: Math.ceil(writes / 3) }, (_, third) => 3 * third + 1)) {
      const out = newFolder();
      const { files } = failingAt(write);
      await expect(buildSnapshot(source, out, { files, strict: true })).rejects.toThrow('ENOSPC');
      expect(readdirSync(out)).toEqual([]);
    }
  });

  it('an export refused after types were read › no files are left', async () => {
    const bad = newFolder();
    await generateExport(bad, { items: 4000, seed: 3, profile: 'engine' });
    appendFileSync(join(bad, 'tag.ndjson'), 'nonsense\n');
    const out = newFolder();
    const used = failingAt(-1);
    await expect(buildSnapshot(bad, out, { files: used.files, strict: true })).rejects.toThrow('tag.ndjson:2001');
    expect(used.writes()).toBeGreaterThan(0);
    expect(readdirSync(out)).toEqual([]);
  });
});
