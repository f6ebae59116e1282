import { afterEach, describe, expect, it } from 'vitest';
import { OperationError } from '../../../src/content/errors/index.js';
import { exportedCount, openBookshop } from '../../../testing/samples/bookshop.js';
import { errorsOf, send } from '../../../testing/server/client.js';
import { type Bookshop, startBookshop } from '../../../testing/server/server.js';

let shop: Bookshop | undefined;
afterEach(async () => {
  await shop?.stop();
  shop = undefined;
});

const selfOf = (body: Buffer): string => JSON.parse(body.toString()).links.self;

describe('several spaces', () => {
  it('each › under its name, with links under its name', async () => {
    const space = await openBookshop();
    const spaces = [
      { name: 'shop', space },
      { name: 'archive-2', space },
    ];
    shop = await startBookshop({ spaces });
    for (const { name } of spaces) {
      const { status, body } = await send(shop.origin, `/${name}/delivery/jsonapi/book/the-salt-road`);
      expect(status).toBe(200);
      expect(selfOf(body)).toBe(`/${name}/delivery/jsonapi/book/the-salt-road`);
    }
  });

  it('an unknown space, or no space › 404 that names the roots', async () => {
    const space = await openBookshop();
    shop = await startBookshop({
      spaces: [
        { name: 'shop', space },
        { name: 'archive', space },
      ],
    });
    const misspelt = await send(shop.origin, '/shpo/delivery/jsonapi/book');
    expect(misspelt.status).toBe(404);
    expect(errorsOf(misspelt)[0]?.detail).toContain('Did you mean "/shop/delivery/jsonapi"?');
    const none = await send(shop.origin, '/delivery/jsonapi/book');
    expect(none.status).toBe(404);
    expect(errorsOf(none)[0]?.detail).toContain('/shop/delivery/jsonapi, /archive/delivery/jsonapi');
  });

  it('the same name twice, or an invalid name › does not start', async () => {
    const space = await openBookshop();
    const twice = [
      { name: 'shop', space },
      { name: 'shop', space },
    ];
    await expect(startBookshop({ spaces: twice })).rejects.toThrow(OperationError);
    await expect(startBookshop({ spaces: [{ name: '../shop', space }] })).rejects.toThrow(OperationError);
  });
});

describe('a space without a snapshot', () => {
  it('its documents › 503 with Retry-After; other spaces › served; health › 503', async () => {
    const space = await openBookshop();
    shop = await startBookshop({
      spaces: [
        { name: 'shop', space },
        { name: 'empty', space: undefined },
      ],
    });
    const empty = await send(shop.origin, '/empty/delivery/jsonapi/book');
    expect(empty.status).toBe(503);
    expect(errorsOf(empty)[0]?.code).toBe('Unavailable');
    expect(empty.headers['retry-after']).toBe('1');
    expect(empty.headers['x-service-query-complexity']).toBe('0');
    expect((await send(shop.origin, '/shop/delivery/jsonapi/book')).status).toBe(200);
    const health = await send(shop.origin, '/health');
    expect(health.status).toBe(503);
    expect(health.headers['x-service-query-complexity']).toBe('0');
    expect(JSON.parse(health.body.toString())).toEqual({
      status: 'unavailable',
      spaces: [
        { name: 'shop', snapshot: space.id, built: null, items: exportedCount() },
        { name: 'empty', snapshot: null, items: 0 },
      ],
    });
  });
});

describe('GET /health', () => {
  it('every space loaded › 200 with snapshot and items, stored by no cache', async () => {
    shop = await startBookshop();
    const { id } = await openBookshop();
    const { status, headers, body } = await send(shop.origin, '/health');
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(headers['cache-control']).toBe('no-store');
    expect(JSON.parse(body.toString())).toEqual({
      status: 'ok',
      spaces: [{ name: 'bookshop', snapshot: id, built: null, items: exportedCount() }],
    });
  });

  it('a program with a version › shows it', async () => {
    shop = await startBookshop({ version: '1.2.3' });
    const { body } = await send(shop.origin, '/health');
    expect(JSON.parse(body.toString())).toMatchObject({ status: 'ok', version: '1.2.3' });
  });
});

describe('a public URL', () => {
  it('links › begin with it; paths on the server › stay', async () => {
    shop = await startBookshop({ publicUrl: 'https://cdn.example/content/' });
    const { body } = await send(shop.origin, '/delivery/jsonapi/book?page[limit]=1');
    expect(selfOf(body)).toMatch(/^https:\/\/cdn\.example\/content\/delivery\/jsonapi\/book\?/);
    const notFound = await send(shop.origin, '/content/delivery/jsonapi/book');
    expect(notFound.status).toBe(404);
    expect(errorsOf(notFound)[0]?.detail).toContain('https://cdn.example/content/delivery/jsonapi');
  });

  it('an invalid one › does not start', async () => {
    await expect(startBookshop({ publicUrl: 'cdn.example' })).rejects.toThrow('public URL');
  });
});
