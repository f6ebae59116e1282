/**
 * Open to the future: a snapshot of every format version there has been, and of ones there will be. The current one
 * opens and answers as it always did; any other is told to be too old or too new and what to do, never to be damaged.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { OperationError, RequestError } from '../../../src/content/errors/index.js';
import { diskFiles, type Files } from '../../../src/format/files/index.js';
import { BlockCache, FORMAT_VERSION, PREAMBLE_BYTES } from '../../../src/format/index.js';
import { manifestId, openCurrent, type Space } from '../../../src/index/snapshot/index.js';
import { verifySnapshots } from '../../../src/index/verify/index.js';
import { parseRequest } from '../../../src/jsonapi/index.js';
import { stele } from '../../../testing/cli/stele.js';
import { MemoryDisk } from '../../../testing/disk/index.js';
import {
  answerOf,
  GOLDEN,
  GOLDEN_BASE,
  GOLDEN_BYTES_MAXIMUM,
  goldenFolder,
  goldenRequests,
  goldenVersions,
} from '../../../testing/golden/golden.js';
import { expectedDocument, readExportNaively } from '../../../testing/oracle/index.js';
import { openInFiles } from '../../../testing/structures/in-files.js';
import { readSegment } from '../../../testing/structures/read-segment.js';

const snapshotsOf = (version: number): string => join(goldenFolder(version), 'snapshots');
const others = goldenVersions().filter((version) => version !== FORMAT_VERSION);

/** What every way into a snapshot says of one of another version. */
async function expectOtherVersion(files: Files, folder: string, version: number): Promise<void> {
  const words =
    version > FORMAT_VERSION ? 'it is too new for this stele: upgrade stele' : 'it is too old for this stele: build';
  for (const act of [openCurrent, verifySnapshots]) {
    const refused = act(files, folder);
    await expect(refused).rejects.toBeInstanceOf(OperationError);
    await expect(refused).rejects.toThrow(
      `has format version ${version}, this stele reads ${FORMAT_VERSION}: ${words}`,
    );
  }
}

describe('golden snapshots', () => {
  it('every version › has a golden snapshot, including the current one', () => {
    const folders = readdirSync(GOLDEN).filter((name) => /^v[0-9]+$/.test(name));
    expect(new Set(folders)).toEqual(new Set(goldenVersions().map((version) => `v${version}`)));
    expect(goldenVersions(), 'after raising FORMAT_VERSION: npm run golden').toEqual(
      Array.from({ length: FORMAT_VERSION }, (_, index) => index + 1),
    );
  });

  it.each(goldenVersions())('version %i › is small', (version) => {
    const files = readdirSync(snapshotsOf(version), { recursive: true, encoding: 'utf8' });
    const byteLengths = files.map((name) => statSync(join(snapshotsOf(version), name)).size);
    expect(byteLengths.reduce((sum, byteLength) => sum + byteLength, 0)).toBeLessThan(GOLDEN_BYTES_MAXIMUM);
  });

  // Not `each`: until the version is raised there is none, and then this shall not pass as if it had looked.
  it(`versions other than ${FORMAT_VERSION} (${others.join(', ') || 'none so far'}) › are too old, and not damaged`, async () => {
    for (const version of others) {
      await expectOtherVersion(diskFiles, snapshotsOf(version), version);
      for (const command of ['verify', 'inspect']) {
        const { code, stderr } = await stele([command, snapshotsOf(version)]);
        expect(code).toBe(1);
        expect(stderr).toContain('too old');
        expect(stderr).not.toContain('damaged');
      }
    }
    expect(others).toHaveLength(FORMAT_VERSION - 1);
  });
});

