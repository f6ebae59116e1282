/**
 * Serving with `--trust` from a disk that somebody else writes to, who keeps every checksum: nothing is answered that was
 * not signed.
 */
import { copyFileSync, cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildSnapshot } from '../../../build/publish/index.js';
import type { SnapshotId } from '../../../src/content/model/index.js';
import { diskFiles } from '../../../src/format/files/index.js';
import { type Resident, requireCurrent, snapshotPath } from '../../../src/index/snapshot/index.js';
import { describeFailure } from '../../../src/server/follow/load-failure.js';
import { loaderReply, loadHere } from '../../../src/server/follow/loader.js';
import { type ServeOptions, type Serving, serve } from '../../../src/server/index.js';
import { makeKeys, readSigningKey, type SigningKey, signSnapshot } from '../../../src/ship/trust/index.js';
import { capturingLogger } from '../../../testing/capturing-logger.js';
import { temporaryFolders } from '../../../testing/folder.js';
import { shelf, writeFiles } from '../../../testing/samples/export.js';
import { send } from '../../../testing/server/client.js';
import { forgeFile } from '../forge.js';

const newFolder = temporaryFolders();
const letters = 'abcdefghijklmnopqrstuvwxyz'.repeat(60);
/** Items of half a block each. */
const books = (word: string) =>
  Array.from({ length: 40 }, (_, book) => ({ id: `b${book}`, title: `${word}-${book}-${letters}`, author: 'a1' }));

let key: SigningKey;
beforeAll(async () => {
  const path = join(newFolder(), 'key');
  await makeKeys(path);
  key = readSigningKey(path);
});

async function build(out: string, word: string): Promise<SnapshotId> {
  const source = writeFiles(newFolder(), { ...shelf, 'book.ndjson': books(word) });
  await buildSnapshot(source, out, { files: diskFiles, strict: false });
  const id = await requireCurrent(diskFiles, out);
  await signSnapshot(diskFiles, out, id, [key]);
  return id;
}

/** Titles of 30 begin otherwise, in the items and in the index. */
function forge(folder: string, id: SnapshotId): void {
  const path = snapshotPath(folder, id);
  const name = readdirSync(path).find((file) => file.startsWith('book-')) ?? '';
  forgeFile(join(path, name), 'Clay-30-', 'Clay-30.');
}

const servers: Serving[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function serving(folder: string, resident: Resident, options: Partial<ServeOptions> = {}) {
  const { lines, logger } = capturingLogger('info');
  const server = await serve({
    folders: [{ folder }],
    server: { host: '127.0.0.1', port: 0, resident, residentCacheBytes: 2 ** 20, cacheBytes: 0 },
    logger,
    threads: 1,
    pollMs: 0,
    wait: false,
    load: loadHere,
    trust: [key.publicKey.text],
    ...options,
  });
  servers.push(server);
  return { server, lines };
}

const ask = ({ origin }: Serving, path: string) => send(origin, `/delivery/jsonapi/${path}`);
const fake = 'book?filter[title][_startsWith]=Clay-30.';

describe('bytes changed together with their checksums', () => {
  it.each<Resident>(['all', 'indexes'])(
    'before a start, %s in memory › served without trust, refused with trust',
    async (mode) => {
      const folder = join(newFolder(), 'snapshots');
      forge(folder, await build(folder, 'Clay'));
      const { server } = await serving(folder, mode, { trust: [] });
      expect((await ask(server, 'book/b30')).body.toString()).toContain('"Clay-30.');
      expect(JSON.parse((await ask(server, fake)).body.toString()).data).toHaveLength(1);
      await expect(serving(folder, mode)).rejects.toThrow(/book-.*expected SHA-256/);
    },
  );

  it('after a start, items in files › 503, other items are answered, and the log says why', async () => {
    const folder = join(newFolder(), 'snapshots');
    const id = await build(folder, 'Clay');
    const { server, lines } = await serving(folder, 'indexes');
    const { server: believing } = await serving(folder, 'indexes', { trust: [] });
    forge(folder, id);
    expect((await ask(believing, 'book/b30')).body.toString()).toContain('"Clay-30.');
    expect((await ask(server, 'book/b30')).status).toBe(503);
    expect((await ask(server, 'book/b3')).status).toBe(200);
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({
      reason: expect.stringContaining('expected the signed bytes, found other bytes'),
    });
  });

  it.each<Resident>(['all', 'indexes'])('genuine bytes, %s in memory › are answered', async (mode) => {
    const folder = join(newFolder(), 'snapshots');
    await build(folder, 'Clay');
    const { server } = await serving(folder, mode);
    expect((await ask(server, 'book/b30')).body.toString()).toContain(`"Clay-30-${letters}"`);
    const found = await ask(server, 'book?filter[title][_startsWith]=Clay-30');
    expect(JSON.parse(found.body.toString()).meta.total).toBe(1);
  });

  it.each<Resident>(['all', 'indexes'])(
    'of the next snapshot, %s in memory › the snapshot before stays, and health says so',
    async (mode) => {
      const [folder, others] = [join(newFolder(), 'snapshots'), join(newFolder(), 'snapshots')];
      await build(folder, 'Sand');
      const { server } = await serving(folder, mode);
      const next = await build(others, 'Clay');
      forge(others, next);
      cpSync(join(others, next), join(folder, next), { recursive: true });
      copyFileSync(join(others, 'CURRENT'), join(folder, 'CURRENT'));
      await server.look();
      expect((await ask(server, 'book/b30')).body.toString()).toContain('"Sand-30-');
      const health = JSON.parse((await send(server.origin, '/health')).body.toString());
      expect(health).toMatchObject({ status: 'degraded', spaces: [{ problem: { wanted: next } }] });
    },
  );

  it('of files that a pull has verified before › are found', async () => {
    const folder = join(newFolder(), 'snapshots');
    const id = await build(folder, 'Clay');
    forge(folder, id);
    const names = readdirSync(snapshotPath(folder, id)).filter((name) => name.endsWith('.segment'));
    const identity = async (name: string) =>
      (await diskFiles.stat(join(snapshotPath(folder, id), name)))?.identity ?? '';
    const verifiedFiles = new Map(await Promise.all(names.map(async (name) => [name, await identity(name)] as const)));
    const task = { folder, id, verifiedFiles, servedBytes: undefined };
    expect((await loaderReply(task)).kind).toBe('loaded');
    const reply = await loaderReply({ ...task, manner: { sealed: true } });
    expect(reply.kind === 'failed' && reply.failure.detail).toMatch(/expected SHA-256/);
  });

  it('with sealed › verified files are read again', async () => {
    const folder = join(newFolder(), 'snapshots');
    const id = await build(folder, 'Clay');
    forge(folder, id);
    const failure = await loadHere(folder, id, undefined, undefined, { sealed: true }).catch(describeFailure);
    expect(failure).toMatchObject({ isLasting: true });
  });
});
