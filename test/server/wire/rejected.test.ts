/**
 * Requests that Node's parser refuses before Koa sees anything: written by hand, byte for byte.
 */

import { once } from 'node:events';
import { createServer } from 'node:http';
import { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { watchConnections } from '../../../src/server/wire/connections.js';
import { answerRejected } from '../../../src/server/wire/rejected.js';
import { WatchedResponse } from '../../../src/server/wire/watched-response.js';
import { dial, errorsOf, parseReply, readAll, sendRaw } from '../../../testing/server/client.js';
import { type Bookshop, startBookshop } from '../../../testing/server/server.js';

const item = '/delivery/jsonapi/book/the-salt-road';
const get = `GET ${item} HTTP/1.1\r\nHost: x\r\n`;

const impatient = { timeouts: { headersMs: 300, requestMs: 300, checkMs: 50 } };

let shop: Bookshop;
beforeAll(async () => {
  shop = await startBookshop();
});
afterAll(() => shop.stop());

describe('refusals of the parser', () => {
  it.each([
    ['no HTTP at all', 'nonsense\r\n\r\n', 400, 'BadRequest'],
    ['the beginning of TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400, 'BadRequest'],
    ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 505, 'HttpVersionNotSupported'],
    ['HTTP/2.0', `GET ${item} HTTP/2.0\r\nHost: x\r\nConnection: close\r\n\r\n`, 505, 'HttpVersionNotSupported'],
    ['HTTP/9.9', `GET ${item} HTTP/9.9\r\nHost: x\r\n\r\n`, 505, 'HttpVersionNotSupported'],
    ['lines that end without a carriage return', `GET ${item} HTTP/1.1\nHost: x\n\n`, 400, 'BadRequest'],
    ['a space behind the version', `GET ${item} HTTP/1.1 \r\nHost: x\r\n\r\n`, 400, 'BadRequest'],
    [
      'a length, then chunks',
      `${get}Connection: close\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      400,
      'BadRequest',
    ],
    [
      'chunks, then a length',
      `${get}Connection: close\r\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n`,
      400,
      'BadRequest',
    ],
    ['another transfer coding', `${get}Connection: close\r\nTransfer-Encoding: gzip\r\n\r\n`, 501, 'NotImplemented'],
    [
      'another transfer coding under the one',
      `${get}Connection: close\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n`,
      501,
      'NotImplemented',
    ],
    ['a Host that is none', `GET ${item} HTTP/1.1\r\nHost: a b/c\r\nConnection: close\r\n\r\n`, 400, 'BadRequest'],
    ['a header without a colon', `${get}nonsense\r\n\r\n`, 400, 'BadRequest'],
    ['a space in the target', 'GET /a b HTTP/1.1\r\nHost: x\r\n\r\n', 400, 'BadRequest'],
    ['raw UTF-8 in the target', 'GET /In\xc3\xaas HTTP/1.1\r\nHost: x\r\n\r\n', 400, 'BadRequest'],
    ['two lengths', `${get}Content-Length: 1\r\nContent-Length: 2\r\n\r\n`, 400, 'BadRequest'],
    ['a null byte in a header', `${get}X: a\0b\r\n\r\n`, 400, 'BadRequest'],
    ['no Host', `GET ${item} HTTP/1.1\r\nConnection: close\r\n\r\n`, 400, 'BadRequest'],
    ['two Hosts', `${get}Host: y\r\nConnection: close\r\n\r\n`, 400, 'BadRequest'],
    ['a target beyond the buffer', `GET /${'x'.repeat(40_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 414, 'UriTooLong'],
    ['a target without an end', `GET /${'x'.repeat(40_000)}`, 414, 'UriTooLong'],
    ['a header beyond the buffer', `${get}X-Long: ${'x'.repeat(40_000)}\r\n\r\n`, 431, 'HeadersTooLarge'],
    ['many headers', `${get}${'X-Many: some text of some length\r\n'.repeat(1500)}\r\n`, 431, 'HeadersTooLarge'],
  ])('%s › an error document with the headers of every response', async (_, request, status, code) => {
    const reply = await sendRaw(shop.origin, request);
    const [error] = errorsOf(reply);
    expect(reply.status).toBe(status);
    expect(error?.code).toBe(code);
    expect(error?.status).toBe(String(status));
    expect(reply.headers['content-type']).toBe('application/vnd.api+json');
    expect(reply.headers['content-length']).toBe(String(reply.body.byteLength));
    expect(reply.headers['x-service-query-complexity']).toBe('0');
    expect(reply.headers['cache-control']).toBe('no-store');
    expect(reply.headers['connection']).toBe('close');
    expect(reply.rest.byteLength).toBe(0);
  });

  it('an overflow in many packets › 414 for the target, 431 for a header', async () => {
    const inPackets = async (start: string, part: string): Promise<number> => {
      const socket = await dial(shop.origin);
      const answer = readAll(socket);
      socket.setNoDelay(true);
      socket.write(start);
      for (let sent = 0; sent < 40_000 && socket.writable; sent += part.length) {
        await sleep(2);
        socket.write(part);
      }
      return parseReply(await answer).status;
    };
    expect(await inPackets('GET /delivery?', 'x'.repeat(4000))).toBe(414);
    expect(await inPackets(`${get}Cookie: `, `${'x'.repeat(99)}; `.repeat(40))).toBe(431);
  });

  it('a request that stops half way › 408', async () => {
    const other = await startBookshop(impatient);
    const reply = await sendRaw(other.origin, get);
    await other.stop();
    expect(reply.status).toBe(408);
    expect(errorsOf(reply)[0]?.code).toBe('RequestTimeout');
    expect(reply.headers['x-service-query-complexity']).toBe('0');
  });

  it('a connection without a request › is closed without a response', async () => {
    const other = await startBookshop(impatient);
    const fresh = await readAll(await dial(other.origin));
    await other.stop();
    expect(fresh.byteLength).toBe(0);
  });

  it('a missing body, after its request was answered › one response, then the connection ends', async () => {
    const other = await startBookshop(impatient);
    const reply = await sendRaw(other.origin, `${get}Content-Length: 10\r\n\r\nabc`);
    await other.stop();
    expect(reply.status).toBe(200);
    expect(reply.rest.byteLength).toBe(0);
  });

  it('a malformed body › one response, then the connection ends', async () => {
    const reply = await sendRaw(shop.origin, `${get}Transfer-Encoding: chunked\r\n\r\nnonsense\r\n\r\n`);
    expect(reply.status).toBe(200);
    expect(reply.rest.byteLength).toBe(0);
  });

  it('a valid request before one whose target is too long › 414 for the second', async () => {
    const first = await sendRaw(shop.origin, `${get}\r\nGET /${'x'.repeat(40_000)} HTTP/1.1\r\n\r\n`);
    expect(first.status).toBe(200);
    expect(parseReply(first.rest).status).toBe(414);
  });

  it('a valid request before the refused one › both are answered, in order', async () => {
    const good = `GET /delivery/jsonapi/book HTTP/1.1\r\nHost: x\r\nAccept-Encoding: br\r\n\r\n`;
    const first = await sendRaw(shop.origin, `${good}nonsense\r\n\r\n`);
    expect(first.status).toBe(200);
    expect(first.headers['content-encoding']).toBe('br');
    const second = parseReply(first.rest);
    expect(second.status).toBe(400);
    expect(second.rest.byteLength).toBe(0);
  });

  it('a client that hangs up › does not disturb others', async () => {
    const socket = await dial(shop.origin);
    socket.write(get.slice(0, 10));
    socket.resetAndDestroy();
    await once(socket, 'close');
    expect((await sendRaw(shop.origin, `${get}Connection: close\r\n\r\n`)).status).toBe(200);
  });

  it('HTTP/1.0 without a Host › is served', async () => {
    const reply = await sendRaw(shop.origin, `GET ${item} HTTP/1.0\r\n\r\n`);
    expect(reply.status).toBe(200);
    expect(reply.headers['x-service-query-complexity']).toBeDefined();
  });
});

describe('access log of refusals of the parser', () => {
  it('400, 405, 408, 414 and 431 › a line each, without method and target', async () => {
    const lines: string[] = [];
    const logger = pino({ level: 'warn' }, { write: (line: string) => lines.push(line) });
    const other = await startBookshop({ ...impatient, logger, accessLog: true });
    const replies = [];
    for (const bytes of [
      'nonsense\r\n\r\n',
      'CONNECT a:1 HTTP/1.1\r\nHost: x\r\n\r\n',
      get,
      `GET /${'x'.repeat(40_000)}`,
      `${get}X: ${'x'.repeat(40_000)}\r\n\r\n`,
    ]) {
      replies.push(await sendRaw(other.origin, bytes));
    }
    const quiet = await startBookshop({ ...impatient, logger });
    await sendRaw(quiet.origin, 'nonsense\r\n\r\n');
    await quiet.stop();
    await other.stop();
    expect(replies.map(({ status }) => status)).toEqual([400, 405, 408, 414, 431]);
    const logged = lines.map((line) => JSON.parse(line));
    expect(logged).toHaveLength(replies.length);
    for (const [index, { status, body }] of replies.entries()) {
      expect(logged[index]).toMatchObject({
        level: 30,
        msg: 'request',
        method: null,
        target: null,
        status,
        complexity: 0,
        byteLength: body.byteLength,
        complete: true,
      });
    }
  });
});

describe("answerRejected › an error without all of Node's members", () => {
  interface Unparsed {
    readonly code?: string;
    readonly reason?: string;
    readonly rawPacket?: Buffer;
    readonly bytesParsed?: number;
  }

  /** What a client gets whose connection the parser gave up like this. */
  function refused(error: Unparsed, connection: { readonly writable?: boolean } = {}) {
    const server = createServer({ ServerResponse: WatchedResponse });
    const answered: number[] = [];
    const connections = watchConnections(server);
    const sizes = { headerBytesMaximum: 100, targetBytesMaximum: 50 };
    answerRejected(server, connections, ['X-Extra', 'yes'], sizes, (_, status) => answered.push(status));
    const sent: Buffer[] = [];
    const socket = new Duplex({
      read: () => undefined,
      write: (chunk, _encoding, done) => {
        sent.push(chunk);
        done();
      },
    });
    if (connection.writable === false) socket.end();
    const fail = (): boolean => server.emit('clientError', Object.assign(new Error('parser'), error), socket);
    fail();
    return { server, answered, socket, fail, text: () => Buffer.concat(sent).toString('latin1') };
  }
  const detailOf = (text: string): string =>
    errorsOf({ body: Buffer.from(text.split('\r\n\r\n')[1] ?? '') })[0]!.detail;

  it.each([
    [{}, 400, 'The request is not well-formed HTTP/1.1; send a valid request.'],
    [
      { code: 'HPE_OTHER', reason: 'Odd bytes' },
      400,
      'The request is not well-formed HTTP/1.1 (Odd bytes); send a valid request.',
    ],
    [
      { code: 'HPE_INVALID_URL' },
      400,
      'The request target has characters that no URL may have; percent-encode them as UTF-8.',
    ],
    [
      { code: 'HPE_HEADER_OVERFLOW', rawPacket: Buffer.from('GET / HTTP/1.1\r\nX-Long: aa') },
      431,
      'The request line and headers are too large; at most 100 bytes are allowed.',
    ],
    [{ code: 'HPE_HEADER_OVERFLOW' }, 414, 'The request target is too long; at most 50 bytes are allowed.'],
    [
      { code: 'HPE_HEADER_OVERFLOW', rawPacket: Buffer.from('GET / HTTP/1.1\r\nX-Long: aa'), bytesParsed: 25 },
      431,
      'The request line and headers are too large; at most 100 bytes are allowed.',
    ],
    [{ code: 'HPE_INVALID_METHOD' }, 400, 'The request is not well-formed HTTP/1.1; send a valid request.'],
    [
      { code: 'HPE_INVALID_METHOD', rawPacket: Buffer.from('BREW / HTTP/1.1\r\n'), bytesParsed: 1 },
      501,
      'The server does not know this method; use one of GET, HEAD, OPTIONS, in capital letters.',
    ],
  ] satisfies readonly (readonly [Unparsed, number, string])[])('%j › %i', (error, status, detail) => {
    const { answered, text } = refused(error);
    expect(answered).toEqual([status]);
    expect(text()).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(text()).toContain('\r\nX-Extra: yes\r\n');
    expect(text().includes('\r\nAllow: GET, HEAD, OPTIONS\r\n')).toBe(status === 501);
    expect(detailOf(text())).toBe(detail);
  });

  it('a reset connection › nothing is written, and it is closed', () => {
    const { answered, socket, text } = refused({ code: 'ECONNRESET' });
    expect([answered, text(), socket.destroyed]).toEqual([[], '', true]);
  });

  it('a connection that is not writable › is closed without a response', () => {
    const { answered, socket, text } = refused({ code: 'HPE_OTHER' }, { writable: false });
    expect([answered, text(), socket.destroyed]).toEqual([[], '', true]);
  });

  it('a client that sends CONNECT and resets the connection › does not disturb others', () => {
    const { server } = refused({ code: 'HPE_OTHER' });
    const socket = new Duplex({ read: () => undefined, write: (_chunk, _encoding, done) => done() });
    server.emit('connect', {}, socket);
    socket.emit('error', new Error('ECONNRESET'));
    expect(socket.destroyed).toBe(true);
  });

  it('further errors on the connection › are not answered again', () => {
    const { answered, fail, text } = refused({ code: 'HPE_OTHER' });
    const first = text();
    fail();
    expect(answered).toEqual([400]);
    expect(text()).toBe(first);
  });
});
