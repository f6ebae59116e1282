/**
 * The generator must see every wrong answer, and ask each question as often as it should.
 */
import { createServer, type RequestListener, type Server } from 'node:http';
import { crc32 } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { Load, type LoadOutcome, type LoadPlan } from '../../../bench/http/load/load.js';
import { packQuestions, type Question, Supply } from '../../../bench/http/load/questions.js';

let server: Server | undefined;
let asked: string[] = [];

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  asked = [];
});

/** @returns the port of a server that records its requests */
function serve(listener: RequestListener): Promise<number> {
  const listening = createServer((request, response) => {
    asked.push(request.url ?? '');
    listener(request, response);
  });
  server = listening;
  return new Promise((resolve) => {
    listening.listen(0, '127.0.0.1', () => {
      const address = listening.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
}

const question = (path: string, body: string, more: Partial<Question> = {}): Question => ({
  request: Buffer.from(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`),
  status: 200,
  byteLength: Buffer.byteLength(body),
  checksum: crc32(body),
  ...more,
});

/** As many different questions, whose answer is the path itself. */
const questions = (count: number): Question[] =>
  Array.from({ length: count }, (_, place) => question(`/${place}`, `/${place}`));

const echo: RequestListener = (request, response) => {
  const body = request.url ?? '';
  response.writeHead(200, { 'Content-Length': Buffer.byteLength(body) }).end(body);
};

const plan = (port: number, more: Partial<LoadPlan> = {}): LoadPlan => ({
  port,
  connections: 3,
  durationMs: 60_000,
  mayRefuse: false,
  ...more,
});

const load = (port: number, all: readonly Question[], more: Partial<LoadPlan> = {}): Promise<LoadOutcome> =>
  new Load(plan(port, more), new Supply(packQuestions(all))).run();

describe('Load', () => {
  it('a finite supply › every question is sent once, and all answers are counted', async () => {
    const outcome = await load(await serve(echo), questions(100));
    expect(outcome).toMatchObject({ asked: 100, answers: 100, refusals: 0, closed: 0, bodyBytes: 100 * 3 - 10 });
    expect(asked.toSorted()).toEqual(
      questions(100)
        .map((_, place) => `/${place}`)
        .sort(),
    );
  });

  it('a rate › is kept whatever the order of the answers', async () => {
    const outcome = await load(await serve(echo), questions(50), { ratePerSecond: 5000, connections: 2 });
    expect(outcome).toMatchObject({ asked: 50, answers: 50 });
    expect(new Set(asked).size).toBe(50);
  });

  it('an order › is repeated until the time is up, also over several runs', async () => {
    const port = await serve(echo);
    const supply = new Supply(packQuestions(questions(3), Uint32Array.of(0, 2)));
    const first = await new Load(plan(port, { durationMs: 20, connections: 1 }), supply).run();
    expect(asked.slice(0, 4)).toEqual(['/0', '/2', '/0', '/2'].slice(0, asked.length));
    expect(first.answers).toBe(asked.length);
  });

  it('another status, length, or bytes › fails the run with the question', async () => {
    const port = await serve(echo);
    const wrong = (more: Partial<Question>) => load(port, [question('/a', '/a', more)]);
    await expect(wrong({ status: 304 })).rejects.toThrow('status 200 instead of 304: GET /a HTTP/1.1');
    await expect(wrong({ byteLength: 3 })).rejects.toThrow('2 bytes instead of 3: GET /a');
    // One answer in sixteen has its bytes looked at.
    const others = Array.from({ length: 16 }, () => question('/a', '/b'));
    await expect(load(port, others)).rejects.toThrow('2 bytes, but not the expected ones: GET /a');
  });

  it('503 with Retry-After › a wrong answer unless refusals are allowed', async () => {
    const port = await serve((_, response) => {
      response.writeHead(503, { 'Retry-After': '1', 'Content-Length': 2 }).end('{}');
    });
    await expect(load(port, questions(5))).rejects.toThrow('status 503 instead of 200');
    expect(await load(port, questions(5), { mayRefuse: true })).toMatchObject({ answers: 0, refusals: 5 });
  });

  it('503 without Retry-After › always a wrong answer', async () => {
    const port = await serve((_, response) => {
      response.writeHead(503, { 'Content-Length': 2 }).end('{}');
    });
    await expect(load(port, questions(5), { mayRefuse: true })).rejects.toThrow('status 503 instead of 200');
  });

  it('a connection closed by the server › fails the run; if refusals are allowed, it is opened again', async () => {
    const port = await serve((request, response) => {
      if (request.url === '/1') request.socket.destroy();
      else echo(request, response);
    });
    await expect(load(port, questions(9), { connections: 1 })).rejects.toThrow('closed a connection');
    const outcome = await load(port, questions(9), { connections: 1, mayRefuse: true });
    expect(outcome).toMatchObject({ asked: 9, answers: 8, closed: 1 });
  });

  it('no listening server › an error', async () => {
    const port = await serve(echo);
    await new Promise((resolve) => server?.close(resolve));
    await expect(load(port, questions(1))).rejects.toThrow('ECONNREFUSED');
  });
});
