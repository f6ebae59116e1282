/**
 * Requests whose links would be longer than a target may be: each link that is written can be followed.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '../../../src/content/model/index.js';
import { errorsOf, type Reply, send } from '../../../testing/server/client.js';
import { type Bookshop, startBookshop } from '../../../testing/server/server.js';

let shop: Bookshop;
beforeAll(async () => {
  shop = await startBookshop();
});
afterAll(() => shop.stop());

const root = '/delivery/jsonapi';
/** A filter that every book fulfils, whose value is three times as long when it is written canonically. */
const listOf = (quotes: number, path = 'book'): string =>
  `${root}/${path}?filter[title][_neq]=${'"'.repeat(quotes)}&page[limit]=1`;
const sent = (quotes: number, path?: string): Promise<Reply> => send(shop.origin, listOf(quotes, path));

/** @returns the books of an author who has several */
async function booksOfAuthor(): Promise<string> {
  const { data } = JSON.parse((await send(shop.origin, `${root}/author?include=books`)).body.toString());
  const { id } = data.find((author: Author) => author.relationships.books.data.length > 1);
  return `author/${id}/books`;
}

interface Author {
  readonly relationships: { readonly books: { readonly data: readonly unknown[] } };
}
interface Links {
  readonly self: string;
  readonly next?: string;
  readonly last?: string;
}
const linksOf = (reply: Reply): Links => JSON.parse(reply.body.toString()).links;

describe('a list whose links are nearly too long', () => {
  it.each([
    ['a type', async () => 'book'],
    ['related items', booksOfAuthor],
  ])('of %s, the longest that is accepted › its links are answered, and the links of those', async (_, pathOf) => {
    const path = await pathOf();
    let low = 1;
    let high = LIMITS.targetBytes / 2;
    expect((await sent(low, path)).status).toBe(200);
    expect((await sent(high, path)).status).toBe(414);
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if ((await sent(middle, path)).status === 200) low = middle;
      else high = middle;
    }
    const first = linksOf(await sent(low, path));
    expect(first.self.length).toBeGreaterThan(LIMITS.targetBytes - 64);
    const second = await send(shop.origin, first.next ?? '');
    expect(second.status).toBe(200);
    for (const link of [first.self, first.last, linksOf(second).self, linksOf(second).next]) {
      expect((await send(shop.origin, link ?? '')).status).toBe(200);
    }
  });

  it('a longer one › 414 with its length, the limit, and the complexity', async () => {
    const reply = await sent(LIMITS.targetBytes / 2);
    const [error] = errorsOf(reply);
    expect(listOf(LIMITS.targetBytes / 2).length).toBeLessThan(LIMITS.targetBytes);
    expect(error).toMatchObject({ status: '414', code: 'UriTooLong' });
    expect(error?.detail).toMatch(/^The links of this document would have \d{5} bytes, .*At most 16384 are allowed/);
    expect(reply.headers['x-service-query-complexity']).toBe('60');
  });
});

describe('a single item', () => {
  const itemWith = (commas: number): string => `${root}/country/pt?fields[country]=${'name,'.repeat(commas)}name`;

  it('its self link longer than a target › 414; at most as long › answered, and the link too', async () => {
    const fits = await send(shop.origin, itemWith(2000));
    expect(fits.status).toBe(200);
    expect((await send(shop.origin, linksOf(fits).self)).status).toBe(200);
    expect(itemWith(2500).length).toBeLessThan(LIMITS.targetBytes);
    expect((await send(shop.origin, itemWith(2500))).status).toBe(414);
  });
});
