/**
 * Contentful's Sync API, played as its reference says: pages and tokens, deletions, and tokens that are forgotten.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { amount } from '../../../../testing/amount.js';
import { removeFolders } from '../importing.js';
import { emptyFolder, fetched, played, stopServers, TOKEN } from './fetching.js';

afterEach(() => {
  stopServers();
  removeFolders();
});

interface Item {
  readonly sys: Readonly<Record<string, unknown>> & { readonly id: string; readonly type: string };
  readonly fields?: Readonly<Record<string, unknown>>;
}

/** A space with what was ever published, and what was done to it since the beginning. */
class Space {
  readonly #items = new Map<string, Item>();
  readonly #done: Item[] = [];
  readonly types = ['post'];
  readonly locales = ['en'];
  readonly asked: string[] = [];
  perPage = 3;
  /** Tokens from before are not known any more. */
  forgotten = false;
  nextUrl = '';

  publish(type: string, id: string, title: string): void {
    const sys = {
      id,
      type: 'Entry',
      revision: 1,
      contentType: { sys: { id: type } },
      updatedAt: '2026-01-01T00:00:00Z',
    };
    const item = { sys, fields: { title: Object.fromEntries(this.locales.map((code) => [code, `${title} ${code}`])) } };
    this.#items.set(id, item);
    this.#done.push(item);
  }

