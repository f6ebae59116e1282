/**
 * Writing: there is none. Every such request fails whole, as HTTP says of a method that a resource does not have.
 */
import { describe, expect, it } from 'vitest';
import { at } from '../../../testing/jsonapi-schema/index.js';
import { MEDIA_TYPE, talk } from './talk.js';

const shop = talk();

describe('requests that write', () => {
  it('[crud-atomic] creating, updating and deleting › are refused with 405 and change nothing', async () => {
    const body = JSON.stringify({ data: { type: 'book', id: 'the-salt-road', attributes: { title: 'Changed' } } });
    const headers = { 'content-type': MEDIA_TYPE, 'content-length': String(Buffer.byteLength(body)) };
    const path = '/book/the-salt-road';
    const before = await shop.ask(path);
    for (const [method, target] of [
      ['POST', '/book'],
      ['PATCH', path],
      ['PUT', path],
      ['DELETE', path],
      ['PATCH', `${path}/relationships/author`],
      ['POST', `${path}/relationships/reviews`],
      ['DELETE', `${path}/relationships/reviews`],
    ] as const) {
      const { status, headers: answered, document } = await shop.ask(target, { method, headers, body });
      expect([status, answered.allow], `${method} ${target}`).toEqual([405, 'GET, HEAD, OPTIONS']);
      expect(at(document, 'errors', 0, 'code')).toBe('MethodNotAllowed');
    }
    expect((await shop.ask(path)).text).toBe(before.text);
  });
});
