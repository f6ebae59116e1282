/**
 * What a server with trust accepts of a folder: for its space and channel, and nothing older than before, whatever is lost.
 */
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type SnapshotId, snapshotId } from '../../../src/content/model/index.js';
import { diskFiles } from '../../../src/format/files/index.js';
import type { LoadManner, LoadSnapshot } from '../../../src/server/follow/loader.js';
import { createTrustedLoading } from '../../../src/server/follow/trusted-loading.js';
import {
  makeKeys,
  makeSignature,
  type Purpose,
  readSigningKey,
  type SigningKey,
  writeSignature,
} from '../../../src/ship/trust/index.js';
import { capturingLogger } from '../../../testing/capturing-logger.js';
import { temporaryFolders } from '../../../testing/folder.js';

const newFolder = temporaryFolders();
const idOf = (digit: string): SnapshotId => snapshotId(digit.repeat(64))!;
const [old, today] = [idOf('a'), idOf('b')];
const shop: Purpose = { space: 'shop', channel: 'published' };
const nowMs = Date.now();
let key: SigningKey;
beforeAll(async () => {
  const path = join(newFolder(), 'key');
  await makeKeys(path);
  key = readSigningKey(path);
});

/** A server of two folders, from its start on. */
function started(folder: string, more: { name?: string; preview?: string; ageMaximumMs?: number } = {}) {
  const { lines, logger } = capturingLogger('warn');
  const { ageMaximumMs = Number.POSITIVE_INFINITY, ...names } = more;
  const asked: (LoadManner | undefined)[] = [];
  const load: LoadSnapshot = async (_folder, id, _signal, _held, manner) => {
    asked.push(manner);
    return { id, manifest: new Uint8Array(), segments: [] };
  };
  const folders = [{ folder, ...names }];
  return {
    load: createTrustedLoading({ trustedKeys: () => [key.publicKey], ageMaximumMs, folders, logger }).requireSignature(
      load,
    ),
    lines,
    asked,
  };
}

async function sign(folder: string, id: SnapshotId, signedMs: number, purpose = shop): Promise<void> {
  mkdirSync(join(folder, id), { recursive: true });
  await writeSignature(diskFiles, folder, id, makeSignature(id, purpose, signedMs, [key]));
}

describe('a server with trust', () => {
  it('a signature for another space or channel › is refused', async () => {
    const [folder, preview] = [newFolder(), newFolder()];
    const { load, asked } = started(folder, { name: 'shop', preview });
    await sign(folder, today, nowMs, { space: 'museum', channel: 'published' });
    await expect(load(folder, today)).rejects.toThrow(
      /is signed for the space "museum", but this folder is for the space "shop"/,
    );
    await sign(folder, today, nowMs, { space: 'shop', channel: 'preview' });
    await expect(load(folder, today)).rejects.toThrow(/is signed as preview, but this folder accepts only published/);
    await sign(preview, today, nowMs);
    await expect(load(preview, today)).rejects.toThrow(/is signed as published, but this folder accepts only preview/);
    expect(asked).toEqual([]);
    await sign(preview, today, nowMs, { space: 'shop', channel: 'preview' });
    await sign(folder, today, nowMs);
    for (const each of [folder, preview]) expect((await load(each, today)).id).toBe(today);
    expect(asked).toEqual([{ sealed: true }, { sealed: true }]);
  });

  it('without a given name › the space of the first accepted snapshot counts', async () => {
    const folder = newFolder();
    await sign(folder, old, nowMs - 2);
    await started(folder).load(folder, old);
    await sign(folder, today, nowMs, { space: 'museum', channel: 'published' });
    await expect(started(folder).load(folder, today)).rejects.toThrow(/but this folder is for the space "shop"/);
  });

  it('an older snapshot after a restart, without the newer one › is refused', async () => {
    const folder = newFolder();
    await sign(folder, old, nowMs - 2);
    await sign(folder, today, nowMs - 1);
    await started(folder).load(folder, today);
    rmSync(join(folder, today), { recursive: true });
    await expect(started(folder).load(folder, old)).rejects.toThrow(/it is older/);
    await sign(folder, old, nowMs);
    expect((await started(folder).load(folder, old)).id).toBe(old);
  });

  it("the served snapshot's older signature › does not admit snapshots signed in between", async () => {
    const folder = newFolder();
    await sign(folder, today, nowMs);
    const { load } = started(folder);
    await load(folder, today);
    await sign(folder, today, nowMs - 3);
    await load(folder, today);
    await sign(folder, old, nowMs - 2);
    await expect(load(folder, old)).rejects.toThrow(/it is older/);
    rmSync(join(folder, 'TRUSTED'));
    await expect(load(folder, old)).rejects.toThrow(/it is older/);
  });

  it('a folder without accepted snapshots › refuses signatures that are too old', async () => {
    const folder = newFolder();
    await sign(folder, old, nowMs - 60_000);
    await expect(started(folder, { ageMaximumMs: 1000 }).load(folder, old)).rejects.toThrow(/--max-signature-age/);
    expect(existsSync(join(folder, 'TRUSTED'))).toBe(false);
    await started(folder).load(folder, old);
    expect((await started(folder, { ageMaximumMs: 1000 }).load(folder, old)).id).toBe(old);
  });

  it('a read-only folder › is served, with one warning', async () => {
    const folder = newFolder();
    mkdirSync(join(folder, 'TRUSTED'));
    await sign(folder, old, nowMs - 2);
    const { load, lines } = started(folder);
    for (let time = 0; time < 2; time += 1) expect((await load(folder, old)).id).toBe(old);
    expect(lines.map((line) => JSON.parse(line).msg)).toEqual([
      expect.stringMatching(/^the newest signature cannot be kept in the folder/),
    ]);
  });
});
