import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { profiledTag } from '../../../src/server/negotiate/entity-tag.js';
import { documentLinks, findProfiledType, profileUrl } from '../../../src/server/negotiate/profile.js';
import { hasAddOns } from '../../../testing/add-ons.js';
import { openBookshop } from '../../../testing/samples/bookshop.js';
import { type Reply, send } from '../../../testing/server/client.js';
import { type Bookshop, startBookshop } from '../../../testing/server/server.js';
import { bothOf } from './spelled.js';

const plain = 'application/vnd.api+json';
const ours = 'https://cdn.example/content/profile';
const profiled = `${plain}; profile="${ours}"`;

describe('profiledType', () => {
  it.each([
    ['it alone', profiled],
    ['without a space, in capitals', `Application/Vnd.API+JSON;PROFILE="${ours}"`],
    ['it among others', `${plain}; profile="https://a.example/p ${ours} https://b.example/q"`],
    ['beside the plain media type', `${plain}, ${plain};q=0.5;profile="${ours}"`],
    ['beside an empty ext', `${plain}; ext=""; profile="${ours}"`],
  ])('%s › is named', (_, accept) => {
    for (const sent of bothOf(accept)) expect(findProfiledType(sent, ours)).toBe(profiled);
  });

  it.each([
    ['no header', undefined],
    ['no parameter', plain],
    ['another profile', `${plain}; profile="https://a.example/p"`],
    ['a profile that begins or ends as ours does', `${plain}; profile="${ours}s x${ours}"`],
    ['another media type', `application/json; profile="${ours}", ${plain}`],
    ['an instance that is refused', `${plain}, ${plain}; profile="${ours}"; q=0`],
    ['an instance that is ignored for its charset', `${plain}, ${plain}; profile="${ours}"; charset=utf-8`],
    ['its address outside of any parameter', `${plain}, ${ours}`],
  ])('%s › is not', (_, accept) => {
    for (const sent of bothOf(accept)) expect(findProfiledType(sent, ours)).toBeUndefined();
  });

  it('its link › is resolved by clients', () => {
    expect(documentLinks(profileUrl(''), '/openapi.json')).toEqual([
      'Link',
      '</profile>; rel="profile", </openapi.json>; rel="service-desc"',
    ]);
    expect(profileUrl('https://cdn.example/content')).toBe(ours);
  });
});

describe.runIf(hasAddOns('describe'))('documents', () => {
  let shop: Bookshop;
  beforeAll(async () => {
    shop = await startBookshop({ publicUrl: 'https://cdn.example/content' });
  });
  afterAll(() => shop.stop());
  const ask = (accept: string, more: Record<string, string> = {}, path = '/book?page[limit]=2'): Promise<Reply> =>
    send(shop.origin, `/delivery/jsonapi${path}`, { headers: { accept, ...more } });

  it('each answer, computed or cached › links to the profile and to the description of the space', async () => {
    for (const path of ['', '/book/the-salt-road', '/book/the-salt-road', '/book/the-salt-road']) {
      expect((await ask(plain, {}, path)).headers['link']).toBe(
        `<${ours}>; rel="profile", <https://cdn.example/content/openapi.json>; rel="service-desc"`,
      );
    }
  });

  it('several spaces of one snapshot › each answer links to the description of its own space', async () => {
    const space = await openBookshop();
    const both = await startBookshop({ spaces: ['one', 'two'].map((name) => ({ name, space })) });
    onTestFinished(() => both.stop());
    for (const name of ['one', 'two', 'one']) {
      const { headers } = await send(both.origin, `/${name}/delivery/jsonapi/book/the-salt-road`, {});
      expect(headers['link']).toBe(`</profile>; rel="profile", </${name}/openapi.json>; rel="service-desc"`);
      const described = await send(both.origin, `/${name}/openapi.json`, {});
      expect(described.status).toBe(200);
    }
  });

  it('requested with the profile › the same bytes, with a media type that names it and a tag of its own', async () => {
    // Once made, then kept, then sent before there is a context.
    for (let time = 0; time < 4; time += 1) {
      const named = await ask(profiled);
      const usual = await ask(plain);
      expect([usual.headers['content-type'], named.headers['content-type']]).toEqual([plain, profiled]);
      expect(named.body.equals(usual.body)).toBe(true);
      expect(named.headers.etag).toBe(profiledTag(usual.headers.etag ?? ''));
      expect(named.headers.vary).toContain('Accept');
    }
    const packed = await ask(profiled, { 'accept-encoding': 'br' });
    expect([packed.headers['content-type'], packed.headers['content-encoding']]).toEqual([profiled, 'br']);
    const { etag: packedTag = '' } = packed.headers;
    const { etag = '' } = (await ask(profiled)).headers;
    expect(packedTag).not.toBe(etag);
    for (const [accept, sent, status] of [
      [profiled, etag, 304],
      [profiled, '*', 304],
      [plain, etag, 200],
    ] as const) {
      const again = await ask(accept, { 'if-none-match': sent });
      expect([again.status, again.body.length > 0]).toEqual([status, status === 200]);
      if (status === 304) expect(again.headers.etag).toBe(etag);
    }
    expect((await ask(plain, { 'if-match': etag })).status).toBe(412);
    expect((await ask(profiled, { 'if-match': etag })).status).toBe(200);
  });

  it('an error, requested with the profile › names it too; without › does not', async () => {
    const [named, usual] = [await ask(profiled, {}, '/book?sort=prise'), await ask(plain, {}, '/book?sort=prise')];
    expect([named.status, named.headers['content-type']]).toEqual([400, profiled]);
    expect([usual.status, usual.headers['content-type']]).toEqual([400, plain]);
  });

  it('a server without a public URL › names the profile by its path', async () => {
    const bare = await startBookshop();
    const { headers } = await send(bare.origin, '/delivery/jsonapi/book', {
      headers: { accept: `${plain}; profile="/profile"` },
    });
    expect([headers['link'], headers['content-type']]).toEqual([
      '</profile>; rel="profile", </openapi.json>; rel="service-desc"',
      `${plain}; profile="/profile"`,
    ]);
    await bare.stop();
  });

  it('a server that does not describe itself › has no profile', async () => {
    const bare = await startBookshop({ docs: false });
    const accept = `${plain}; profile="/profile"`;
    const { headers } = await send(bare.origin, '/delivery/jsonapi/book', { headers: { accept } });
    expect([headers['link'], headers['content-type']]).toEqual([undefined, plain]);
    await bare.stop();
  });
});