describe('the golden snapshot of the current version', () => {
  let space: Space;
  beforeAll(async () => {
    space = await openCurrent(diskFiles, snapshotsOf(FORMAT_VERSION));
  });

  it('the snapshot › verifies', async () => {
    const { problems, files } = await verifySnapshots(diskFiles, snapshotsOf(FORMAT_VERSION));
    expect([...problems, ...files.flatMap((file) => file.problems)]).toEqual([]);
    expect(files).toHaveLength(4);
  });

  it('requests › have the recorded answers', () => {
    const answers: unknown = JSON.parse(readFileSync(join(goldenFolder(FORMAT_VERSION), 'answers.json'), 'utf8'));
    expect(Object.fromEntries(goldenRequests().map((target) => [target, answerOf(space, target)]))).toEqual(answers);
  });

  it('rendered items read from files without block checksums › equal answers', async () => {
    const { indexes, pages } = await openInFiles(diskFiles, snapshotsOf(FORMAT_VERSION), new BlockCache(0, 4));
    for (const target of goldenRequests()) {
      expect(await pages.run(() => answerOf(indexes, target)), target).toEqual(answerOf(space, target));
    }
    expect(pages.cache.blocksRead).toBeGreaterThan(2);
    pages.leave();
  });

  it('a section that differs from its header › is refused, also if it stays in its file', async () => {
    const folder = readdirSync(snapshotsOf(FORMAT_VERSION)).find((name) => name !== 'CURRENT') ?? '';
    const disk = new MemoryDisk();
    for (const name of readdirSync(join(snapshotsOf(FORMAT_VERSION), folder))) {
      const bytes = readFileSync(join(snapshotsOf(FORMAT_VERSION), folder, name));
      const at = bytes.lastIndexOf('"title":');
      if (at >= 0 && name.endsWith('.segment')) bytes[at + 1]! ^= 1;
      disk.put(`/snapshots/${folder}/${name}`, bytes);
    }
    disk.put('/snapshots/CURRENT', readFileSync(join(snapshotsOf(FORMAT_VERSION), 'CURRENT')));
    const opened = openInFiles(disk, '/snapshots', new BlockCache(0));
    await expect(opened).rejects.toThrow(/section documents: expected CRC-32/);
  });

  it('requests › have the answers of the naive evaluator', () => {
    const oracle = readExportNaively(join(GOLDEN, 'export'));
    let compared = 0;
    for (const target of goldenRequests()) {
      const [path = '', search] = target.split('?');
      try {
        const request = parseRequest(space.model, path, search === undefined ? '' : `?${search}`);
        if (request.kind === 'root' || request.kind === 'search' || request.kind === 'suggest') continue;
        const expected = expectedDocument(oracle, request, GOLDEN_BASE);
        if (expected === undefined) continue;
        expect(answerOf(space, target), target).toEqual(JSON.parse(JSON.stringify(expected)));
        compared += 1;
      } catch (error) {
        if (!(error instanceof RequestError)) throw error;
      }
    }
    expect(compared).toBeGreaterThan(35);
  });
});

describe('snapshots of later or earlier versions', () => {
  /** A snapshots folder whose manifest is this JSON: what a program of another version may have written. */
  function withManifest(json: unknown): MemoryDisk {
    const bytes = Buffer.from(JSON.stringify(json));
    const id = manifestId(bytes);
    const disk = new MemoryDisk();
    disk.put(`/snapshots/${id}/manifest.json`, bytes);
    disk.put(`/snapshots/${id}/content.bin`, Buffer.from('another layout altogether'));
    disk.put('/snapshots/CURRENT', Buffer.from(`${id}\n`));
    return disk;
  }

  it.each([
    { version: FORMAT_VERSION + 1 },
    { version: 99, model: 'elsewhere', segments: { book: [] }, shards: 12 },
    { version: 99, model: { contentTypes: [{ name: 'book', fields: [{ name: 'x', type: 'geometry' }] }] } },
    { version: 2 ** 40, segments: null },
    { version: 0, model: {} },
  ])('a manifest of %j › is reported with its version, whatever else it contains', async (members) => {
    await expectOtherVersion(withManifest({ format: 'stele', ...members }), '/snapshots', members.version);
    await expectOtherVersion(withManifest({ ...members, format: 'stele' }), '/snapshots', members.version);
  });

  it.each([{ version: 1.5 }, { version: '2' }, {}, { version: null }])(
    'a manifest of %j › is not a manifest',
    async (members) => {
      const opened = openCurrent(withManifest({ format: 'stele', ...members }), '/snapshots');
      await expect(opened).rejects.toThrow('expected a format version');
    },
  );

  it('a manifest changed into another version › is damaged', async () => {
    const disk = withManifest({ format: 'stele', version: FORMAT_VERSION });
    const path = disk.paths('/snapshots').find((name) => name.endsWith('manifest.json')) ?? '';
    disk.put(path, Buffer.from(JSON.stringify({ format: 'stele', version: 99 })));
    await expect(openCurrent(disk, '/snapshots')).rejects.toThrow('manifest.json: expected SHA-256');
  });

  it('a single segment file › a changed version is another version; any other change is damage', async () => {
    const folder = readdirSync(snapshotsOf(FORMAT_VERSION)).find((name) => name !== 'CURRENT') ?? '';
    const name =
      readdirSync(join(snapshotsOf(FORMAT_VERSION), folder)).find((file) => file.startsWith('vacant-')) ?? '';
    const bytes = readFileSync(join(snapshotsOf(FORMAT_VERSION), folder, name));
    const versionBytes = [8, 9, 10, 11];
    for (let at = 0; at < PREAMBLE_BYTES; at += 1) {
      const changed = Uint8Array.from(bytes);
      changed[at] = changed[at]! ^ 0x40;
      const disk = new MemoryDisk();
      disk.put('/a.segment', changed);
      const opened = readSegment(disk, '/a.segment', 'a.segment');
      await expect(opened, `byte ${at}`).rejects.toThrow(versionBytes.includes(at) ? 'too new' : 'a.segment, section');
      // Everything behind the preamble may be of another kind in another version.
      if (versionBytes.includes(at)) {
        disk.put(
          '/a.segment',
          changed.map((byte, index) => (index < PREAMBLE_BYTES ? byte : byte ^ 0xff)),
        );
        await expect(readSegment(disk, '/a.segment', 'a.segment')).rejects.toThrow('too new');
      }
    }
  });
});
