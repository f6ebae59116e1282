/**
 * Serving with `--resident indexes`: rendered items stay in their files, whatever becomes of these meanwhile.
 */
import { copyFileSync, cpSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildSnapshot } from '../../../build/publish/index.js';
import { diskFiles } from '../../../src/format/files/index.js';
import { readSnapshot } from '../../../src/index/snapshot/index.js';
import { loadHere } from '../../../src/server/follow/loader.js';
import { type ServeOptions, type Serving, serve } from '../../../src/server/index.js';
import { addKey } from '../../../src/server/keys/index.js';
import { hasAddOns } from '../../../testing/add-ons.js';
import { capturingLogger } from '../../../testing/capturing-logger.js';
import { temporaryFolders } from '../../../testing/folder.js';
import { shelf, writeFiles } from '../../../testing/samples/export.js';
import { dial, errorsOf, parseReply, readAll, send } from '../../../testing/server/client.js';
import { damageFile, openFilesOf } from '../files.js';

const newFolder = temporaryFolders();
const count = 40;

/** Items of half a block each, so that each stands in a block or two of its own. */
const books = (word: string) =>
  Array.from({ length: count }, (_, book) => ({ id: `b${book}`, title: `${word} ${book} `.repeat(200), author: 'a1' }));

async function build(out: string, word: string): Promise<string> {
  const source = writeFiles(newFolder(), { ...shelf, 'book.ndjson': books(word) });
  return (await buildSnapshot(source, out, { files: diskFiles, strict: false })).snapshot;
}

