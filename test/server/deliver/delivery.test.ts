/**
 * What comes back over a socket: documents, their headers, and one error of each kind the server itself finds.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '../../../src/content/model/index.js';
import { openBookshop } from '../../../testing/samples/bookshop.js';
import { errorsOf, send } from '../../../testing/server/client.js';
import { type Bookshop, startBookshop } from '../../../testing/server/server.js';

const root = '/delivery/jsonapi';
const jsonApi = 'application/vnd.api+json';

let shop: Bookshop;
beforeAll(async () => {
  shop = await startBookshop();
});
afterAll(() => shop.stop());

describe('GET below the delivery root', () => {
  it.each([
    ['the root', root],
    ['the root with a slash', `${root}/`],
    ['a collection', `${root}/book`],
    ['an item', `${root}/book/the-salt-road`],
    ['related items', `${root}/book/the-salt-road/reviews`],
    ['linkage', `${root}/book/the-salt-road/relationships/reviews`],
    ['an id with quotes and a space', `${root}/book/the%20%22quiet%22%20hour`],
    ['brackets as they are', `${root}/book?filter[genre][_eq]=Crime`],
    ['brackets percent-encoded', `${root}/book?filter%5Bgenre%5D%5B_eq%5D=Crime`],
    ['an absolute target', `http://elsewhere.example${root}/book`],
  ])('response-content-type, fetch-response-code: %s › 200 with the media type alone', async (_, path) => {
    const reply = await send(shop.origin, path);
    expect(reply.status).toBe(200);
    expect(reply.headers['content-type']).toBe(jsonApi);
    expect(reply.headers['content-length']).toBe(String(reply.body.byteLength));
    expect(JSON.parse(reply.body.toString()).jsonapi).toEqual({ version: '1.1' });
  });

  it('any document › names its snapshot, its complexity, and how to cache it', async () => {
    const { id } = await openBookshop();
    const { headers } = await send(shop.origin, `${root}/book/the-salt-road`);
    expect(headers['x-service-snapshot']).toBe(id);
    expect(Number(headers['x-service-query-complexity'])).toBeGreaterThan(50);
    expect(headers['cache-control']).toBe('public, max-age=0, must-revalidate');
    expect(headers.vary).toBe('Accept, Accept-Encoding');
  });

  it('links › are path-absolute for any Host, and can be requested', async () => {
    const { body } = await send(shop.origin, `${root}/book?page[limit]=2`, { headers: { host: 'evil.example' } });
    const { links } = JSON.parse(body.toString());
    expect(links.self).toMatch(/^\/delivery\/jsonapi\/book\?/);
    expect(body.toString()).not.toContain('evil.example');
    expect((await send(shop.origin, links.next)).status).toBe(200);
  });

  it('a body › is ignored', async () => {
    const sent = { headers: { 'content-type': jsonApi }, body: '{"data":null}' };
    expect((await send(shop.origin, `${root}/book`, sent)).status).toBe(200);
  });

  it('an unknown expectation › is ignored', async () => {
    const reply = await send(shop.origin, `${root}/book`, { headers: { expect: 'miracles' } });
    expect(reply.status).toBe(200);
    expect(reply.headers['x-service-query-complexity']).toBeDefined();
  });
});

describe('errors found below the delivery root', () => {
  it.each([
    ['fetch-responses-404: an unknown type', `${root}/boook`, 404, 'ContentTypeNotFound', 'Did you mean "book"?'],
    ['fetch-responses-404: an unknown item', `${root}/book/none`, 404, 'ItemNotFound', 'none'],
    [
      'fetch-relationships-response-404: an unknown relationship',
      `${root}/book/the-salt-road/reviws`,
      404,
      'RelationshipNotFound',
      '"reviews"',
    ],
    ['an unknown field', `${root}/book?sort=titel`, 400, 'UnknownField', '"title"'],
    ['an unknown parameter', `${root}/book?srot=title`, 400, 'UnknownParameter', 'Did you mean "sort'],
    ['an operator the type lacks', `${root}/book?filter[inPrint][_gt]=true`, 400, 'UnsupportedOperator', '_eq'],
    ['a value of another type', `${root}/book?filter[price][_gt]=cheap`, 400, 'InvalidValue', 'cheap'],
    ['a bad escape in a value', `${root}/book?filter[title][_eq]=%zz`, 400, 'InvalidParameter', '%'],
    ['a bad escape in a path', `${root}/book/%zz`, 400, 'InvalidParameter', '%25'],
    ['bytes that are no UTF-8', `${root}/book/%ff`, 400, 'InvalidParameter', 'UTF-8'],
    ['too much at once', `${root}/book?include=reviews,related`, 400, 'QueryTooComplex', '5000'],
  ])(
    'error-object-key: %s › an error document with advice, stored by no cache',
    async (_, path, status, code, words) => {
      const { id } = await openBookshop();
      const reply = await send(shop.origin, path);
      const [error] = errorsOf(reply);
      expect(reply.status).toBe(status);
      expect(error?.status).toBe(String(status));
      expect(error?.code).toBe(code);
      expect(error?.detail).toContain(words);
      expect(reply.headers['content-type']).toBe(jsonApi);
      expect(reply.headers['cache-control']).toBe('no-store');
      expect(reply.headers.etag).toBeUndefined();
      expect(reply.headers['x-service-snapshot']).toBe(id);
      expect(reply.headers['x-service-query-complexity']).toMatch(/^\d+$/);
      expect([reply.headers.allow, reply.headers['retry-after']]).toEqual([undefined, undefined]);
    },
  );

  it('a computed score › is in the header, also of an error', async () => {
    const tooComplex = await send(shop.origin, `${root}/book?include=reviews,related`);
    expect(Number(tooComplex.headers['x-service-query-complexity'])).toBeGreaterThan(LIMITS.complexityMaximum);
    const missing = await send(shop.origin, `${root}/book/none`);
    expect(Number(missing.headers['x-service-query-complexity'])).toBeGreaterThan(50);
  });

  it.each([
    ['response-unsupported-media-type', { 'content-type': `${jsonApi}; charset=utf-8` }, 415, 'UnsupportedMediaType'],
    ['response-not-acceptable', { accept: `${jsonApi}; charset=utf-8` }, 406, 'NotAcceptable'],
    ['every coding refused', { 'accept-encoding': 'identity;q=0' }, 406, 'NotAcceptable'],
  ])('%s › %s, and names the header', async (_, headers, status, code) => {
    const reply = await send(shop.origin, `${root}/book`, { headers });
    expect(reply.status).toBe(status);
    const [error] = errorsOf(reply);
    expect(error?.code).toBe(code);
    expect(error?.source?.header?.toLowerCase()).toBe(Object.keys(headers)[0]);
    expect(error?.detail.length).toBeGreaterThan(20);
    expect(reply.headers['content-type']).toBe(jsonApi);
  });
});

describe('errors found before routing', () => {
  it.each([
    ['nothing of this server', '/none', '/delivery/jsonapi'],
    ['a path that is nearly right', '/delivery/jsonap/book', 'Did you mean "/delivery/jsonapi"?'],
    ['another case', '/Delivery/jsonapi/book', 'Did you mean "/delivery/jsonapi"?'],
    ['a longer last segment', '/delivery/jsonapis', '/delivery/jsonapi'],
    ['health misspelt', '/helth', 'Did you mean "/health"?'],
    ['something below health', '/health/x', '/delivery/jsonapi'],
    ['two slashes first', '//delivery/jsonapi/book', '/delivery/jsonapi'],
    ['a bad escape', '/%zz', '/delivery/jsonapi'],
  ])('%s › 404 that names the delivery root', async (_, path, words) => {
    const reply = await send(shop.origin, path);
    expect(reply.status).toBe(404);
    expect(errorsOf(reply)[0]?.code).toBe('NotFound');
    expect(errorsOf(reply)[0]?.detail).toContain(words);
    expect(reply.headers['x-service-query-complexity']).toBe('0');
    expect(reply.headers['content-type']).toBe(jsonApi);
  });

  it('a target at the limit › is accepted; one byte more › 414', async () => {
    const start = `${root}/book?filter[title][_eq]=`;
    const left = LIMITS.targetBytes - start.length;
    // Escaped letters, so that the links, which escape no letter, are shorter than what was sent.
    const longest = `${start}${'x'.repeat(left % 3)}${'%78'.repeat(Math.floor(left / 3))}`;
    expect(longest.length).toBe(LIMITS.targetBytes);
    expect((await send(shop.origin, longest)).status).toBe(200);
    const reply = await send(shop.origin, `${longest}x`);
    expect(reply.status).toBe(414);
    expect(errorsOf(reply)[0]?.code).toBe('UriTooLong');
    expect(errorsOf(reply)[0]?.detail).toContain(String(LIMITS.targetBytes));
  });
});
