import { createServer, type IncomingMessage } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readHeaders } from '../../../src/server/http/request-headers.js';
import { memoize } from '../../../src/server/negotiate/memoized.js';
import { listen } from '../../../src/server/wire/listen.js';
import { sendRaw } from '../../../testing/server/client.js';

describe('readHeaders', () => {
  it.each([
    [['Host: x']],
    [['host: x', 'HOST: y', 'Accept: a', 'ACCEPT: b', 'accept: c']],
    [['Host: x', 'Content-Type: a', 'content-type: b', 'Content-Typo: c']],
    [['Host: x', 'If-None-Match: "a"', 'if-none-match: "b"', 'Accept-Encoding: br', 'Accept-Encoding: gzip']],
    [['Host: x', 'Origin: a', 'Origin: b', 'Accept:', 'If-Modified-Since: c']],
    [
      [
        'Host: x',
        'From: a',
        'Cookie: b',
        'Expect-Other: c',
        'Authorization: d',
        'Accept-Charset_: e',
        'Accept-Languag: f',
      ],
    ],
    [[]],
  ])('%j › values as in Node', async (lines) => {
    const server = createServer({ requireHostHeader: false });
    onTestFinished(() => void server.close());
    const origin = await listen(server, '127.0.0.1', 0);
    const seen = new Promise<IncomingMessage>((resolve) => {
      server.once('request', (request, response) => {
        resolve(request);
        response.end();
      });
    });
    await sendRaw(origin, `GET / HTTP/1.1\r\n${[...lines, 'Connection: close'].join('\r\n')}\r\n\r\n`);
    const { rawHeaders, headers } = await seen;
    const found = readHeaders(rawHeaders);
    expect(found).toEqual({
      hostLines: lines.filter((line) => line.toLowerCase().startsWith('host:')).length,
      host: headers.host,
      ifMatch: headers['if-match'],
      transferEncoding: headers['transfer-encoding'],
      accept: headers.accept,
      acceptEncoding: headers['accept-encoding'],
      contentType: headers['content-type'],
      ifNoneMatch: headers['if-none-match'],
      origin: headers.origin,
    });
  });
});

describe('remembered', () => {
  it('the same text › is computed once; a long one each time; with many other texts too', () => {
    const worked: string[] = [];
    const length = memoize((text: string) => {
      worked.push(text);
      return text.length;
    });
    expect([length('a'), length('a'), length('')]).toEqual([1, 1, 0]);
    expect(worked).toEqual(['a', '']);
    const long = 'l'.repeat(1000);
    expect([length(long), length(long)]).toEqual([1000, 1000]);
    expect(worked).toEqual(['a', '', long, long]);
    for (let i = 0; i < 1000; i += 1) expect(length(`other ${i}`)).toBe(`other ${i}`.length);
    expect(length('a')).toBe(1);
  });
});