  remove(id: string): void {
    if (!this.#items.delete(id)) return;
    this.#done.push({ sys: { id, type: 'DeletedEntry' } });
  }

  addField(): void {
    this.types.push(`type${this.types.length}`);
  }

  answer(url: URL): unknown {
    this.asked.push(`${url.pathname}${url.search}`);
    const list = (items: readonly unknown[]): object => ({ sys: { type: 'Array' }, total: items.length, items });
    const name = url.pathname.split('/').at(-1);
    if (name === 'content_types') {
      const fields = [{ id: 'title', type: 'Symbol', localized: true }];
      return list(this.types.map((id) => ({ sys: { id, type: 'ContentType' }, displayField: 'title', fields })));
    }
    if (name === 'locales')
      return list(this.locales.map((code, at) => ({ code, default: at === 0, fallbackCode: at === 0 ? null : 'en' })));
    if (name === 'tags') return list([]);
    const token = url.searchParams.get('sync_token');
    if (token === null && url.searchParams.get('initial') !== 'true') return 400;
    if (token !== null && [...url.searchParams].length > 1) return 400;
    const [kind = 'i', start = '0', end = ''] = token?.split('-') ?? [];
    if (kind === 'd' && this.forgotten) return 400;
    const all = kind === 'i' ? [...this.#items.values()] : this.#done.slice(0, end === '' ? undefined : Number(end));
    const items = all.slice(Number(start), Number(start) + this.perPage);
    const until = Number(start) + items.length;
    // What comes meanwhile is told by the next token.
    const next = kind === 'i' ? `i-${until}` : `d-${until}`;
    const isLast = until >= all.length;
    const address = (value: string): string => `${this.nextUrl}${url.pathname}?sync_token=${value}`;
    return {
      sys: { type: 'Array' },
      items,
      ...(isLast ? { nextSyncUrl: address(`d-${this.#done.length}`) } : { nextPageUrl: address(next) }),
    };
  }
}

const path = '/spaces/s/environments/master';

describe('fetching from contentful', () => {
  const started = async (): Promise<{ readonly space: Space; readonly origin: string }> => {
    const space = new Space();
    for (let number = 0; number < 7; number += 1) space.publish('post', `e${number}`, `title ${number}`);
    return { space, origin: `${await played((url) => space.answer(url))}${path}` };
  };

  it('the first fetch › reads everything page by page; the next reads only changes, by the token', async () => {
    const { space, origin } = await started();
    const folder = emptyFolder();
    expect(await fetched('contentful', origin, folder)).toMatchObject({
      changed: 7,
      told: [expect.stringMatching(/is new/)],
    });
    space.publish('post', 'e3', 'changed');
    space.remove('e4');
    space.asked.length = 0;
    const came = await fetched('contentful', origin, folder);
    expect(came).toMatchObject({ changed: 2, told: [] });
    expect(space.asked.filter((each) => each.includes('sync'))).toEqual([`${path}/sync?sync_token=d-7`]);
    expect(came.bytes['post.ndjson']).toContain('changed en');
    expect(came.bytes['post.ndjson']).not.toContain('"e4"');
  });

  it('any changes › the bytes of a complete fetch into an empty folder', { timeout: 120_000 }, async () => {
    const change = fc.record({
      what: fc.constantFrom('publish', 'remove', 'locale', 'type'),
      id: fc.nat(12),
      title: fc.nat(5),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 12 }), async (changes) => {
        const { space, origin } = await started();
        const folder = emptyFolder();
        await fetched('contentful', origin, folder);
        for (const { what, id, title } of changes) {
          if (what === 'remove') space.remove(`e${id}`);
          else if (what === 'locale') space.locales.push(`l${space.locales.length}`);
          else if (what === 'type') space.addField();
          else space.publish(space.types[id % space.types.length] ?? '', `e${id}`, `title ${title}`);
          if (title > 2) await fetched('contentful', origin, folder);
        }
        space.publish('post', 'last', 'last');
        const { bytes } = await fetched('contentful', origin, folder);
        expect(bytes).toEqual((await fetched('contentful', origin, emptyFolder())).bytes);
      }),
      { numRuns: amount(6, 2) },
    );
  });

  it('a forgotten token, changed types, an incomplete state, or another address › a complete fetch, with a message', async () => {
    const { space, origin } = await started();
    const folder = emptyFolder();
    await fetched('contentful', origin, folder);
    space.forgotten = true;
    expect((await fetched('contentful', origin, folder)).told).toEqual([
      expect.stringMatching(/no longer accepts the token/),
    ]);
    space.forgotten = false;
    space.addField();
    expect((await fetched('contentful', origin, folder)).told).toEqual([
      expect.stringMatching(/content types or locales/),
    ]);
    writeFileSync(join(folder, 'fetched.json'), '{"madeBy":"ste');
    const torn = await fetched('contentful', origin, folder);
    expect(torn.told).toEqual([expect.stringMatching(/with other options, or is damaged/)]);
    writeFileSync(join(folder, 'space.json'), readFileSync(join(folder, 'space.json'), 'utf8').slice(0, -4));
    const again = await fetched('contentful', origin, folder);
    expect(again).toMatchObject({ told: [expect.stringMatching(/is damaged/)], bytes: torn.bytes });
    expect((await fetched('contentful', `${origin}/`, folder)).told).toEqual([
      expect.stringMatching(/with other options/),
    ]);
  });

  it('addresses of another server › the same server is requested, and no other receives the token', async () => {
    const heard: unknown[] = [];
    const { space, origin } = await started();
    space.nextUrl = await played((_, { headers }) => void heard.push(headers.authorization));
    const folder = emptyFolder();
    expect(await fetched('contentful', origin, folder)).toMatchObject({ changed: 7 });
    expect(heard).toEqual([]);
    for (const name of readdirSync(folder)) expect(readFileSync(join(folder, name), 'utf8')).not.toContain(TOKEN);
  });

  it('a server that fails during a fetch › the folder is unchanged; a folder with other content › is refused', async () => {
    const { space, origin } = await started();
    const folder = emptyFolder();
    await fetched('contentful', origin, folder);
    const before = readFileSync(join(folder, 'space.json'), 'utf8');
    let left = 4;
    const broken = await played((url) => (--left < 0 ? 500 : space.answer(url)));
    await expect(fetched('contentful', `${broken}${path}`, folder)).rejects.toThrow('answers 500');
    expect(readFileSync(join(folder, 'space.json'), 'utf8')).toBe(before);
    expect(readdirSync(join(folder, '..'))).toEqual(['content']);
    writeFileSync(join(folder, '..', 'mine'), '');
    await expect(fetched('contentful', origin, join(folder, '..'))).rejects.toThrow('was not written by stele watch');
  });
});
