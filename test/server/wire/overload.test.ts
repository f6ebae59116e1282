import { once } from 'node:events';
import { createServer, IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { Answer } from '../../../src/server/cache/prepared-answer.js';
import { sendIfReady } from '../../../src/server/deliver/send-answer.js';
import { readHeaders } from '../../../src/server/http/request-headers.js';
import { createCrossOrigin } from '../../../src/server/negotiate/cross-origin.js';
import { limitConnections, RESERVED_CONNECTIONS } from '../../../src/server/wire/connection-limit.js';
import { watchConnections } from '../../../src/server/wire/connections.js';
import { listen } from '../../../src/server/wire/listen.js';
import { DEFAULT_OVERLOAD, watchLoad } from '../../../src/server/wire/overload.js';
import { sendWithBatch } from '../../../src/server/wire/send-batch.js';
import { WatchedResponse } from '../../../src/server/wire/watched-response.js';
import { dial, errorsOf, parseReply, readAll, send, sendRaw } from '../../../testing/server/client.js';
import { startBookshop } from '../../../testing/server/server.js';

const list = '/delivery/jsonapi/book';

describe('watchLoad', () => {
  const limits = { ...DEFAULT_OVERLOAD, inFlightMaximum: 10, heldBytesMaximum: 100, turnMsMaximum: 50 };
  const response = (): WatchedResponse => new WatchedResponse(new IncomingMessage(new Socket()));

  it('hasTime › until the turn is older than allowed, for each turn', () => {
    let ageMs = 0;
    const load = watchLoad(() => 1, { ageMs: () => ageMs, isBegun: () => true }, limits, 25);
    expect(load.hasTime()).toBe(true);
    ageMs = 50;
    expect(load.hasTime()).toBe(true);
    ageMs = 50.1;
    expect(load.hasTime()).toBe(false);
    ageMs = 0;
    expect(load.hasTime()).toBe(true);
  });

  it('hasRoom › for as many requests in flight as allowed', () => {
    let inFlight = 10;
    const load = watchLoad(() => inFlight, { ageMs: () => 0, isBegun: () => true }, limits, 25);
    expect(load.hasRoom()).toBe(true);
    inFlight = 11;
    expect(load.hasRoom()).toBe(false);
  });

  it('held bytes › no room beyond the limit until they are released, once', () => {
    const load = watchLoad(() => 1, { ageMs: () => 0, isBegun: () => true }, limits, 25);
    const made = response();
    load.hold(made, 60);
    load.hold(made, 40);
    expect(load.hasRoom()).toBe(true);
    load.hold(made, 1);
    expect([load.heldBytes(), load.hasRoom()]).toEqual([101, false]);
    load.release(made);
    load.release(made);
    expect([load.heldBytes(), load.hasRoom()]).toEqual([0, true]);
  });

  it('resize › the new limit applies to held bytes at once', () => {
    const load = watchLoad(() => 1, { ageMs: () => 0, isBegun: () => true }, limits, 25);
    load.hold(response(), 60);
    load.resize(50);
    expect(load.hasRoom()).toBe(false);
    load.resize(60);
    expect(load.hasRoom()).toBe(true);
  });
});

const turns = async (count: number): Promise<void> => {
  for (let i = 0; i < count; i += 1) await new Promise((resolve) => setImmediate(resolve));
};

describe('responses of one turn', () => {
  const answers = (count: number, sent: unknown[]): (() => void)[] =>
    Array.from({ length: count }, (_, place) => () => {
      const response = new WatchedResponse(new IncomingMessage(new Socket()));
      response.end = () => {
        sent.push(place);
        return response;
      };
      sendWithBatch(response, Buffer.of(place));
    });

  it('few › are sent at its end, in order', async () => {
    const sent: number[] = [];
    for (const answer of answers(3, sent)) answer();
    expect(sent).toEqual([]);
    await turns(1);
    expect(sent).toEqual([0, 1, 2]);
  });

  it('many › are sent in batches, and the rest at its end', async () => {
    const sent: number[] = [];
    for (const answer of answers(20, sent)) answer();
    expect(sent.length).toBeGreaterThan(0);
    expect(sent.length).toBeLessThan(20);
    await turns(1);
    expect(sent).toEqual(Array.from({ length: 20 }, (_, place) => place));
  });

  it('304 responses › are sent at its end too', async () => {
    const overload = watchLoad(() => 1, { ageMs: () => 0, isBegun: () => true }, DEFAULT_OVERLOAD, 25);
    const response = new WatchedResponse(new IncomingMessage(new Socket()));
    const answer = new Answer(Buffer.from('{}'), 'item', 1, []);
    const headers = readHeaders(['If-None-Match', answer.tag('identity')]);
    const sending = { crossOrigin: createCrossOrigin([]), overload, isClosing: () => false };
    expect(sendIfReady(response, answer, 'identity', headers, sending)).toBe(true);
    expect([response.statusCode, response.writableEnded]).toEqual([304, false]);
    await turns(1);
    expect(response.writableEnded).toBe(true);
  });

  it('an expensive request that has waited long enough › the batch is sent before it runs', async () => {
    const done: unknown[] = [];
    const load = watchLoad(() => 1, { ageMs: () => 0, isBegun: () => done.length === 0 }, DEFAULT_OVERLOAD, 25);
    const dear = load.defer(new WatchedResponse(new IncomingMessage(new Socket())), () => done.push('dear'));
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 1000);
    onTestFinished(() => void vi.restoreAllMocks());
    for (const answer of answers(2, done)) answer();
    await dear;
    expect(done).toEqual([0, 1, 'dear']);
  });
});

