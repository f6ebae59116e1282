/**
 * What is not the client's mistake: failures of ours, overload, and an address that cannot be had.
 */
import { afterEach, describe, expect, it } from 'vitest';
import { OperationError } from '../../../src/content/errors/index.js';
import { capturingLogger } from '../../../testing/capturing-logger.js';
import { openBookshop } from '../../../testing/samples/bookshop.js';
import { dial, errorsOf, send } from '../../../testing/server/client.js';
import { type Bookshop, startBookshop } from '../../../testing/server/server.js';

const list = '/delivery/jsonapi/book';

let shop: Bookshop | undefined;
afterEach(async () => {
  await shop?.stop();
  shop = undefined;
});

describe('a defect', () => {
  it('an unexpected error › 500 with an id; the stack only in the log, under that id', async () => {
    const space = await openBookshop();
    const secret = 'the disk at /srv/secret has gone';
    const broken = Object.defineProperty({ ...space }, 'model', {
      get: () => {
        throw new Error(secret);
      },
    });
    const { lines, logger } = capturingLogger('warn');
    shop = await startBookshop({ spaces: [{ name: 'bookshop', space: broken }], logger });
    const reply = await send(shop.origin, list);
    const [error] = errorsOf(reply);
    expect(reply.status).toBe(500);
    expect(error?.code).toBe('InternalError');
    expect(error?.id).toMatch(/^[0-9a-f-]{36}$/);
    expect(error?.detail).toContain(error?.id);
    expect(reply.headers['x-service-query-complexity']).toBe('0');
    expect(reply.headers['cache-control']).toBe('no-store');
    expect(reply.body.toString()).not.toContain('secret');
    expect(reply.body.toString()).not.toMatch(/at \w+.*\.[jt]s/);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(error?.id);
    expect(lines[0]).toContain(secret);
    expect(lines[0]).toMatch(/\.[jt]s:\d/);
  });
});

describe('overload', () => {
  it('more in flight than allowed › 503 with Retry-After; health is still answered', async () => {
    shop = await startBookshop({ overload: { inFlightMaximum: 0 } });
    const reply = await send(shop.origin, list);
    expect(reply.status).toBe(503);
    expect(errorsOf(reply)[0]?.code).toBe('Unavailable');
    expect(reply.headers).toMatchObject({
      ...{ 'retry-after': '1', 'content-type': 'application/vnd.api+json', 'cache-control': 'no-store' },
      ...{ 'x-service-query-complexity': '0', 'access-control-allow-origin': '*', vary: 'Accept, Accept-Encoding' },
    });
    const head = await send(shop.origin, list, { method: 'HEAD' });
    expect([head.status, head.headers, head.body.byteLength]).toEqual([
      503,
      { ...reply.headers, date: head.headers.date },
      0,
    ]);
    expect((await send(shop.origin, '/health')).status).toBe(200);
  });

  it('for a space without a snapshot › a 503 that says so', async () => {
    shop = await startBookshop({ overload: { inFlightMaximum: 0 }, spaces: [{ name: 'shop', space: undefined }] });
    const reply = await send(shop.origin, list);
    expect([reply.status, reply.headers['retry-after']]).toEqual([503, '1']);
    expect(errorsOf(reply)[0]?.detail).toContain('has no snapshot loaded');
  });

  it('as many as allowed, in a row › all are served', async () => {
    shop = await startBookshop({ overload: { inFlightMaximum: 1 } });
    for (let i = 0; i < 5; i += 1) expect((await send(shop.origin, list)).status).toBe(200);
  });
});