const servers: Serving[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function serving(folder: string, options: Partial<ServeOptions> = {}) {
  const { lines, logger } = capturingLogger('info');
  const server = await serve({
    folders: [{ folder }],
    server: { host: '127.0.0.1', port: 0, resident: 'indexes', residentCacheBytes: 2 ** 20, cacheBytes: 0 },
    logger,
    threads: 1,
    pollMs: 0,
    wait: false,
    load: loadHere,
    ...options,
  });
  servers.push(server);
  return { server, lines };
}

const ask = ({ origin }: Serving, path: string) => send(origin, `/delivery/jsonapi/${path}`);
const titleOf = async (server: Serving, path: string): Promise<string> =>
  JSON.parse((await ask(server, path)).body.toString()).data.attributes.title;
const healthOf = async ({ origin }: Serving) => JSON.parse((await send(origin, '/health')).body.toString());
const metricOf = async ({ origin }: Serving, name: string): Promise<number> => {
  const { body } = await send(origin, '/metrics');
  return Number(new RegExp(`^${name}(?:{[^}]*})? (\\S+)$`, 'm').exec(body.toString())?.[1]);
};

/** Turns the same bit of whatever begins so in the file of books, behind the server's back. @returns the file's name */
function damage(folder: string, id: string, title: string): string {
  const name = readdirSync(join(folder, id)).find((file) => file.startsWith('book-')) ?? '';
  damageFile(join(folder, id, name), title);
  return name;
}

describe('serve › rendered items in their files', () => {
  let out: string;
  beforeAll(async () => {
    out = join(newFolder(), 'snapshots');
    await build(out, 'Stone');
  });

  it('answers › equal those of a server with everything in memory, which has more in memory', async () => {
    const { server } = await serving(out);
    const { server: whole } = await serving(out, { server: { host: '127.0.0.1', port: 0 } });
    const paths = [
      'book/b7',
      'book?page[skip]=13&include=author',
      'book?filter[title][_startsWith]=Stone%203',
      'book/b1/author',
    ];
    for (const path of [...paths, ...paths]) {
      const [found, expected] = [await ask(server, path), await ask(whole, path)];
      expect(found.body.toString()).toBe(expected.body.toString());
      expect(found.headers['etag']).toBe(expected.headers['etag']);
    }
    const resident = await metricOf(server, 'stele_resident_bytes');
    expect(resident).toBeLessThan((await metricOf(whole, 'stele_resident_bytes')) - count * 1500);
    expect(await metricOf(server, 'stele_blocks_read_total')).toBeGreaterThan(5);
    expect(await metricOf(server, 'stele_blocks_found_total')).toBeGreaterThan(5);
    expect(await metricOf(server, 'stele_blocks_bytes')).toBe(2 ** 20);
    expect(await metricOf(whole, 'stele_blocks_read_total')).toBe(0);
    const explained = `/explore/explain?space=shelf&request=${encodeURIComponent('/book?page[skip]=30')}`;
    expect((await send(server.origin, explained)).status).toBe(hasAddOns('explorer') ? 200 : 404);
  });

  it('two requests for a block that is being read › it is read once', async () => {
    const options = { host: '127.0.0.1', port: 0, resident: 'indexes', residentCacheBytes: 2 ** 20 } as const;
    const { server } = await serving(out, { server: options });
    const get = (more: string): string =>
      `GET /delivery/jsonapi/book?page[limit]=20 HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip\r\n${more}\r\n`;
    const socket = await dial(server.origin);
    const answers = readAll(socket);
    socket.write(get('') + get('Connection: close\r\n'));
    const first = parseReply(await answers);
    const second = parseReply(first.rest);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.body.equals(first.body)).toBe(true);
    expect(await metricOf(server, 'stele_cache_entries')).toBe(1);
    expect(await metricOf(server, 'stele_in_flight')).toBe(1);
  });

  it('a damaged block › its answers are 503, others are served, log and health report it', async () => {
    const folder = join(newFolder(), 'snapshots');
    const current = await build(folder, 'Clay');
    const { server, lines } = await serving(folder);
    const file = damage(folder, current, '"Clay 30 ');
    for (let time = 0; time < 2; time += 1) {
      const refused = await ask(server, 'book/b30');
      expect(refused.status).toBe(503);
      expect(refused.headers['retry-after']).toBe('1');
      expect(errorsOf(refused)).toMatchObject([{ code: 'Unavailable', status: '503' }]);
    }
    expect((await ask(server, 'book/b2')).status).toBe(200);
    const health = await healthOf(server);
    expect(health).toMatchObject({ status: 'degraded', spaces: [{ unreadableBlocks: 1 }] });
    expect(await metricOf(server, 'stele_blocks_unreadable')).toBe(1);
    const told = lines.filter((line) => line.includes('a block cannot be read'));
    expect(told).toHaveLength(1);
    expect(JSON.parse(told[0] ?? '')).toMatchObject({
      level: 50,
      file: `${current}/${file}`,
      section: 'documents',
      block: expect.any(Number),
      reason: expect.stringContaining('expected CRC-32'),
    });
    // The bytes are right again: so is the server, at the next look.
    damage(folder, current, '#Clay 30 ');
    expect((await ask(server, 'book/b30')).status).toBe(200);
    expect((await healthOf(server)).status).toBe('ok');
  });

  it('a removed folder › is still answered, and its files are closed after a swap', async () => {
    const folder = join(newFolder(), 'snapshots');
    const current = await build(folder, 'Clay');
    const { server } = await serving(folder);
    expect(await titleOf(server, 'book/b1')).toMatch(/^Clay 1 /);
    rmSync(join(folder, current), { recursive: true });
    expect(await titleOf(server, 'book/b39')).toMatch(/^Clay 39 /);
    await build(folder, 'Sand');
    await server.look();
    expect(await titleOf(server, 'book/b39')).toMatch(/^Sand 39 /);
    if (process.platform !== 'linux') return;
    await expect.poll(() => openFilesOf(join(folder, current))).toBe(0);
    expect(openFilesOf(folder)).toBeGreaterThan(0);
    await server.close();
    await expect.poll(() => openFilesOf(folder)).toBe(0);
  });

  it('a preview whose items stay in files › its blocks are counted too', async () => {
    const [folder, keysFile] = [join(newFolder(), 'none-yet'), join(newFolder(), 'access.json')];
    const secret = await addKey(keysFile, { name: 'editor', spaces: ['*'], preview: true });
    const { server } = await serving(folder, { folders: [{ folder, preview: out }], keysFile, wait: true });
    const headers = { authorization: `Bearer ${secret}` };
    expect((await send(server.origin, '/delivery/jsonapi/book/b7', { headers })).status).toBe(200);
    expect(await metricOf(server, 'stele_blocks_read_total')).toBeGreaterThan(0);
  });

  it('a snapshot with a damaged block › is refused at a swap, as with everything in memory', async () => {
    const folder = join(newFolder(), 'snapshots');
    await build(folder, 'Clay');
    const load: ServeOptions['load'] = (from, id, _signal, _held, { resident = 'all' } = {}) =>
      readSnapshot(diskFiles, from, id, { hashes: true, resident });
    const { server } = await serving(folder, { load });
    const others = join(newFolder(), 'snapshots');
    const next = await build(others, 'Sand');
    damage(others, next, '"Sand 30 ');
    cpSync(join(others, next), join(folder, next), { recursive: true });
    copyFileSync(join(others, 'CURRENT'), join(folder, 'CURRENT'));
    await server.look();
    expect(await titleOf(server, 'book/b30')).toMatch(/^Clay 30 /);
    expect((await healthOf(server)).status).toBe('degraded');
  });
});
