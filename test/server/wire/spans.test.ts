/**
 * Spans: one for each request of a server with the option `spans`, as an OpenTelemetry SDK receives it.
 */
import { SpanKind, SpanStatusCode } from '@opentelemetry/api';
import { afterEach, describe, expect, it } from 'vitest';
import { send } from '../../../testing/server/client.js';
import { startBookshop } from '../../../testing/server/server.js';
import { registerSdk, removeSdk } from '../../../testing/server/span-sdk.js';

afterEach(removeSdk);

const book = '/delivery/jsonapi/book/the-salt-road';
const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

describe('a server with spans', () => {
  it('an item, computed and cached › spans with the route, status, snapshot and the parent of traceparent', async () => {
    const spans = registerSdk();
    const shop = await startBookshop({ spans: true });
    const beforeMs = Date.now();
    for (let time = 0; time < 2; time += 1) await send(shop.origin, book, { headers: { traceparent } });
    await expect.poll(() => spans.length).toBe(2);
    await shop.stop();
    for (const { name, options, parentSpanId, statusCode, endTime } of spans) {
      expect(name).toBe('item');
      expect(options.kind).toBe(SpanKind.SERVER);
      expect(options.attributes).toEqual({
        'http.request.method': 'GET',
        'http.response.status_code': 200,
        'http.route': 'item',
        'stele.space': 'bookshop',
        'stele.snapshot': expect.stringMatching(/^[0-9a-f]{64}$/),
      });
      expect(parentSpanId).toBe('00f067aa0ba902b7');
      expect(statusCode).toBeUndefined();
      // The clock of the process may differ from the system's by a few milliseconds.
      expect(options.startTime).toBeGreaterThan(beforeMs - 1000);
      expect(endTime).toBeGreaterThanOrEqual(Number(options.startTime));
    }
  });

  it('no route and no traceparent › the name none, without a parent', async () => {
    const spans = registerSdk();
    const shop = await startBookshop({ spans: true });
    await send(shop.origin, '/none');
    await expect.poll(() => spans.length).toBe(1);
    await shop.stop();
    expect(spans[0]?.name).toBe('none');
    expect(spans[0]?.options.attributes).toEqual({ 'http.request.method': 'GET', 'http.response.status_code': 404 });
    expect(spans[0]?.parentSpanId).toBeUndefined();
  });

  it('an answer with 503 › a span with the status error', async () => {
    const spans = registerSdk();
    const shop = await startBookshop({ spans: true, spaces: [{ name: 'bookshop', space: undefined }] });
    expect((await send(shop.origin, book)).status).toBe(503);
    await expect.poll(() => spans.length).toBe(1);
    await shop.stop();
    expect(spans[0]?.statusCode).toBe(SpanStatusCode.ERROR);
  });

  it('without the option › no span, although an SDK is there', async () => {
    const spans = registerSdk();
    const shop = await startBookshop();
    await send(shop.origin, book, { headers: { traceparent } });
    await shop.stop();
    expect(spans).toEqual([]);
  });

  it('without an SDK › the same answer', async () => {
    const shop = await startBookshop({ spans: true });
    expect((await send(shop.origin, book)).status).toBe(200);
    await shop.stop();
  });
});