describe('a client that stops reading', () => {
  const pipelined = 300;
  const stall = async (origin: string) => {
    const stalled = await dial(origin);
    stalled.write(`GET ${list}?page[limit]=100 HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(pipelined));
    return stalled;
  };

  it('its connection › is cut after a while', async () => {
    const { lines, logger } = capturingLogger('warn');
    shop = await startBookshop({ logger, accessLog: true, timeouts: { stallMs: 500 } });
    const stalled = await stall(shop.origin);
    await expect.poll(() => lines.some((line) => line.includes('"complete":false')), { timeout: 30_000 }).toBe(true);
    stalled.destroy();
  });

  it('more bytes than may be held › 503 until some are taken', async () => {
    const { lines, logger } = capturingLogger('warn');
    shop = await startBookshop({ logger, accessLog: true, overload: { heldBytesMaximum: 500_000 } });
    const stalled = await stall(shop.origin);
    await expect.poll(() => lines.length, { timeout: 30_000 }).toBe(pipelined);
    const statuses = new Set(lines.map((line) => JSON.parse(line).status));
    expect(statuses).toEqual(new Set([200, 503]));
    expect((await send(shop.origin, list)).status).toBe(200);
    stalled.destroy();
  });
});

describe('access log', () => {
  it('switched on › a line per request, at any level; off › none', async () => {
    const on = capturingLogger('warn');
    shop = await startBookshop({ logger: on.logger, accessLog: true });
    await send(shop.origin, `${list}?page[limit]=1`);
    await send(shop.origin, '/none', { method: 'HEAD' });
    await shop.stop();
    const [first, second] = on.lines.map((line) => JSON.parse(line));
    expect(first).toMatchObject({ method: 'GET', target: `${list}?page[limit]=1`, status: 200, complete: true });
    expect(first.complexity).toBeGreaterThan(50);
    expect(first.byteLength).toBeGreaterThan(100);
    expect(second).toMatchObject({ method: 'HEAD', status: 404, byteLength: 0, complexity: 0 });
    expect(first).toMatchObject({ host: new URL(shop.origin).host, space: 'bookshop', cached: false, error: null });
    expect(first.snapshot).toMatch(/^[0-9a-f]{64}$/);
    expect(second).toMatchObject({ space: null, snapshot: null, cached: null, error: 'NotFound' });
    const off = capturingLogger('info');
    shop = await startBookshop({ logger: off.logger });
    await send(shop.origin, list);
    expect(off.lines).toEqual([]);
  });
});

describe('fields of the access log', () => {
  it('computed, cached, 304, refused, shed › the line says so, and the response returns the request id', async () => {
    const { lines, logger } = capturingLogger('warn');
    shop = await startBookshop({ logger, accessLog: true });
    const headers = { 'x-request-id': 'id-1' };
    const target = `${list}?page[limit]=1`;
    const made = await send(shop.origin, target, { headers });
    await send(shop.origin, target, { headers });
    const kept = await send(shop.origin, target, { headers });
    const same = await send(shop.origin, target, {
      headers: { ...headers, 'if-none-match': String(made.headers['etag']) },
    });
    const wrong = await send(shop.origin, `${list}?sort=nothing`, { headers });
    await shop.stop();
    shop = await startBookshop({ logger, accessLog: true, overload: { inFlightMaximum: 0 } });
    const full = await send(shop.origin, target, { headers });
    await expect.poll(() => lines.length).toBe(6);
    for (const reply of [made, kept, same, wrong, full]) expect(reply.headers['x-request-id']).toBe('id-1');
    const told = lines.map((line) => JSON.parse(line));
    const snapshot = made.headers['x-service-snapshot'];
    for (const line of told) expect(line).toMatchObject({ space: 'bookshop', snapshot, requestId: 'id-1' });
    expect(told.map(({ status, cached, error }) => [status, cached, error])).toEqual([
      [200, false, null],
      [200, false, null],
      [200, true, null],
      [304, true, null],
      [400, null, 'UnknownField'],
      [503, null, 'Unavailable'],
    ]);
  });
});

describe('listening', () => {
  it('a port in use › an error that says so', async () => {
    shop = await startBookshop();
    const port = Number(new URL(shop.origin).port);
    await expect(startBookshop({ port })).rejects.toThrow(OperationError);
    await expect(startBookshop({ port })).rejects.toThrow(`port ${port}; stop it, or choose another`);
  });

  it('an address of another machine › an error that says so', async () => {
    await expect(startBookshop({ host: '192.0.2.1' })).rejects.toThrow('does not have the address "192.0.2.1"');
  });

  it('IPv6 › an origin with brackets', async () => {
    shop = await startBookshop({ host: '::1' });
    expect(shop.origin).toMatch(/^http:\/\/\[::1\]:\d+$/);
    const reply = await fetch(`${shop.origin}/health`);
    expect(reply.status).toBe(200);
  });
});
