import { describe, expect, it, onTestFinished } from 'vitest';
import type { Space } from '../../../src/index/snapshot/index.js';
import { MountCache } from '../../../src/server/cache/mount-cache.js';
import { Answer } from '../../../src/server/cache/prepared-answer.js';
import { openBookshop } from '../../../testing/samples/bookshop.js';
import { send } from '../../../testing/server/client.js';
import { startBookshop } from '../../../testing/server/server.js';

const later = (space: Space, id: string): Space => Object.assign({}, space, { id: id.repeat(64) });

describe('another snapshot', () => {
  it('starts with an empty cache and keeps the counters', async () => {
    const space = await openBookshop();
    const mounted = new MountCache(1_000_000);
    const answer = new Answer(Buffer.from('{}'), 'item', 0, []);
    mounted.of(space)?.add('/a', '/root/a', answer);
    expect(mounted.of(space)?.find('/root/a')).toBe(answer);
    mounted.hits += 1;
    expect(mounted.of(later(space, '1'))?.find('/root/a')).toBeUndefined();
    expect(mounted.counters()).toMatchObject({ hits: 1, entries: 0, bytes: 0 });
    // Going back is another snapshot again.
    expect(mounted.of(space)?.find('/root/a')).toBeUndefined();
  });

  it('evictions › add up over snapshots', async () => {
    const space = await openBookshop();
    const mounted = new MountCache(100_000);
    /** Keeps answers until some had to go. @returns how many went */
    const crowd = (of: Space): number => {
      for (let place = 0; place < 100; place += 1) {
        mounted.of(of)?.add(`/${place}`, `/root/${place}`, new Answer(Buffer.alloc(4000, 'a'), 'item', 0, []));
      }
      return mounted.of(of)?.evictions ?? 0;
    };
    const before = crowd(space);
    expect(before).toBeGreaterThan(0);
    expect(mounted.counters().evictions).toBe(before);
    const now = crowd(later(space, '1'));
    expect(now).toBeGreaterThan(0);
    expect(mounted.counters().evictions).toBe(before + now);
  });

  it('swapped between two requests › answers the second from the new snapshot', async () => {
    const space = await openBookshop();
    const served: { name: string; space: Space | undefined } = { name: 'bookshop', space };
    const shop = await startBookshop({ spaces: [served] });
    onTestFinished(() => shop.stop());
    const ask = () => send(shop.origin, '/delivery/jsonapi/book');
    await ask();
    expect((await ask()).headers['x-service-snapshot']).toBe(space.id);
    served.space = later(space, '1');
    for (const _time of ['made', 'kept']) expect((await ask()).headers['x-service-snapshot']).toBe('1'.repeat(64));
    served.space = undefined;
    expect((await ask()).status).toBe(503);
    served.space = space;
    expect((await ask()).headers['x-service-snapshot']).toBe(space.id);
  });
});

describe('a budget of 0', () => {
  it('caches nothing', async () => {
    const mounted = new MountCache(0);
    expect(mounted.of(await openBookshop())).toBeUndefined();
    expect(mounted.counters()).toEqual({ hits: 0, misses: 0, evictions: 0, bytes: 0, entries: 0 });
  });
});
