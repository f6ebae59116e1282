/**
 * A snapshot's bytes as a value of their own: what another thread gets, and what a swap verifies before it.
 */
import { cpSync, readdirSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildSnapshot } from '../../../build/publish/index.js';
import { IntegrityError } from '../../../src/content/errors/index.js';
import { snapshotId } from '../../../src/content/model/index.js';
import { diskFiles, type Files } from '../../../src/format/files/index.js';
import {
  assembleSnapshot,
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
  it('when it was built › as its signature says, else when its manifest was written', async () => {
    const { out, id } = await built();
    const builtMs = async () => (await readSnapshot(diskFiles, out, id, { hashes: false })).builtMs;
    const { mtimeMs } = statSync(join(out, id, 'manifest.json'));
    // Reading at once and reading later round the fractions of a millisecond differently.
    expect(await builtMs()).toBeCloseTo(mtimeMs, 1);
    const signature = join(out, id, 'signature.json');
    for (const text of ['no JSON', '[]', '{"signed":"yesterday"}', '{"signed":1}']) {
      writeFileSync(signature, text);
      expect(await builtMs(), text).toBeCloseTo(mtimeMs, 1);
    }
    writeFileSync(signature, '{"signed":"2026-03-01T02:30:00.000Z"}');
    expect(await builtMs()).toBe(Date.UTC(2026, 2, 1, 2, 30));
  });

  it('cloned as for another thread › assembles to the same answers, over the same memory', async () => {
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

  it('a file that only its hash tells from the one written › is refused where hashes are compared', async () => {
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

  it('a file that is shorter than the manifest says › is found before any segment is read', async () => {
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
