/**
 * What is not published yet: served under the same paths to keys that carry `preview`, and to nobody else.
 */
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { buildSnapshot } from '../../../build/publish/index.js';
import { diskFiles } from '../../../src/format/files/index.js';
import { loadHere } from '../../../src/server/follow/loader.js';
import { type ServedSpace, type Serving, serve } from '../../../src/server/index.js';
import { addKey } from '../../../src/server/keys/index.js';
import { hasAddOns, pagesHere } from '../../../testing/add-ons.js';
import { temporaryFolders } from '../../../testing/folder.js';
import { openBookshop } from '../../../testing/samples/bookshop.js';
import { shelf, writeFiles } from '../../../testing/samples/export.js';
import { openMuseum } from '../../../testing/samples/museum.js';
import { send } from '../../../testing/server/client.js';
import { liveKeys, testKey } from '../../../testing/server/keys.js';
import { type Bookshop, startBookshop } from '../../../testing/server/server.js';

const reader = testKey('website');
const editor = testKey('editor', { preview: true });
const root = '/delivery/jsonapi';

let server: Bookshop | undefined;
afterEach(async () => {
  await server?.stop();
  server = undefined;
});

/** The bookshop is published; the museum, which has no type in common with it, is not yet. */
async function start(preview?: Partial<ServedSpace>): Promise<string> {
  const shown = { name: 'shop', space: await openMuseum(), ...preview };
  const spaces = [{ name: 'shop', space: await openBookshop(), preview: shown }];
  server = await startBookshop({ spaces, keys: liveKeys(reader, editor) });
  return server.origin;
}

describe('a preview', () => {
  it('any order of requests › each key gets its own snapshot, and preview answers are not cached', async () => {
    const origin = await start();
    const snapshots = [(await openBookshop()).id, (await openMuseum()).id];
    for (let i = 0; i < 4; i += 1) {
      for (const [which, key] of [reader, editor].entries()) {
        for (const method of ['GET', 'HEAD']) {
          const reply = await send(origin, root, { method, headers: key.headers });
          expect([reply.status, reply.headers['x-service-snapshot']]).toEqual([200, snapshots[which]]);
          const control = which === 0 ? 'private, max-age=0, must-revalidate' : 'no-store';
          expect(reply.headers['cache-control']).toBe(control);
          expect(reply.headers['x-service-snapshot']).toBe(snapshots[which]);
        }
      }
    }
    expect((await send(origin, `${root}/book`, reader)).status).toBe(200);
    expect((await send(origin, `${root}/book`, editor)).status).toBe(404);
    const health = JSON.parse((await send(origin, '/health')).body.toString());
    expect(health.spaces[0]).toMatchObject({ snapshot: snapshots[0], preview: { snapshot: snapshots[1] } });
    expect((await send(origin, root)).status).toBe(401);
  });

  it('an entity tag of the published snapshot › does not match the preview', async () => {
    const origin = await start();
    const { etag = '' } = (await send(origin, root, reader)).headers;
    const asked = (headers: object) => send(origin, root, { headers: { ...headers, 'if-none-match': etag } });
    expect((await asked(reader.headers)).status).toBe(304);
    expect((await asked(editor.headers)).status).toBe(200);
  });

  it.runIf(hasAddOns('describe', 'explorer'))(
    'description and explorer › show its model only to keys with preview',
    async () => {
      const origin = await start();
      for (const path of ['/openapi.json', '/explore/model.json']) {
        const [published, preview] = [await send(origin, path, reader), await send(origin, path, editor)];
        expect(published.body.toString()).toContain('"book"');
        expect(preview.body.toString()).not.toContain('"book"');
        expect(preview.headers['cache-control']).toBe('no-store');
      }
      const explain = '/explore/explain?space=shop&request=/book';
      const [published, preview] = [await send(origin, explain, reader), await send(origin, explain, editor)];
      expect(preview.body.equals(published.body)).toBe(false);
    },
  );

  it('a space without a preview › keys with preview read the published snapshot', async () => {
    server = await startBookshop({ keys: liveKeys(reader, editor) });
    for (const path of [root, `${root}/book`, ...pagesHere('/openapi.json', '/explore/model.json')]) {
      const [one, other] = [await send(server.origin, path, reader), await send(server.origin, path, editor)];
      expect([path, other.status]).toEqual([path, 200]);
      expect(other.body.equals(one.body)).toBe(true);
    }
  });

  it('a preview without a snapshot › 503 for its keys, not the published snapshot', async () => {
    const origin = await start({ space: undefined, problem: { wanted: null, detail: 'there is none' } });
    expect((await send(origin, `${root}/book`, editor)).status).toBe(503);
    expect((await send(origin, `${root}/book`, reader)).status).toBe(200);
    const health = JSON.parse((await send(origin, '/health')).body.toString());
    expect(health.status).toBe('ok');
    expect(health.spaces[0].preview).toEqual({ snapshot: null, problem: { wanted: null, detail: 'there is none' } });
  });
});

describe('serve with a preview', () => {
  const newFolder = temporaryFolders();
  const build = async (out: string, title: string): Promise<void> => {
    const files = { ...shelf, 'book.ndjson': [{ id: 'b1', title, author: 'a1' }] };
    await buildSnapshot(writeFiles(newFolder(), files), out, { files: diskFiles, strict: false });
  };
  const serving: Serving[] = [];
  afterEach(async () => {
    for (const one of serving.splice(0)) await one.close();
  });

  it('its folder › is followed like the published one, also from empty', async () => {
    const [out, next, keysFile] = [newFolder(), newFolder(), join(newFolder(), 'access.json')];
    const [published, preview] = [
      await addKey(keysFile, { name: 'a', spaces: ['*'] }),
      await addKey(keysFile, { name: 'b', spaces: ['*'], preview: true }),
    ];
    await build(out, 'Today');
    const running = await serve({
      folders: [{ folder: out, preview: next }],
      server: { host: '127.0.0.1', port: 0 },
      logger: pino({ level: 'silent' }),
      threads: 1,
      pollMs: 0,
      wait: false,
      load: loadHere,
      keysFile,
    });
    serving.push(running);
    expect(running.spaces).toHaveLength(1);
    const titles = () =>
      Promise.all(
        [published, preview].map(async (secret) => {
          const headers = { authorization: `Bearer ${secret}` };
          const { status, body } = await send(running.origin, `${root}/book/b1`, { headers });
          return status === 200 ? JSON.parse(body.toString()).data.attributes.title : status;
        }),
      );
    expect(await titles()).toEqual(['Today', 503]);
    for (const title of ['Tomorrow', 'The day after']) {
      await build(next, title);
      await running.look();
      expect(await titles()).toEqual(['Today', title]);
    }
    await build(out, 'Later');
    await running.look();
    expect(await titles()).toEqual(['Later', 'The day after']);
  });
});
