/**
 * Serving folders: what a server begins with, and what it does when CURRENT changes under it. In this process, with a
 * loader that needs no thread; the real one is under load in soak/test.
 */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildSnapshot } from '../../../build/publish/index.js';
import { OperationError } from '../../../src/content/errors/index.js';
import { diskFiles, type Files } from '../../../src/format/files/index.js';
import { loadHere } from '../../../src/server/follow/loader.js';
import { openFolders, openPreviews } from '../../../src/server/follow/open-folders.js';
import { type ServeOptions, type Serving, SpaceNameTaken, serve } from '../../../src/server/index.js';
import { rollBack } from '../../../src/ship/publish/index.js';
import { temporaryFolders } from '../../../testing/folder.js';
import { shelf, writeFiles } from '../../../testing/samples/export.js';
import { errorsOf, send } from '../../../testing/server/client.js';

const newFolder = temporaryFolders();

const titled = (title: string) => ({ ...shelf, 'book.ndjson': [{ id: 'b1', title, author: 'a1' }] });

async function build(out: string, title: string): Promise<string> {
  const report = await buildSnapshot(writeFiles(newFolder(), titled(title)), out, { files: diskFiles, strict: false });
  return report.snapshot;
}

let built: string;
beforeAll(async () => {
  built = join(newFolder(), 'snapshots');
  await build(built, 'Stone');
});

function copy(): string {
  const folder = newFolder();
  cpSync(built, folder, { recursive: true });
  return folder;
}

