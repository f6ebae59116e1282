/**
 * What a Node does without saying so, and prom-client too: all that the project relies on, to be run on each Node that
 * is supported.
 */
import { executionAsyncResource } from 'node:async_hooks';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { getPriority } from 'node:os';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { BUFFER_POOL_BYTES, collectGarbage, freeBuffers, keepTickShape } from '../../../src/format/platform/index.js';
import { CountedHistogram } from '../../../src/server/metrics/counted-histogram.js';
import { DURATION_BUCKETS, RequestCounters } from '../../../src/server/metrics/counters.js';
import { emitClose } from '../../../src/server/wire/connections.js';
import { compiled } from '../../../testing/cli/stele.js';
import { isThere } from '../../../testing/is-there.js';

const mebibytes64 = 64 * 2 ** 20;

describe('freeBuffers', () => {
  it('buffers › are empty, and their memory is freed at once', () => {
    const buffers = new Set([new ArrayBuffer(mebibytes64), new ArrayBuffer(mebibytes64)]);
    const before = process.memoryUsage().arrayBuffers;
    freeBuffers(buffers);
    expect([...buffers].map(({ byteLength }) => byteLength)).toEqual([0, 0]);
    expect(process.memoryUsage().arrayBuffers).toBeLessThanOrEqual(before - 2 * mebibytes64);
  });

  it('no buffers › no effect', () => {
    expect(() => freeBuffers(new Set())).not.toThrow();
  });
});

describe('BUFFER_POOL_BYTES', () => {
  it('a Buffer of any size › is larger, or from the pool that is never transferred', () => {
    for (let size = 1; size <= 2 ** 18; size *= 2) {
      for (const { buffer } of [Buffer.allocUnsafe(size), Buffer.alloc(size), Buffer.from('a'.repeat(size))]) {
        if (!(buffer instanceof ArrayBuffer) || buffer.byteLength <= BUFFER_POOL_BYTES) continue;
        expect(() => freeBuffers(new Set([buffer])), `${size} bytes`).not.toThrow();
      }
    }
    expect(Buffer.allocUnsafe(1).buffer.byteLength).toBeLessThanOrEqual(BUFFER_POOL_BYTES);
  });
});

describe('collectGarbage', () => {
  it('unreferenced shared memory › is freed', async () => {
    const held = new WeakRef(new SharedArrayBuffer(mebibytes64));
    // What was made in this turn is kept until its end.
    await new Promise(setImmediate);
    collectGarbage();
    await new Promise(setImmediate);
    expect(held.deref()).toBeUndefined();
  });
});

describe('keepTickShape', () => {
  it('a task queued later › has the keys of the stored object, in order', async () => {
    const kept = await keepTickShape();
    collectGarbage();
    const later = await new Promise<object>((resolve) => process.nextTick(() => resolve(executionAsyncResource())));
    expect(later).not.toBe(kept);
    expect(await keepTickShape()).toBe(kept);
    expect(Object.getOwnPropertySymbols(kept).length).toBeGreaterThan(0);
    expect(Reflect.ownKeys(later)).toEqual(Reflect.ownKeys(kept));
  });
});

describe('closeUnsent', () => {
  it('a connection with two answers ends › both receive an event', async () => {
    const responses: ServerResponse[] = [];
    const closed: number[] = [];
    const server = createServer((_, response) => {
      const index = responses.push(response) - 1;
      response.once('close', () => closed.push(index));
      if (index === 1) socket.destroy();
    });
    server.on('connection', (end) => end.once('close', () => emitClose(responses)));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const socket = connect(typeof address === 'object' && address !== null ? address.port : 0, '127.0.0.1');
    socket.write('GET /1 HTTP/1.1\r\nHost: x\r\n\r\nGET /2 HTTP/1.1\r\nHost: x\r\n\r\n');
    await expect.poll(() => [...closed].sort()).toEqual([0, 1]);
    server.close();
  });
});

const hasThreadPriorities = isThere(
  process.platform === 'linux',
  'Only Linux has a priority for each thread, so this is not tried: that a thread steps back alone.',
);

describe.runIf(hasThreadPriorities)('stepBack', () => {
  it('in a thread › that thread runs last, and no other', async () => {
    const before = getPriority();
    const code = `
      const { parentPort, workerData } = require('node:worker_threads');
      const { getPriority } = require('node:os');
      import(workerData).then(({ stepBack }) => {
        stepBack();
        parentPort.postMessage(getPriority());
      });`;
    const workerData = pathToFileURL(compiled('src/format/platform/index.js')).href;
    const [inside] = await once(new Worker(code, { eval: true, workerData }), 'message');
    expect(inside).toBe(Math.max(before, 10));
    expect(getPriority()).toBe(before);
  });
});

describe('CountedHistogram', () => {
  it('as text and as values › equal the recorded counts', async () => {
    const registry = new Registry();
    const counters = new RequestCounters();
    new CountedHistogram('seconds', 'How long.', [registry], () => ({
      ...counters.read(),
      durations: { 'item 2': [...DURATION_BUCKETS.map(() => 0), 1, 7] },
    }));
    expect(await registry.metrics()).toContain('seconds_sum{route="item",status="2xx"} 7\n');
    expect(JSON.stringify(await registry.getMetricsAsJSON())).toContain('"value":7');
  });
});
