import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildSnapshot } from '../../../../build/publish/index.js';
import { diskFiles } from '../../../../src/format/files/index.js';
import { openCurrent } from '../../../../src/index/snapshot/index.js';
import { BOOKSHOP_EXPORT, temporaryFolder } from '../../../../testing/samples/bookshop.js';
import { type Bookshop, startBookshop } from '../../../../testing/server/server.js';
import { imported, removeFolders } from '../importing.js';
import { Answers } from './answers.js';

afterEach(removeFolders);

describe('jsonapi', () => {
  let shop: Bookshop;
  let folder = '';
  beforeAll(async () => {
    folder = temporaryFolder();
    shop = await startBookshop();
  });
  afterAll(() => shop.stop());

  const build = async (from: string, out: string): Promise<string> =>
    (await buildSnapshot(from, out, { files: diskFiles, strict: false, threads: 1 })).snapshot;

  it('stele with its own model › gives the served snapshot byte for byte', async () => {
    const original = await build(BOOKSHOP_EXPORT, join(folder, 'a'));
    const result = await imported('jsonapi', shop.base, { model: join(BOOKSHOP_EXPORT, 'model.json'), strict: true });
    expect(await build(result.out, join(folder, 'b'))).toBe(original);
  });

  it('stele without a model › gives all items, attributes and links', async () => {
    const result = await imported('jsonapi', shop.base, { strict: true });
    await build(result.out, join(folder, 'c'));
    const space = await openCurrent(diskFiles, join(folder, 'c'));
    const again = await startBookshop({ spaces: [{ name: 'bookshop', space }] });
    try {
      for (const type of ['book', 'author', 'review', 'event']) {
        const query = `/${type}?page[limit]=100&sort=id`;
        const [mine, theirs] = await Promise.all(
          [again, shop].map(async ({ base }) => (await fetch(base + query)).text()),
        );
        expect(mine).toBe(theirs);
      }
    } finally {
      await again.stop();
    }
  });

  const server = new Answers();
  afterEach(() => server.stop());
  const list = (data: unknown, next?: string): object => ({ data, links: next === undefined ? {} : { next } });

  it('pages, shortened relationships and relationships without linkage › are followed; a refused page size is omitted', async () => {
    const base = await server.start({
      '/api': { links: { self: '/api', 'node--a': { href: '/api/a' }, hidden: '/api/h' }, data: [] },
      '/api/a?page[limit]=100': 400,
      '/api/a': list(
        [
          {
            type: 'node--a',
            id: '1',
            attributes: { n: 1, o: { x: 1 } },
            relationships: { many: { data: [], meta: { total: 2 }, links: { self: '/api/a/1/many' } } },
          },
        ],
        '/api/a?p=2',
      ),
      '/api/a?p=2': list([
        {
          type: 'node--a',
          id: '2',
          attributes: { n: 2.5, o: null },
          relationships: { many: { links: { related: '/api/a/2/many' } } },
        },
      ]),
      '/api/a/1/many': list([{ type: 'node--a', id: '1' }], '/api/a/1/many?p=2'),
      '/api/a/1/many?p=2': list([{ type: 'node--a', id: '2' }]),
      '/api/a/2/many': list([{ type: 'node--a', id: 'gone' }]),
    });
    const result = await imported('jsonapi', `${base}/api`);
    expect(result.items('node--a')).toEqual([
      { id: '1', n: '1', o: { x: 1 }, many: ['1', '2'] },
      { id: '2', n: '2.5', many: [] },
    ]);
    expect(result.leftOut('collection /api/h', /answers 404/)).toBe(1);
    expect(result.leftOut('node--a.many', /not in the export/)).toBe(1);
  });

  it.each([
    [
      'a link to another server',
      { '/': { links: { a: 'http://other.example/a' } } },
      /which is not on http:\/\/127\.0\.0\.1.*an import asks only one server/,
    ],
    ['a page that is not JSON:API', { '/': {} }, /answers JSON without "data" and "links"/],
    [
      'a server that wants to know who asks',
      { '/': 401 },
      /answers 401\. Give the credentials that it asks for with --header/,
    ],
    [
      'a next page that goes in a circle',
      { '/': list([{ type: 'a', id: '1' }], '/'), '/?page[limit]=100': 400 },
      /links to itself as its next page/,
    ],
  ])('%s › is refused', async (_, answers, message) => {
    const base = await server.start(answers);
    await expect(imported('jsonapi', `${base}/`)).rejects.toThrow(message);
  });

  it('an invalid address › is refused', async () => {
    await expect(imported('jsonapi', 'not an address')).rejects.toThrow(/is not the address of a server/);
  });
});
