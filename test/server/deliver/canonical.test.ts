/**
 * What an answer is kept under, and which language it says it is in: both hang on what the request means.
 */
import { afterEach, describe, expect, it } from 'vitest';
import { answer, parseRequest } from '../../../src/jsonapi/index.js';
import { formatCanonical } from '../../../src/server/deliver/canonical.js';
import { temporaryFolders } from '../../../testing/folder.js';
import { openBookshop } from '../../../testing/samples/bookshop.js';
import { built } from '../../../testing/samples/shop.js';
import { send } from '../../../testing/server/client.js';
import { type Bookshop, startBookshop } from '../../../testing/server/server.js';

const newFolder = temporaryFolders();

let server: Bookshop | undefined;
afterEach(async () => {
  await server?.stop();
  server = undefined;
});

describe('canonicalOf', () => {
  it.each([
    [''],
    ['/'],
    ['/book'],
    ['/book', '?sort=title&page[limit]=2'],
    ['/book/the-salt-road'],
    ['/book/the%20%22quiet%22%20hour'],
    ['/book/the-salt-road/reviews', '?page[skip]=1'],
    ['/book/the-salt-road/relationships/reviews'],
    ['/book/the-salt-road/relationships/author'],
  ])('%s%s › equals links.self of the document', async (path, search = '') => {
    const space = await openBookshop();
    const request = parseRequest(space.model, path, search);
    const { self } = JSON.parse(answer(space, request, '/base').toString()).links;
    expect(`/base${formatCanonical(request)}`).toBe(self);
  });
});

describe('Content-Language', () => {
  it('names the requested locale or the default one, for computed and cached answers', async () => {
    server = await startBookshop({ spaces: [{ name: 'shop', space: await built(newFolder()) }] });
    for (const [query, locale] of [
      ['', 'en'],
      ['?localeCode=de-CH', 'de-CH'],
      ['?localeCode=fr', 'fr'],
    ] as const) {
      for (const _time of ['remembered', 'made', 'kept']) {
        const { headers } = await send(server.origin, `/delivery/jsonapi/book${query}`);
        expect(headers['content-language']).toBe(locale);
      }
    }
  });
});
