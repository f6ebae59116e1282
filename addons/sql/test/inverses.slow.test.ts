/**
 * Inverse relationships in a database: documents, filters, numbers of links and related lists are those of the snapshot, byte
 * for byte.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answer, parseTarget } from '../../../src/jsonapi/index.js';
import { DEFAULT_BASE } from '../../../src/server/index.js';
import { hasPostgres, type PostgresServer, startPostgres } from '../../../testing/postgres/server.js';
import { MemorySpace } from '../../../testing/samples/memory-space.js';
import { linkTo, modelOf } from '../../../testing/samples/model.js';
import { answerFrom, loadSpace, openPublishedLoad, parseAddress } from '../index.js';

const model = modelOf({
  author: { name: 'text', country: { ...linkTo('country'), inverse: { name: 'authors', sort: '-name' } } },
  book: {
    title: 'text',
    pages: 'integer',
    author: { ...linkTo('author'), inverse: { name: 'books', sort: '-pages' } },
  },
  country: { name: 'text' },
});

/** One author has more books than a document shows, one has none. */
const items = {
  country: [{ id: 'is', name: 'Iceland' }, { id: 'pt' }],
  author: ['ann', 'bob', 'cid'].map((id) => ({ id, name: id, country: id === 'cid' ? 'pt' : 'is' })),
  book: Array.from({ length: 40 }, (_, index) => ({
    id: `b${index}`,
    title: `Title ${index % 7}`,
    ...(index % 5 !== 0 && { pages: (index * 7) % 30 }),
    ...(index % 9 !== 0 && { author: index % 4 === 0 ? 'bob' : 'ann' }),
  })),
};

const requests = [
  '/author/ann',
  '/author/cid',
  '/author?include=books',
  '/country?include=authors.books&page[limit]=2&page[authors][books][limit]=3',
  '/author/ann/books?sort=title&page[limit]=5',
  '/author/ann/relationships/books?page[limit]=7&page[skip]=3',
  '/author/ann?page[books][limit]=2&page[books][skip]=4',
  '/author?filter[books][title][_eq]=Title%203',
  '/author?filter[books][id][_eq]=b4',
  '/author?filter[books][_exists]=false',
  '/author?filter[books][_count][_gte]=8&sort=-books._count',
  '/author?sort=books._count,-name',
  '/country?filter[authors][books][pages][_gt]=25',
  '/author?_facet[books._count]=5&_facet[books.title]=9&page[limit]=0',
  '/book?filter[author][books][_count][_gt]=10&sort=-author.name',
];

describe.runIf(hasPostgres('inverse relationships by SQL'))('inverse relationships, by SQL', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server?.remove());

  it('documents, filters, sorts and related lists › have the bytes of the snapshot', { timeout: 120_000 }, async () => {
    const { space } = await MemorySpace.of(model, items, { strict: false });
    const [address, schema] = [parseAddress(server.url()), 'inverses'];
    await loadSpace(space, address, { schema, connections: 2, keep: 2, shrunk: () => [] });
    await openPublishedLoad(address, schema, 10_000, async (loaded) => {
      for (const target of requests) {
        const expected = answer(space, parseTarget(space.model, target), DEFAULT_BASE).toString();
        const bySql = await answerFrom(loaded, parseTarget(loaded.model, target), DEFAULT_BASE);
        expect(bySql.toString(), target).toBe(expected);
      }
    });
  });
});
