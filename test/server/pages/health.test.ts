/**
 * What `/health` says of each thing that can stand in the way, and whether a load balancer is to send requests here.
 */

import { afterEach, describe, expect, it } from 'vitest';
import { snapshotId } from '../../../src/content/model/index.js';
import type { Space } from '../../../src/index/snapshot/index.js';
import type { ServedSpace, ServerOptions } from '../../../src/server/index.js';
import { exportedCount, openBookshop } from '../../../testing/samples/bookshop.js';
import { send } from '../../../testing/server/client.js';
import { type Bookshop, startBookshop } from '../../../testing/server/server.js';

let shop: Bookshop | undefined;
afterEach(async () => {
  await shop?.stop();
  shop = undefined;
});

type Served = Omit<ServedSpace, 'name' | 'space'> & { space?: Space | undefined };

/** @param served what is known of the one space. @returns what each of the three pages says */
async function healthOf(served: Served, options: Partial<ServerOptions> = {}) {
  const space = 'space' in served ? served.space : await openBookshop();
  shop = await startBookshop({ ...options, spaces: [{ name: 'shop', ...served, space }] });
  const [health, ready, live] = [
    await send(shop.origin, '/health'),
    await send(shop.origin, '/health/ready'),
    await send(shop.origin, '/health/live'),
  ];
  expect(ready.status).toBe(health.status);
  expect([live.status, live.headers['retry-after']]).toEqual([200, undefined]);
  expect(health.headers['retry-after']).toBe(health.status === 503 ? '1' : undefined);
  const body = JSON.parse(health.body.toString());
  for (const { body: same } of [ready, live]) expect(JSON.parse(same.toString())).toEqual(body);
  return { code: health.status, status: body.status, shown: body.spaces[0], body };
}

const at = (minute: number): number => Date.UTC(2026, 0, 1, 0, minute);
const told = (minute: number): string => `2026-01-01T00:0${minute}:00.000Z`;
const origin = {
  named: null,
  readMs: at(1),
  behindSinceMs: null,
  failing: null,
  used: null,
  fallback: null,
  pulls: 0,
  failures: 0,
  fetchedBytes: 0,
  savedBytes: 0,
};
const engine = { failingSinceMs: null, open: 3, waiting: 0, failures: 0, cancelled: 0 };
const problem = { wanted: null, detail: 'the disk is full' };

describe('/health of a space', () => {
  it('no problem › ok, with snapshot, items, and the times of the build and of the fetch', async () => {
    const { id } = await openBookshop();
    const { code, status, shown } = await healthOf({ builtMs: at(2), fetchedMs: at(4) });
    expect([code, status]).toEqual([200, 'ok']);
    expect(shown).toEqual({ name: 'shop', snapshot: id, items: exportedCount(), built: told(2), fetched: told(4) });
  });

  it('a snapshot without the time of its build › built is null, also if the time of the fetch is known', async () => {
    const { shown } = await healthOf({ fetchedMs: at(4) });
    expect(shown).toMatchObject({ built: null, fetched: told(4) });
  });

  it('no snapshot › unavailable, without a build time', async () => {
    const { code, status, shown } = await healthOf({ space: undefined, builtMs: at(2) });
    expect([code, status]).toEqual([503, 'unavailable']);
    expect(shown).toEqual({ name: 'shop', snapshot: null, items: 0 });
  });

  it('a problem › degraded, with its detail; another name after the next start › shown, and ok', async () => {
    expect(await healthOf({ problem })).toMatchObject({ code: 200, status: 'degraded', shown: { problem } });
    await shop?.stop();
    expect(await healthOf({ nextName: 'store' })).toMatchObject({ status: 'ok', shown: { nextName: 'store' } });
  });

  it('an origin › when it was read, since when it is ahead; failing › degraded, with the time and no reason', async () => {
    const well = await healthOf({ origin: { ...origin, behindSinceMs: at(3) } });
    expect(well.status).toBe('ok');
    expect(well.shown.origin).toEqual({ snapshot: null, read: told(1), behindSince: told(3), failingSince: null });
    await shop?.stop();
    const failing = { sinceMs: at(4), detail: 'connect ECONNREFUSED 10.0.0.1' };
    const ill = await healthOf({ origin: { ...origin, readMs: null, failing } });
    expect([ill.code, ill.status]).toEqual([200, 'degraded']);
    expect(ill.shown.origin).toEqual({ snapshot: null, read: null, behindSince: null, failingSince: told(4) });
    expect(JSON.stringify(ill.body)).not.toContain('10.0.0.1');
    await shop?.stop();
    const fallback = { sinceMs: at(5), detail: 'connect ECONNREFUSED 10.0.0.1' };
    const second = await healthOf({ origin: { ...origin, used: 2, fallback } });
    expect(second.status).toBe('degraded');
    expect(second.shown.origin).toMatchObject({ used: 2, fallbackSince: told(5), failingSince: null });
    expect(JSON.stringify(second.body)).not.toContain('10.0.0.1');
  });

  it('a pinned snapshot › ok, with its id', async () => {
    const pin = snapshotId('a'.repeat(64))!;
    expect(await healthOf({ pin })).toMatchObject({ status: 'ok', shown: { pinned: pin } });
  });

  it('an engine › its connections; one that does not answer › unavailable, with the time', async () => {
    const well = await healthOf({ engine });
    expect(well).toMatchObject({ code: 200, status: 'ok', shown: { engine: { failingSince: null, connections: 3 } } });
    await shop?.stop();
    const ill = await healthOf({ engine: { ...engine, failingSinceMs: at(5) } });
    expect(ill).toMatchObject({ code: 503, status: 'unavailable', shown: { engine: { failingSince: told(5) } } });
  });

  it('a preview › its snapshot and its problem, which stand in nobody’s way', async () => {
    const space = await openBookshop();
    const preview = { name: 'shop', space, problem };
    const { status, shown } = await healthOf({ preview });
    expect(status).toBe('ok');
    expect(shown.preview).toEqual({ snapshot: space.id, problem });
    await shop?.stop();
    const empty = await healthOf({ preview: { name: 'shop', space: undefined } });
    expect([empty.status, empty.shown.preview]).toEqual(['ok', { snapshot: null }]);
  });

  it('blocks that another thread could not read › degraded, with their number', async () => {
    const { status, shown } = await healthOf({ unreadableElsewhere: 2 });
    expect([status, shown.unreadableBlocks]).toEqual(['degraded', 2]);
  });
});

describe('/health of several spaces', () => {
  it('a problem of one › degraded, shown at that space only', async () => {
    const space = await openBookshop();
    const spaces = [
      { name: 'shop', space },
      { name: 'archive', space, problem },
    ];
    shop = await startBookshop({ spaces });
    const { status, body } = await send(shop.origin, '/health');
    const { status: said, spaces: shown } = JSON.parse(body.toString());
    expect([status, said]).toEqual([200, 'degraded']);
    expect(shown.map((each: { problem?: unknown }) => each.problem)).toEqual([undefined, problem]);
  });
});

describe('/health of several threads', () => {
  const thread = (number: number, state: 'serving' | 'starting') => ({ thread: number, state, restarts: 0 });

  it('all serving › ok, with each thread; one not serving › degraded', async () => {
    const all = [thread(1, 'serving'), thread(2, 'serving')];
    const { status, body } = await healthOf({}, { threads: () => all });
    expect([status, body.threads]).toEqual(['ok', all]);
    await shop?.stop();
    const some = [thread(1, 'serving'), thread(2, 'starting')];
    expect(await healthOf({}, { threads: () => some })).toMatchObject({ code: 200, status: 'degraded' });
  });
});
