import { createServer, IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { DURATION_BUCKETS, RequestCounters } from '../../../src/server/metrics/counters.js';
import { createSpaceReader } from '../../../src/server/metrics/space-readings.js';
import { createMounts } from '../../../src/server/spaces/mount.js';
import { listen } from '../../../src/server/wire/listen.js';
import { WatchedResponse } from '../../../src/server/wire/watched-response.js';
import { openBookshop } from '../../../testing/samples/bookshop.js';
import { errorsOf, send, sendRaw } from '../../../testing/server/client.js';
import { type Bookshop, startBookshop } from '../../../testing/server/server.js';

const list = '/delivery/jsonapi/book';

let shop: Bookshop | undefined;
afterEach(async () => {
  await shop?.stop();
  shop = undefined;
});

/** @returns samples by name and labels, as they are written */
async function scrape(origin: string): Promise<ReadonlyMap<string, number>> {
  const reply = await send(origin, '/metrics');
  expect(reply.status).toBe(200);
  expect(reply.headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
  expect(reply.headers['cache-control']).toBe('no-store');
  const lines = reply.body.toString().split('\n');
  return new Map(
    lines.flatMap((line) => {
      const sample = /^(\w+(?:\{[^}]*\})?) (\S+)$/.exec(line);
      return sample === null ? [] : [[sample[1] ?? '', Number(sample[2])] as const];
    }),
  );
}

describe('/metrics', () => {
  it('after some requests › counts them by status, with bytes, durations and the cache', async () => {
    shop = await startBookshop();
    const first = await send(shop.origin, list);
    await send(shop.origin, list);
    await send(shop.origin, `${list}?fields[book]=title`);
    await send(shop.origin, list, { headers: { 'if-none-match': '*' } });
    const missing = await send(shop.origin, `${list}/none`);
    await sendRaw(shop.origin, 'BROKEN\r\n\r\n');
    const samples = await scrape(shop.origin);
    expect(samples.get('stele_requests_total{status="2xx"}')).toBe(3);
    expect(samples.get('stele_requests_total{status="3xx"}')).toBe(1);
    expect(samples.get('stele_requests_total{status="4xx"}')).toBe(2);
    expect(samples.get('stele_requests_total{status="5xx"}')).toBe(0);
    const routes = [...samples].flatMap(([name, count]) => (/stele_route_responses_total/.test(name) ? [count] : []));
    expect(routes.reduce((sum, count) => sum + count, 0)).toBe(6);
    const durationCounts = [...samples].filter(([name]) => name.startsWith('stele_request_duration_seconds_count'));
    expect(durationCounts.reduce((sum, [, count]) => sum + count, 0)).toBe(5);
    expect(samples.get('stele_request_duration_seconds_count{route="collection",status="2xx"}')).toBe(3);
    expect(samples.get('stele_request_duration_seconds_sum{route="collection",status="2xx"}')).toBeGreaterThan(0);
    expect(samples.get('stele_response_bytes_total')).toBeGreaterThan(
      2 * first.body.byteLength + missing.body.byteLength,
    );
    expect(samples.get('stele_cache_hits_total{space="bookshop"}')).toBe(1);
    expect(samples.get('stele_cache_misses_total{space="bookshop"}')).toBe(3);
    expect(samples.get('stele_cache_entries{space="bookshop"}')).toBe(1);
    expect(samples.get('stele_cache_bytes{space="bookshop"}')).toBeGreaterThan(first.body.byteLength);
    expect(samples.get('stele_in_flight')).toBe(1);
    expect(samples.get('stele_status{status="ok"}')).toBe(1);
    expect(samples.get('stele_shed_total')).toBe(0);
    const snapshot = first.headers['x-service-snapshot'];
    expect(samples.get(`stele_snapshot_info{space="bookshop",snapshot="${snapshot}"}`)).toBe(1);
    expect(samples.get('stele_snapshot_served_seconds{space="bookshop"}')).toBeGreaterThan(0);
    for (const name of ['nodejs_eventloop_lag_seconds', 'process_resident_memory_bytes']) {
      expect(samples.has(name)).toBe(true);
    }
  });

  it('under overload › answers, and counts refusals', async () => {
    shop = await startBookshop({ overload: { inFlightMaximum: 0 } });
    for (let i = 0; i < 3; i += 1) expect((await send(shop.origin, list)).status).toBe(503);
    const samples = await scrape(shop.origin);
    expect(samples.get('stele_shed_total')).toBe(3);
    expect(samples.get('stele_requests_total{status="5xx"}')).toBe(3);
  });

  it('a space without a snapshot › no info, served for 0 seconds', async () => {
    const space = await openBookshop();
    const spaces = [
      { name: 'full', space, builtMs: Date.now() - 60_000, fetchedMs: Date.now() - 1_000 },
      { name: 'empty', space: undefined },
      { name: 'unknown', space },
    ];
    shop = await startBookshop({ spaces });
    const samples = await scrape(shop.origin);
    const ages = [...samples].filter(([name]) => name.startsWith('stele_snapshot_age_seconds'));
    expect(ages.map(([name]) => name)).toEqual(['stele_snapshot_age_seconds{space="full"}']);
    expect(ages[0]?.[1]).toBeGreaterThanOrEqual(60);
    expect(ages[0]?.[1]).toBeLessThan(600);
    expect(samples.get('stele_snapshot_fetched_age_seconds{space="full"}')).toBeLessThan(60);
    const served = [...samples.keys()].filter((name) => name.startsWith('stele_snapshot_info'));
    expect(served).toEqual(
      ['full', 'unknown'].map((name) => `stele_snapshot_info{space="${name}",snapshot="${space.id}"}`),
    );
    expect(samples.get('stele_snapshot_served_seconds{space="empty"}')).toBe(0);
    expect(samples.get('stele_memory_refused{space="empty"}')).toBe(0);
  });

  it('status of /health › is a metric, and so is a problem of the space', async () => {
    const space = await openBookshop();
    const problem = { wanted: null, detail: 'damaged' };
    shop = await startBookshop({ spaces: [{ name: 'shop', space, problem, refusedSwaps: 2 }] });
    const samples = await scrape(shop.origin);
    expect(samples.get('stele_status{status="ok"}')).toBe(0);
    expect(samples.get('stele_status{status="degraded"}')).toBe(1);
    expect(samples.get('stele_space_problem{space="shop"}')).toBe(1);
    expect(samples.get('stele_swaps_refused_total{space="shop"}')).toBe(2);
  });

  it('a probe answered with 503 › has a route of its own', async () => {
    shop = await startBookshop({ spaces: [{ name: 'shop', space: undefined }] });
    await send(shop.origin, '/health/ready');
    await send(shop.origin, list);
    const samples = await scrape(shop.origin);
    expect(samples.get('stele_route_responses_total{route="ready",status="5xx"}')).toBe(1);
    expect(samples.get('stele_route_responses_total{route="collection",status="5xx"}')).toBe(1);
    expect(samples.get('stele_status{status="unavailable"}')).toBe(1);
  });

  it('switched off › 404', async () => {
    shop = await startBookshop({ metrics: false });
    expect((await send(shop.origin, '/metrics')).status).toBe(404);
  });

  it('on a port in use › the server does not start, and frees its own port', async () => {
    const [taken, free] = [createServer(), createServer()];
    const metricsPort = Number(new URL(await listen(taken, '127.0.0.1', 0)).port);
    const port = Number(new URL(await listen(free, '127.0.0.1', 0)).port);
    await new Promise((resolve) => free.close(resolve));
    await expect(startBookshop({ port, metricsPort })).rejects.toThrow(`port ${metricsPort}`);
    shop = await startBookshop({ port });
    expect((await send(shop.origin, list)).status).toBe(200);
    taken.close();
  });

  it('on a port of its own › is served only there, until the server stops', async () => {
    shop = await startBookshop({ metricsPort: 0 });
    expect((await send(shop.origin, '/metrics')).status).toBe(404);
    const { metricsOrigin = '' } = shop;
    await send(shop.origin, list);
    expect((await scrape(metricsOrigin)).get('stele_requests_total{status="2xx"}')).toBe(1);
    const elsewhere = await send(metricsOrigin, list);
    expect(elsewhere.status).toBe(404);
    expect(errorsOf(elsewhere)[0]?.detail).toBe(`Nothing is served at "${list}".`);
    await shop.stop();
    await expect(send(metricsOrigin, '/metrics')).rejects.toThrow('ECONNREFUSED');
  });
});

describe('spaceReader', () => {
  it('another snapshot › served seconds start again; none › 0', async () => {
    const space = await openBookshop();
    let now = 0;
    const served = { name: 'bookshop', space: space as typeof space | undefined };
    const read = createSpaceReader(createMounts([served], '', undefined, 0), () => now);
    now = 5000;
    expect(read()[0]).toMatchObject({ name: 'bookshop', snapshot: space.id, servedSeconds: 5 });
    served.space = undefined;
    expect(read()[0]).toMatchObject({ snapshot: undefined, servedSeconds: 0 });
    served.space = space;
    expect(read()[0]).toMatchObject({ snapshot: space.id, servedSeconds: 0 });
    now = 6000;
    expect(read()[0]).toMatchObject({ servedSeconds: 1 });
  });
});

describe('RequestCounters', () => {
  it('an ended response › is counted by route, status and duration', () => {
    const counters = new RequestCounters();
    const took = (seconds: number, status: number, route: string, writableFinished = true): void => {
      const response = new WatchedResponse(new IncomingMessage(new Socket()));
      Object.defineProperty(response, 'writableFinished', { value: writableFinished });
      const startMs = performance.now() - seconds * 1000;
      counters.countResponse(Object.assign(response, { startMs, statusCode: status, route, bodyBytes: 10 }));
    };
    took(0, 200, 'item');
    took(3600, 304, 'item');
    took(7200, 500, '');
    const { byStatusClass, byRoute, durations, bodyBytes } = counters.read();
    expect(byStatusClass).toEqual([0, 0, 1, 1, 0, 1]);
    expect(byRoute).toEqual({ item: [0, 0, 1, 1, 0, 0], none: [0, 0, 0, 0, 0, 1] });
    expect(bodyBytes).toBe(30);
    // Its client did not get all of it.
    took(0, 200, 'item', false);
    expect(counters.read().byStatusClass).toEqual([0, 0, 1, 1, 1, 1]);
    expect(Object.keys(durations)).toEqual(['item 2', 'item 3', 'none 5']);
    const [fast = [], slow = [], slowest = []] = Object.values(durations);
    const overBounds = DURATION_BUCKETS.length;
    // A test may be held up for a while, but not for all of the last bucket.
    expect(fast.slice(0, overBounds).reduce((sum, count) => sum + count, 0)).toBe(1);
    expect([slow[overBounds], slowest[overBounds]]).toEqual([1, 1]);
    expect(slow[overBounds + 1]).toBeGreaterThanOrEqual(3600);
    expect(slow[overBounds + 1]).toBeLessThan(3605);
  });

  it('read › a plain value that later responses do not change', () => {
    const counters = new RequestCounters();
    counters.countRefusal(400, 10);
    const before = counters.read();
    counters.countRefusal(431, 10);
    expect(structuredClone(before)).toEqual(before);
    expect(before.byStatusClass[4]).toBe(1);
    expect(counters.read().byStatusClass[4]).toBe(2);
    expect(counters.read().bodyBytes).toBe(20);
  });
});
