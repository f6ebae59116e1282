/**
 * The file of --trust while a server runs: who counts, what becomes of what is served, and what health says.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildSnapshot } from '../../../build/publish/index.js';
import type { SnapshotId } from '../../../src/content/model/index.js';
import { diskFiles } from '../../../src/format/files/index.js';
import { encodeBuiltTime } from '../../../src/index/snapshot/index.js';
import { loadHere } from '../../../src/server/follow/loader.js';
import { type Serving, serve } from '../../../src/server/index.js';
import { makeKeys, readSigningKey, type SigningKey, signSnapshot } from '../../../src/ship/trust/index.js';
import { capturingLogger } from '../../../testing/capturing-logger.js';
import { temporaryFolders } from '../../../testing/folder.js';
import { shelf, writeFiles } from '../../../testing/samples/export.js';
import { send } from '../../../testing/server/client.js';

const newFolder = temporaryFolders();
let key: SigningKey;
let next: SigningKey;
beforeAll(async () => {
  const newKey = async (): Promise<SigningKey> => {
    const path = join(newFolder(), 'key');
    await makeKeys(path);
    return readSigningKey(path);
  };
  [key, next] = [await newKey(), await newKey()];
});

async function build(out: string, name: string, by: SigningKey): Promise<SnapshotId> {
  const source = writeFiles(newFolder(), { ...shelf, 'author.ndjson': [{ id: 'a1', name }] });
  const beforeNamed = (id: SnapshotId) => signSnapshot(diskFiles, out, id, [by]);
  return (await buildSnapshot(source, out, { files: diskFiles, strict: true, beforeNamed })).snapshot;
}

const servers: Serving[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function started() {
  const [folder, file] = [join(newFolder(), 'snapshots'), join(newFolder(), 'trusted.pub')];
  const first = await build(folder, 'Mason', key);
  writeFileSync(file, `${key.publicKey.text}\n`);
  const { lines, logger } = capturingLogger('warn');
  const http = { host: '127.0.0.1', port: 0 };
  const options = { server: http, logger, threads: 1, pollMs: 0, wait: false, load: loadHere };
  const server = await serve({ ...options, folders: [{ folder }], trust: [file] });
  servers.push(server);
  const health = async () => JSON.parse((await send(server.origin, '/health')).body.toString());
  return { folder, file, first, server, health, lines };
}

describe('the time of the build', () => {
  it('a forged built.json with a later time than the signature › the time of the signature is shown', async () => {
    const { folder, file, first, server } = await started();
    await server.close();
    writeFileSync(join(folder, first, 'built.json'), encodeBuiltTime(first, Date.now() + 1_800_000));
    const http = { host: '127.0.0.1', port: 0 };
    const { logger } = capturingLogger('warn');
    const options = { server: http, logger, threads: 1, pollMs: 0, wait: false, load: loadHere };
    const again = await serve({ ...options, folders: [{ folder }], trust: [file] });
    servers.splice(0, servers.length, again);
    const { signed } = JSON.parse(readFileSync(join(folder, first, 'signature.json'), 'utf8'));
    const { spaces } = JSON.parse((await send(again.origin, '/health')).body.toString());
    expect(spaces[0].built).toBe(signed);
  });
});

describe('the file of --trust', () => {
  it('an added key › is trusted from then on, and a snapshot refused before is served', async () => {
    const { folder, file, first, server, health } = await started();
    const later = await build(folder, 'Carver', next);
    await server.look();
    expect(await health()).toMatchObject({
      status: 'degraded',
      spaces: [{ snapshot: first, problem: { wanted: later } }],
    });
    writeFileSync(file, `${key.publicKey.text}\n${next.publicKey.text} expires 2099-01-01\n`);
    await expect.poll(async () => (await health()).spaces[0].snapshot).toBe(later);
    expect(await health()).toMatchObject({
      status: 'ok',
      trust: {
        keys: [{ name: key.publicKey.name }, { name: next.publicKey.name, expires: '2099-01-01T00:00:00.000Z' }],
      },
    });
  });

  it('a removed key › its snapshot is served until another is published, and health says so', async () => {
    const { folder, file, first, server, health, lines } = await started();
    writeFileSync(file, `${next.publicKey.text}\n`);
    await server.look();
    await expect.poll(async () => (await health()).status).toBe('degraded');
    const { spaces } = await health();
    expect(spaces).toMatchObject([{ snapshot: first, problem: { wanted: first } }]);
    expect(spaces[0].problem.detail).toMatch(/which is not trusted/);
    expect(lines.join('')).toContain('the served snapshot is not trusted any more');
    const later = await build(folder, 'Carver', next);
    await server.look();
    expect(await health()).toMatchObject({ status: 'ok', spaces: [{ snapshot: later }] });
  });

  it('an unusable file › changes only health', async () => {
    const { file, server, health, lines } = await started();
    writeFileSync(file, 'nonsense\n');
    await server.look();
    await server.look();
    const names = [{ name: key.publicKey.name }];
    expect(await health()).toMatchObject({ status: 'degraded', trust: { keys: names, problem: expect.any(String) } });
    expect(JSON.stringify(await health())).not.toContain(file);
    expect(lines.filter((line) => line.includes('a file of trusted keys cannot be used'))).toHaveLength(1);
    writeFileSync(file, `${key.publicKey.text}\n`);
    await server.look();
    expect(await health()).toMatchObject({ status: 'ok', trust: { keys: names } });
  });
});