const servers: Serving[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function serving(folders: ServeOptions['folders'], wait = false): Promise<Serving> {
  const server = await serve({
    folders,
    server: { host: '127.0.0.1', port: 0 },
    logger: pino({ level: 'silent' }),
    threads: 1,
    pollMs: 0,
    wait,
    load: loadHere,
  });
  servers.push(server);
  return server;
}

const titleOf = async ({ roots }: Serving, index = 0): Promise<string> =>
  JSON.parse(await (await fetch(`${roots[index]}/book/b1`)).text()).data.attributes.title;

async function healthOf({ origin }: Serving) {
  const { status, body } = await send(origin, '/health');
  return { http: status, ...JSON.parse(body.toString()) };
}

/** Turns a bit of one segment of the snapshot, and says which. */
function damage(folder: string, id: string): string {
  const name = readdirSync(join(folder, id)).find((file) => file.startsWith('book-')) ?? '';
  const bytes = readFileSync(join(folder, id, name));
  bytes[bytes.byteLength - 1]! ^= 1;
  writeFileSync(join(folder, id, name), bytes);
  return name;
}

describe('serve › a snapshot with another space name', () => {
  const renamed = async (folder: string): Promise<void> => {
    const source = writeFiles(newFolder(), { ...shelf, 'model.json': { ...shelf['model.json'], space: 'store' } });
    await buildSnapshot(source, folder, { files: diskFiles, strict: false });
  };

  it('one of several spaces › its URLs stay, and health shows the next name', async () => {
    const folder = copy();
    const server = await serving([{ folder }, { name: 'other', folder: copy() }]);
    await renamed(folder);
    await server.look();
    const { spaces } = await healthOf(server);
    expect(spaces.map(({ nextName }: { nextName?: string }) => nextName)).toEqual(['store', undefined]);
    expect((await fetch(`${server.roots[0]}/book/b1`)).status).toBe(200);
  });

  it('a given name, or a single space › no next name', async () => {
    const folder = copy();
    await renamed(folder);
    for (const folders of [
      [
        { name: 'shelf', folder },
        { name: 'other', folder: copy() },
      ],
      [{ folder }],
    ]) {
      const server = await serving(folders);
      await build(folder, 'Stone');
      await server.look();
      expect((await healthOf(server)).spaces[0].nextName).toBeUndefined();
      await renamed(folder);
    }
  });
});

describe('serve › unreadable CURRENT', () => {
  it('permission denied › the error names the folder, with advice', async () => {
    const refusal = Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES', syscall: 'open' });
    const denied: Files = { ...diskFiles, open: () => Promise.reject(refusal) };
    const opening = openFolders(denied, [{ folder: built }], false, () => Promise.resolve(0));
    await expect(opening).rejects.toThrow(OperationError);
    await expect(opening).rejects.toThrow(/cannot be read \(EACCES.*another folder\.$/);
  });
});

describe('openFolders', () => {
  const opening = (folders: ServeOptions['folders'], open: () => Promise<number>, wait = false) =>
    openFolders(diskFiles, folders, wait, open);

  it('a defect while opening › is thrown, not taken for a folder that cannot be opened', async () => {
    const mistake = new TypeError('a mistake');
    await expect(opening([{ folder: built }], () => Promise.reject(mistake), true)).rejects.toBe(mistake);
  });

  it('no folder › InvariantError', async () => {
    await expect(opening([], () => Promise.resolve(0), true)).rejects.toThrow('no folder to open');
  });

  it('previews › have the names of their spaces; one that cannot be opened has no snapshot', async () => {
    const folders = [
      { folder: built },
      { name: 'blog', folder: built, preview: newFolder() },
      { name: 'shop', folder: built, preview: built },
    ];
    const opened = await openFolders(diskFiles, folders, false, async () => 0);
    const previews = await openPreviews(diskFiles, folders, opened, async () => 1);
    expect(previews.map(({ name, previewOf, opened: found }) => [name, previewOf, found?.value])).toEqual([
      ['blog', 1, undefined],
      ['shop', 2, 1],
    ]);
  });

  it('nothing to serve yet › named after its folder, or "content" if that is no valid name', async () => {
    const folder = newFolder();
    const called = async (name: string) =>
      (await opening([{ folder: join(folder, name) }], () => Promise.resolve(0), true)).map((space) => space.name);
    expect(await called('books')).toEqual(['books']);
    expect(await called('2024 books!')).toEqual(['content']);
  });
});

describe('serve › CURRENT changes', () => {
  it('a new snapshot, and back › each is served, and its id is in the header', async () => {
    const folder = copy();
    const server = await serving([{ folder }]);
    expect(await titleOf(server)).toBe('Stone');
    const id = await build(folder, 'Chisel');
    await server.look();
    expect(await titleOf(server)).toBe('Chisel');
    expect((await send(server.origin, '/delivery/jsonapi/book')).headers['x-service-snapshot']).toBe(id);
    await rollBack(diskFiles, folder, undefined);
    await server.look();
    expect(await titleOf(server)).toBe('Stone');
  });

  it('a damaged one › the old one is served, health is 200 and names the segment; repaired › served', async () => {
    const folder = copy();
    const server = await serving([{ folder }]);
    const { snapshot: before } = server.spaces[0] ?? {};
    const elsewhere = copy();
    const id = await build(elsewhere, 'Chisel');
    cpSync(join(elsewhere, id), join(folder, id), { recursive: true });
    const file = damage(folder, id);
    cpSync(join(elsewhere, 'CURRENT'), join(folder, 'CURRENT'));
    await server.look();
    expect(await titleOf(server)).toBe('Stone');
    const degraded = await healthOf(server);
    expect(degraded).toMatchObject({
      http: 200,
      status: 'degraded',
      spaces: [{ snapshot: before, problem: { wanted: id } }],
    });
    expect(degraded.spaces[0].problem.detail).toContain(file);
    expect(degraded.spaces[0].problem.detail).not.toContain(folder);
    cpSync(join(elsewhere, id), join(folder, id), { recursive: true });
    await server.look();
    expect(await titleOf(server)).toBe('Chisel');
    expect((await healthOf(server)).spaces[0].problem).toBeUndefined();
  });

  it('half a copy: CURRENT before its folder, then part of it › the old one is served until it is complete', async () => {
    const folder = copy();
    const server = await serving([{ folder }]);
    const elsewhere = copy();
    const id = await build(elsewhere, 'Chisel');
    cpSync(join(elsewhere, 'CURRENT'), join(folder, 'CURRENT'));
    await server.look();
    expect((await healthOf(server)).spaces[0].problem.detail).toContain('manifest.json: expected a file, found none');
    mkdirSync(join(folder, id));
    cpSync(join(elsewhere, id, 'manifest.json'), join(folder, id, 'manifest.json'));
    await server.look();
    expect((await healthOf(server)).spaces[0].problem.detail).toContain('.segment: expected a file, found none');
    expect(await titleOf(server)).toBe('Stone');
    cpSync(join(elsewhere, id), join(folder, id), { recursive: true });
    await server.look();
    expect(await titleOf(server)).toBe('Chisel');
  });

  it('all files removed › the snapshot in memory is served', async () => {
    const folder = copy();
    const server = await serving([{ folder }]);
    rmSync(folder, { recursive: true });
    await server.look();
    expect(await titleOf(server)).toBe('Stone');
    expect(await healthOf(server)).toMatchObject({ http: 200, status: 'degraded' });
    expect((await healthOf(server)).spaces[0].problem).toEqual({
      wanted: null,
      detail: 'there is no CURRENT that names a snapshot',
    });
  });
});

describe('serve › start', () => {
  it('no snapshot › does not start; with wait › 503 until there is one', async () => {
    const folder = newFolder();
    await expect(serving([{ folder }])).rejects.toThrow('has no CURRENT');
    const server = await serving([{ folder }], true);
    const reply = await send(server.origin, '/delivery/jsonapi/book');
    expect(reply.status).toBe(503);
    expect(errorsOf(reply)[0]?.code).toBe('Unavailable');
    expect(await healthOf(server)).toMatchObject({
      http: 503,
      status: 'unavailable',
      spaces: [{ snapshot: null, items: 0 }],
    });
    const id = await build(folder, 'Stone');
    await server.look();
    expect(await titleOf(server)).toBe('Stone');
    expect(await healthOf(server)).toMatchObject({
      http: 200,
      status: 'ok',
      spaces: [{ name: 'shelf', snapshot: id }],
    });
  });

  it('one of several damaged › the others are served, health is 503 and says why; repaired › all are served', async () => {
    const [whole, broken] = [copy(), copy()];
    const id = await build(broken, 'Chisel');
    const file = damage(broken, id);
    const server = await serving([
      { name: 'whole', folder: whole },
      { name: 'broken', folder: broken },
    ]);
    await server.look();
    expect(await titleOf(server)).toBe('Stone');
    expect((await send(server.origin, '/broken/delivery/jsonapi/book')).status).toBe(503);
    const health = await healthOf(server);
    expect(health).toMatchObject({
      http: 503,
      status: 'unavailable',
      spaces: [{ name: 'whole' }, { name: 'broken', snapshot: null }],
    });
    expect(health.spaces[1].problem.detail).toContain(file);
    await rollBack(diskFiles, broken, undefined);
    await server.look();
    expect(await titleOf(server, 1)).toBe('Stone');
  });

  it('one of several that cannot be opened and has no name › the error says how to name it', async () => {
    const folder = newFolder();
    const starting = serving([{ folder }, { name: 'whole', folder: copy() }]);
    await expect(starting).rejects.toThrow(OperationError);
    await expect(starting).rejects.toThrow(`--space <name>=${folder}`);
  });

  it('two of the same name › refused', async () => {
    const starting = serving([{ folder: copy() }, { name: 'shelf', folder: copy() }]);
    await expect(starting).rejects.toThrow(SpaceNameTaken);
  });
});

describe('the label `space` of metrics', () => {
  const readLabels = async ({ origin }: Serving): Promise<ReadonlySet<string>> => {
    const { body } = await send(origin, '/metrics');
    return new Set(
      Array.from(body.toString().matchAll(/^stele_\w+{(?:[^}]*,)?space="([^"]*)"/gm), ([, name = '']) => name),
    );
  };

  it('a server without a snapshot › has no label until the first snapshot names the space, and then this one', async () => {
    const out = join(newFolder(), 'replica');
    const server = await serving([{ folder: out }], true);
    expect(await readLabels(server)).toEqual(new Set());
    await build(out, 'Stone');
    await server.look();
    expect(await readLabels(server)).toEqual(new Set(['shelf']));
  });

  it('a name of the command line › is the label from the first scrape', async () => {
    const out = join(newFolder(), 'replica');
    const server = await serving([{ name: 'books', folder: out }], true);
    expect(await readLabels(server)).toEqual(new Set(['books']));
    await build(out, 'Stone');
    await server.look();
    expect(await readLabels(server)).toEqual(new Set(['books']));
  });
});
