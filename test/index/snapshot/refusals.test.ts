/**
 * Missing snapshots, failing disks and faulty writers: each is refused by name, and not confused with another problem.
 */
import { beforeEach, describe, expect, it } from 'vitest';
import { notesOnChange, readServed } from '../../../build/publish/compare/served-snapshot.js';
import { buildSnapshot } from '../../../build/publish/index.js';
import { IntegrityError, OperationError } from '../../../src/content/errors/index.js';
import type { SnapshotId } from '../../../src/content/model/index.js';
import { type Files, type OpenMode, readSmallFile } from '../../../src/format/files/index.js';
import { writeSegment } from '../../../src/format/index.js';
import { TYPE_SEGMENT } from '../../../src/index/segment/index.js';
import {
  chooseSnapshot,
  encodeManifest,
  listEntries,
  makeSpace,
  manifestId,
  openCurrent,
  readManifest,
  readTypeCounts,
} from '../../../src/index/snapshot/index.js';
import { verifySnapshot } from '../../../src/index/verify/index.js';
import { diskError, MemoryDisk } from '../../../testing/disk/index.js';

let disk: MemoryDisk;
let id: SnapshotId;
beforeEach(async () => {
  disk = new MemoryDisk();
  const contentTypes = [{ name: 'book', fields: [{ name: 'next', type: 'relationship', to: 'book' }] }];
  disk.put('/export/model.json', Buffer.from(JSON.stringify({ space: 's', contentTypes })));
  disk.put('/export/book.ndjson', Buffer.from('{"id":"a","next":"b"}\n{"id":"b"}\n'));
  ({ snapshot: id } = await buildSnapshot('/export', '/out', { files: disk, strict: true }));
});

/** The disk, on which manifests cannot be opened. */
const unreadable = (): Files => {
  const files: Files = Object.create(disk);
  return Object.assign(files, {
    open: (path: string, mode: OpenMode) =>
      path.endsWith('manifest.json') ? Promise.reject(diskError('EIO', 'open', path)) : disk.open(path, mode),
    stat: (path: string) => disk.stat(path),
    list: (folder: string) => disk.list(folder),
  });
};

describe('chooseSnapshot', () => {
  it('PREVIOUS without earlier snapshots, and a missing CURRENT › are refused with what to do', async () => {
    await expect(chooseSnapshot(disk, '/out', 'PREVIOUS')).rejects.toThrow(
      'the folder has only the current snapshot. Build again',
    );
    disk.put('/out/CURRENT', undefined);
    const chosen = chooseSnapshot(disk, '/out', 'CURRENT');
    await expect(chosen).rejects.toThrow(OperationError);
    await expect(chosen).rejects.toThrow(`there is no CURRENT here. Give the id of a snapshot:\n  ${id}`);
  });
});

describe('a disk that fails', () => {
  it('at a manifest › is not reported as damage by a list, a build or a verification', async () => {
    await expect(listEntries(unreadable(), '/out')).rejects.toMatchObject({ code: 'EIO' });
    await expect(readServed(unreadable(), '/out')).rejects.toMatchObject({ code: 'EIO' });
    await expect(verifySnapshot(unreadable(), '/out', id)).rejects.toMatchObject({ code: 'EIO' });
  });
});

describe('verifySnapshot', () => {
  it('a file with another hash or length than in the manifest › is reported with both; only an equal length is hashed', async () => {
    const manifest = await readManifest(disk, '/out', id);
    const [first, ...others] = manifest.segments;
    const cases = [
      {
        promised: { sha256: '0'.repeat(64) },
        problem: `expected ${first?.byteLength} bytes with SHA-256 ${'0'.repeat(64)}, found ${first?.byteLength} with ${first?.sha256}`,
      },
      { promised: { byteLength: 7 }, problem: `expected 7 bytes, found ${first?.byteLength}` },
    ];
    for (const { promised, problem } of cases) {
      const bytes = encodeManifest({ ...manifest, segments: [{ ...first!, ...promised }, ...others] });
      const other = manifestId(bytes);
      for (const { file } of manifest.segments) {
        disk.put(
          `/out/${other}/${file}`,
          (await readSmallFile(disk, `/out/${id}/${file}`, 2 ** 20)) ?? new Uint8Array(),
        );
      }
      disk.put(`/out/${other}/manifest.json`, bytes);
      const { files } = await verifySnapshot(disk, '/out', other);
      expect(files.flatMap(({ problems }) => problems)).toEqual([`${other}/${first?.file}: ${problem}`]);
    }
  });
});

describe('a faulty writer', () => {
  it('a type without a count of items › is damage of its header', async () => {
    const meta = new Map([['items', 'many']]);
    const written = await writeSegment(disk, `/out/${id}/faulty`, {
      kind: TYPE_SEGMENT,
      name: 'book',
      meta,
      sections: [],
    });
    const manifest = await readManifest(disk, '/out', id);
    const segments = [{ kind: TYPE_SEGMENT, name: 'book', file: 'faulty', ...written }];
    const counts = readTypeCounts(disk, '/out', id, { ...manifest, segments });
    await expect(counts).rejects.toThrow(IntegrityError);
    await expect(counts).rejects.toThrow('expected a count of items, found many');
  });

  it('joins of another kind › are damage', async () => {
    const { types, model } = await openCurrent(disk, '/out');
    const segments = [...types.values()].map(({ segment }) => segment);
    expect(() => makeSpace(id, model, segments, segments[0]!.file, new Map())).toThrow('expected joins, found type');
  });
});

describe('the comparison with the earlier snapshot', () => {
  it('an unreadable earlier snapshot › gives a note if types are guarded; one without counts of values › compares items only', async () => {
    const { model } = await openCurrent(disk, '/out');
    expect(notesOnChange('unreadable', model, false)).toEqual([]);
    expect(notesOnChange('unreadable', model, true)).toHaveLength(1);
    const types = new Map([['book', { items: 1, populated: undefined }]]);
    expect(notesOnChange({ model, types }, model, true)).toEqual([expect.stringContaining('only its items')]);
    expect(notesOnChange({ model, types }, model, false)).toEqual([]);
  });
});
