import { describe, expect, it, onTestFinished } from 'vitest';
import { composeCacheControl, DEFAULT_CACHE_CONTROL } from '../../../src/server/options/cache-control.js';
import { send } from '../../../testing/server/client.js';
import { startBookshop } from '../../../testing/server/server.js';

describe('composeCacheControl', () => {
  it.each([
    [{}, DEFAULT_CACHE_CONTROL],
    [{ maxAge: 60 }, 'public, max-age=60, must-revalidate'],
    [{ sharedMaxAge: 3600 }, 'public, max-age=0, s-maxage=3600, must-revalidate'],
    [{ maxAge: 60, staleWhileRevalidate: 600 }, 'public, max-age=60, stale-while-revalidate=600'],
    [
      { maxAge: 1, sharedMaxAge: 2, staleWhileRevalidate: 3, staleIfError: 4 },
      'public, max-age=1, s-maxage=2, stale-while-revalidate=3, stale-if-error=4',
    ],
    [{ staleIfError: 0 }, 'public, max-age=0, stale-if-error=0'],
  ])('%j › %s', (ages, value) => {
    expect(composeCacheControl(ages)).toBe(value);
  });
});

describe('composeCacheControl › content with keys', () => {
  it.each([
    [{}, 'private, max-age=0, must-revalidate'],
    [{ maxAge: 60, staleIfError: 5 }, 'private, max-age=60, stale-if-error=5'],
    [{ sharedMaxAge: 3600 }, 'public, max-age=0, s-maxage=3600, must-revalidate'],
  ])('%j › %s', (ages, value) => {
    expect(composeCacheControl(ages, true)).toBe(value);
  });
});

describe('surrogate keys', () => {
  const item = '/delivery/jsonapi/book/the-salt-road?include=author';

  it.each([
    ['surrogate-key', 'cache-tag', /^:all book\/the-salt-road author\/[\w-]+$/],
    ['cache-tag', 'surrogate-key', /^:all,book\/the-salt-road,author\/[\w-]+$/],
  ] as const)('%s › on documents and 304, computed or cached, not on errors', async (header, other, keys) => {
    const shop = await startBookshop({ surrogateHeader: header });
    onTestFinished(() => shop.stop());
    for (const headers of [{}, {}, { 'if-none-match': '*' }, { 'accept-encoding': 'gzip' }]) {
      const reply = await send(shop.origin, item, { headers });
      expect(reply.headers[header]).toMatch(keys);
      expect(reply.headers[other]).toBeUndefined();
    }
    const missing = await send(shop.origin, '/delivery/jsonapi/book/none');
    expect(missing.status).toBe(404);
    expect(missing.headers[header]).toBeUndefined();
  });

  it('not configured › none', async () => {
    const shop = await startBookshop();
    onTestFinished(() => shop.stop());
    expect(Object.keys((await send(shop.origin, item)).headers)).not.toContain('surrogate-key');
  });
});