describe('expensive requests', () => {
  const limits = { ...DEFAULT_OVERLOAD, turnMsMaximum: 50 };
  const response = (): WatchedResponse => new WatchedResponse(new IncomingMessage(new Socket()));

  it('a turn without other requests › one runs per turn, in order', async () => {
    let isBegun = true;
    const load = watchLoad(() => 1, { ageMs: () => 0, isBegun: () => isBegun }, limits, 25);
    const done: string[] = [];
    const all = ['a', 'b'].map((name) => load.defer(response(), () => done.push(name)));
    await turns(5);
    expect(done).toEqual([]);
    isBegun = false;
    await turns(1);
    expect(done).toEqual(['a']);
    await Promise.all(all);
    expect(done).toEqual(['a', 'b']);
    expect(load.deferred()).toMatchObject({ answers: 2, refused: 0 });
  });

  it('cheap requests keep arriving › it runs soon all the same, and its errors reject', async () => {
    const load = watchLoad(() => 1, { ageMs: () => 0, isBegun: () => true }, limits, 25);
    const asked = response();
    await expect(load.defer(asked, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(asked.deferredMs).toBeGreaterThan(49);
    expect(load.deferred().seconds).toBeGreaterThan(0.049);
  });

  it('a full queue › refuses more; requests of clients that are gone do not run', async () => {
    const load = watchLoad(() => 1, { ageMs: () => 0, isBegun: () => false }, limits, 25);
    const gone = response();
    const work = vi.fn();
    const left = load.defer(gone, work);
    const kept = load.defer(response(), () => 'kept');
    expect(() => load.defer(response(), work)).toThrow('overloaded');
    gone.destroy();
    await expect(left).rejects.toThrow('overloaded');
    expect(await kept).toBe('kept');
    expect(work).not.toHaveBeenCalled();
    expect(load.deferred().refused).toBe(1);
  });
});

describe('a turn that has lasted too long', () => {
  const requests = 400;
  const ask = (target: string): string => `GET ${target} HTTP/1.1\r\nHost: x\r\n\r\n`;

  it.each([
    ['origin form', list],
    ['absolute form', `http://elsewhere.example${list}`],
  ])('%s › uncached answers get 503; cached ones and the next turn are answered', async (_, target) => {
    const shop = await startBookshop({ overload: { turnMsMaximum: 5 } });
    onTestFinished(() => shop.stop());
    for (const _time of ['remembered', 'kept']) await send(shop.origin, `${list}?page[limit]=1`);
    const socket = await dial(shop.origin);
    const answers = readAll(socket);
    const many = Array.from({ length: requests }, (__, i) => ask(`${target}?filter[title][_neq]=${i}&page[limit]=100`));
    const last = `${ask(`${list}?page[limit]=1`)}GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
    socket.write(many.join('') + last);
    let rest: Buffer = await answers;
    const statuses: number[] = [];
    for (let i = 0; i < requests + 2; i += 1) {
      const reply = parseReply(rest);
      statuses.push(reply.status);
      if (reply.status === 503) {
        expect(reply.headers['retry-after']).toBe('1');
        expect(errorsOf(reply)[0]?.code).toBe('Unavailable');
      }
      rest = reply.rest;
    }
    const shed = statuses.filter((status) => status === 503).length;
    const answered = statuses.filter((status) => status === 200).length;
    expect(shed).toBeGreaterThan(0);
    expect(answered).toBeGreaterThan(2);
    expect(shed + answered).toBe(requests + 2);
    // What is in the cache, and health, come last in the same turn.
    expect(statuses.slice(-2)).toEqual([200, 200]);
    expect((await send(shop.origin, `${list}?filter[title][_neq]=after`)).status).toBe(200);
  });
});

describe('connections beyond the limit', () => {
  it('an idle one › is closed for the next', async () => {
    const shop = await startBookshop({ overload: { connectionsMaximum: 2 } });
    onTestFinished(() => shop.stop());
    const idle = [await dial(shop.origin), await dial(shop.origin)];
    const closed = readAll(idle[0]!);
    expect((await send(shop.origin, list)).status).toBe(200);
    await closed;
    expect(idle[1]?.closed).toBe(false);
    idle[1]?.destroy();
  });

  it('none is idle › 503 and Connection: close; health is answered; room again › served', async () => {
    const shop = await startBookshop({ overload: { connectionsMaximum: 1 } });
    onTestFinished(() => shop.stop());
    let busy: Socket | undefined;
    // As long as the server has read nothing of its request, it is idle, and makes way.
    const statusBeside = async (): Promise<number> => {
      if (busy === undefined || busy.closed) {
        busy = await dial(shop.origin);
        busy.write(`GET ${list} HTTP/1.1\r\n`);
        return 0;
      }
      return (await send(shop.origin, list)).status;
    };
    await expect.poll(statusBeside, { timeout: 20_000 }).toBe(503);
    const refused = await sendRaw(shop.origin, `GET ${list} HTTP/1.1\r\nHost: x\r\n\r\n`);
    expect(refused.headers).toMatchObject({ connection: 'close', 'retry-after': '1' });
    expect((await send(shop.origin, '/health')).status).toBe(200);
    expect((await send(shop.origin, '/metrics')).status).toBe(200);
    busy?.destroy();
    await expect.poll(async () => (await send(shop.origin, list)).status).toBe(200);
  });

  it('more than the limit and the reserve › are dropped by Node', async () => {
    const server = createServer({ ServerResponse: WatchedResponse });
    onTestFinished(() => void server.close().closeAllConnections());
    const connections = watchConnections(server);
    limitConnections(server, connections, 1);
    server.on('request', connections.begin);
    const origin = await listen(server, '127.0.0.1', 0);
    // Each waits for an answer before the next comes: an idle one would make way.
    for (let open = 1; open <= RESERVED_CONNECTIONS + 1; open += 1) {
      (await dial(origin)).write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
      await vi.waitUntil(() => connections.inFlight() === open, { interval: 1 });
    }
    const dropped = once(server, 'drop');
    expect((await readAll(await dial(origin))).byteLength).toBe(0);
    await dropped;
    expect(connections.count()).toBe(RESERVED_CONNECTIONS + 1);
  });
});
