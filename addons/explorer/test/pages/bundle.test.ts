import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { temporaryFolders } from '../../../../testing/folder.js';
import { openBookshop } from '../../../../testing/samples/bookshop.js';
import { send } from '../../../../testing/server/client.js';
import { type Bookshop, startBookshop } from '../../../../testing/server/server.js';
import { readExplorer } from '../../pages/bundle.js';

const newFolder = temporaryFolders();

/** A folder with a list of files, a page and those of the files that have content. */
function bundled(list: unknown, contents: readonly string[] = [], page = 'before {{description}} after'): string {
  const folder = newFolder();
  writeFileSync(join(folder, 'files.json'), JSON.stringify(list));
  writeFileSync(join(folder, 'index.html'), page);
  for (const name of contents)
    for (const ending of ['', '.gz', '.br']) writeFileSync(join(folder, name + ending), ending);
  return folder;
}
const page = { name: 'index.html', script: 'sha256-a', style: 'sha256-b' };
const file = (name: string) => ({ name, mediaType: 'text/javascript', hash: 'abc' });

describe('readExplorer', () => {
  it('a page and a file › the page is cut at its description, the file has every coding', async () => {
    const found = await readExplorer(bundled({ page, files: [file('main.js')] }, ['main.js']));
    expect(found?.page).toEqual({ before: 'before ', after: ' after', script: 'sha256-a', style: 'sha256-b' });
    expect(found?.files.map(({ name }) => name)).toEqual(['main.js']);
    const [script] = found?.files ?? [];
    expect(script?.bytes.toString()).toBe('');
    expect([...(script?.encoded ?? [])].map(([coding, bytes]) => [coding, bytes.toString()])).toEqual([
      ['gzip', '.gz'],
      ['br', '.br'],
    ]);
  });

  it.each<[string, () => string]>([
    ['no folder', () => join(newFolder(), 'none')],
    ['a list that is none', () => bundled(1)],
    ['a list without the page', () => bundled({ files: [file('main.js')] }, ['main.js'])],
    ['a list without files', () => bundled({ page })],
    ['a page without the hashes of what it holds', () => bundled({ page: { name: 'index.html' }, files: [] })],
    ['a page without a place for the description', () => bundled({ page, files: [] }, [], 'nothing')],
  ])('%s › no explorer', async (_, folder) => {
    expect(await readExplorer(folder())).toBeUndefined();
  });

  it('entries without a file › are ignored', async () => {
    const files = [null, 'main.js', { name: 'main.js', hash: 1 }];
    expect((await readExplorer(bundled({ page, files })))?.files).toEqual([]);
  });

  it('a missing file or an unreadable list › fails, because the package is damaged', async () => {
    await expect(readExplorer(bundled({ page, files: [file('main.js')] }))).rejects.toThrow('ENOENT');
    const folder = newFolder();
    mkdirSync(join(folder, 'files.json'));
    await expect(readExplorer(folder)).rejects.toThrow('EISDIR');
  });
});

describe('a space without a snapshot', () => {
  let shop: Bookshop | undefined;
  afterEach(async () => {
    await shop?.stop();
  });

  it('the explorer › shows that there is no snapshot; the OpenAPI description › 503 with Retry-After', async () => {
    const space = await openBookshop();
    const spaces = [
      { name: 'full', space },
      { name: 'empty', space: undefined },
    ];
    shop = await startBookshop({ spaces });
    const told = JSON.parse((await send(shop.origin, '/explore/model.json')).body.toString());
    expect(
      told.spaces.map(({ name, snapshot, types }: { name: string; snapshot: unknown; types: unknown[] }) => [
        name,
        snapshot,
        types.length > 0,
      ]),
    ).toEqual([
      ['full', space.id, true],
      ['empty', null, false],
    ]);
    const statuses = ['/full/openapi.json', '/empty/openapi.json', '/none/openapi.json'].map(
      async (path) => (await send(shop?.origin ?? '', path)).status,
    );
    expect(await Promise.all(statuses)).toEqual([200, 503, 404]);
  });

  it.each(['/openapi.json', '/explore/model.json'])(
    '%s in a coding that nothing is served in › 406; asked for again › the same tag',
    async (path) => {
      shop = await startBookshop();
      const { origin } = shop;
      const ask = (coding: string) => send(origin, path, { headers: { 'accept-encoding': coding } });
      expect((await ask('identity;q=0, br;q=0, gzip;q=0')).status).toBe(406);
      const [first, second] = [await ask('gzip'), await ask('gzip')];
      expect(first.status).toBe(200);
      expect(first.headers['content-encoding']).toBe('gzip');
      expect(second.headers.etag).toBe(first.headers.etag);
      expect(second.body.equals(first.body)).toBe(true);
    },
  );
});
