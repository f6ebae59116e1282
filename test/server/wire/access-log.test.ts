import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createAccessLog, createRefusalLog } from '../../../src/server/wire/access-log.js';
import { WatchedResponse } from '../../../src/server/wire/watched-response.js';
import { capturingLogger } from '../../../testing/capturing-logger.js';

function connection(members: object = {}): Duplex {
  return Object.assign(new Duplex({ read: () => undefined, write: (_chunk, _encoding, done) => done() }), members);
}

/** What is the same of every refusal: nothing of the request is known. */
const unknown = {
  method: null,
  target: null,
  route: null,
  complexity: 0,
  userAgent: null,
  traceparent: null,
  key: null,
  requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
  host: null,
  space: null,
  snapshot: null,
  cached: null,
  msg: 'request',
};

function logged() {
  const { lines, logger } = capturingLogger('warn');
  return { log: createRefusalLog(logger), told: () => lines.map((line) => JSON.parse(line)) };
}

describe('accessLog', () => {
  const ended = (members: object): WatchedResponse =>
    Object.assign(new WatchedResponse(new IncomingMessage(new Socket())), {
      startMs: performance.now() - 1500,
      ...members,
    });

  it("an ended response › one line with its duration and the key's name", () => {
    const { lines, logger } = capturingLogger('warn');
    const log = createAccessLog(logger);
    log(ended({ target: '/health', route: 'health', complexity: 3, bodyBytes: 7, keyName: 'website' }));
    log(ended({ target: '/' }));
    const [one, other] = lines.map((line) => JSON.parse(line));
    expect(one).toMatchObject({ target: '/health', route: 'health', complexity: 3, byteLength: 7, key: 'website' });
    expect(one.elapsedMs).toBeGreaterThanOrEqual(1500);
    expect(one.elapsedMs).toBeLessThan(60_000);
    expect(one.msg).toBe('request');
    expect(other).toMatchObject({ client: null, route: null, key: null, complete: false });
  });
});

describe('refusalLog', () => {
  it('a response in progress › one line once the connection is closed, at any level', async () => {
    const { log, told } = logged();
    const socket = connection({ remoteAddress: '203.0.113.7' });
    log(socket, 400, 'BadRequest', 120);
    expect(told()).toEqual([]);
    socket.end('answer');
    socket.resume();
    await new Promise((resolve) => socket.on('finish', resolve));
    socket.destroy();
    await expect.poll(told).toHaveLength(1);
    expect(told()[0]).toMatchObject({
      ...unknown,
      client: '203.0.113.7',
      status: 400,
      error: 'BadRequest',
      byteLength: 120,
      complete: true,
    });
  });

  it('a connection cut before all was sent › not complete', async () => {
    const { log, told } = logged();
    const socket = connection();
    log(socket, 431, 'HeadersTooLarge', 80);
    socket.destroy();
    await expect.poll(told).toHaveLength(1);
    expect(told()[0]).toMatchObject({ ...unknown, client: null, status: 431, complete: false });
  });

  it('a closed connection of an unknown client › a line at once', async () => {
    const { log, told } = logged();
    const socket = connection({ remoteAddress: undefined });
    socket.destroy();
    await expect.poll(() => socket.closed).toBe(true);
    log(socket, 400, 'BadRequest', 0);
    expect(told()).toHaveLength(1);
    expect(told()[0]).toMatchObject({ ...unknown, client: null, complete: false });
  });
});
