/**
 * A snapshot's bytes as a value of their own, for another thread, and their checks before a swap.
 */
import { cpSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildSnapshot } from '../../../build/publish/index.js';
import { IntegrityError } from '../../../src/content/errors/index.js';
import { type SnapshotId, snapshotId } from '../../../src/content/model/index.js';
import { diskFiles, type Files } from '../../../src/format/files/index.js';
import {
  assembleSnapshot,
  BUILT_BYTES_MAXIMUM,
  encodeBuiltTime,
  encodeManifest,
  manifestId,
  openSnapshot,
  readManifest,
  readSnapshot,
  type Space,
} from '../../../src/index/snapshot/index.js';
import { answer, parseRequest } from '../../../src/jsonapi/index.js';
import { temporaryFolders } from '../../../testing/folder.js';
import { shelf, writeFiles } from '../../../testing/samples/export.js';

const newFolder = temporaryFolders();
const earlyMs = Date.UTC(2026, 2, 1, 2, 30);
const otherId = snapshotId('f'.repeat(64))!;

async function built(files: Readonly<Record<string, unknown>> = shelf) {
  const out = join(newFolder(), 'snapshots');
  const report = await buildSnapshot(writeFiles(newFolder(), files), out, { files: diskFiles, strict: false });
  const id = snapshotId(report.snapshot)!;
  const file = (type: string): string => {
    const name = readdirSync(join(out, id)).find((found) => found.startsWith(`${type}-`));
    return join(out, id, name ?? '');
  };
  return { out, id, file };
}

const documentOf = (space: Space): string =>
  answer(space, parseRequest(space.model, '/book', '?include=author&sort=-title'), '/delivery/jsonapi').toString();

describe('readSnapshot', () => {
  it('times › the build is read from built.json, or else from the signature; the fetch from the manifest file', async () => {
    const { out, id } = await built();
    const times = async () => readSnapshot(diskFiles, out, id, { hashes: false });
    const { mtimeMs } = statSync(join(out, id, 'manifest.json'));
    const { builtMs = 0, fetchedMs } = await times();
    // Reading at once and reading later round the fractions of a millisecond differently.
    expect(fetchedMs).toBeCloseTo(mtimeMs, 1);
    expect(Math.abs(builtMs - mtimeMs)).toBeLessThan(60_000);
    const builtFile = join(out, id, 'built.json');
    const earlierMs = Date.UTC(2026, 1, 1, 2, 30);
    writeFileSync(builtFile, encodeBuiltTime(id, earlierMs));
    expect((await times()).builtMs).toBe(earlierMs);
    rmSync(builtFile);
    expect((await times()).builtMs).toBeUndefined();
    const signature = join(out, id, 'signature.json');
    for (const text of ['no JSON', '[]', '{"signed":"yesterday"}', '{"signed":1}']) {
      writeFileSync(signature, text);
      expect((await times()).builtMs, text).toBeUndefined();
    }
    writeFileSync(signature, '{"signed":"2026-03-01T02:30:00.000Z"}');
    expect((await times()).builtMs).toBe(Date.UTC(2026, 2, 1, 2, 30));
  });

  it.each<[string, (id: SnapshotId) => string | Uint8Array]>([
    ['no JSON', () => 'built yesterday'],
    ['another form', (id) => JSON.stringify({ snapshot: id, built: '2026-03-01T02:30:00.000Z' })],
    ['a changed byte', (id) => encodeBuiltTime(id, earlyMs).toString().replace('2026-03', '2026-04')],
    ['another snapshot', () => encodeBuiltTime(otherId, earlyMs)],
    ['a time in the future', (id) => encodeBuiltTime(id, Date.now() + 2 * 3_600_000)],
    ['too many bytes', (id) => `${encodeBuiltTime(id, earlyMs)}${' '.repeat(BUILT_BYTES_MAXIMUM)}`],
  ])('a built.json with %s › is ignored', async (_, write) => {
    const { out, id } = await built();
    writeFileSync(join(out, id, 'built.json'), write(id));
    expect((await readSnapshot(diskFiles, out, id, { hashes: false })).builtMs).toBeUndefined();
  });

  it('a structured clone › assembles to the same answers, over the same memory', async () => {
    const { out, id } = await built();
    const bytes = await readSnapshot(diskFiles, out, id, { hashes: true });
    const clone = structuredClone(bytes);
    expect(documentOf(assembleSnapshot(clone))).toBe(documentOf(await openSnapshot(diskFiles, out, id)));
    for (const [index, segment] of bytes.segments.entries()) {
      for (const [place, payload] of segment.payloads.entries()) {
        const cloned = clone.segments[index]?.payloads[place];
        expect(cloned).toEqual(payload);
        if (payload === undefined || payload.byteLength === 0) continue;
        payload[0]! ^= 0xff;
        expect(cloned?.[0]).toBe(payload[0]);
        payload[0]! ^= 0xff;
      }
    }
  });

  it('a changed file with equal checksums › is refused if hashes are compared', async () => {
    const { out, id } = await built();
    const manifest = await readManifest(diskFiles, out, id);
    const segments = manifest.segments.map((segment) => ({ ...segment, sha256: '0'.repeat(64) }));
    const bytes = encodeManifest({ ...manifest, segments });
    const other = manifestId(bytes);
    cpSync(join(out, id), join(out, other), { recursive: true });
    writeFileSync(join(out, other, 'manifest.json'), bytes);
    const reading = readSnapshot(diskFiles, out, other, { hashes: true });
    await expect(reading).rejects.toThrow(IntegrityError);
    await expect(reading).rejects.toThrow(/book-.*expected SHA-256 0{64}/);
    expect((await readSnapshot(diskFiles, out, other, { hashes: false })).id).toBe(other);
  });

  it('a file shorter than in the manifest › is refused before any segment is read', async () => {
    const { out, id, file } = await built();
    truncateSync(file('joins'), 100);
    const opened: string[] = [];
    const files: Files = {
      ...diskFiles,
      open: (path, mode) => {
        opened.push(path);
        return diskFiles.open(path, mode);
      },
    };
    await expect(readSnapshot(files, out, id, { hashes: true })).rejects.toThrow(/joins-.*bytes, as the manifest says/);
    expect(opened.filter((path) => path.endsWith('.segment'))).toEqual([]);
  });
});
