import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { readHeaders } from '../../../src/server/http/request-headers.js';
import { requestProblem } from '../../../src/server/http/request-problem.js';

interface Asked {
  readonly method?: string;
  readonly url?: string;
  readonly httpVersion?: string;
}

/** @returns what is wrong with a request of these header lines, where a target may have ten bytes */
function problemOf(lines: readonly string[], asked: Asked = {}) {
  const request = Object.assign(new IncomingMessage(new Socket()), {
    method: 'GET',
    url: '/',
    httpVersion: '1.1',
    ...asked,
  });
  return requestProblem(request, readHeaders(lines), 10);
}
const host = ['Host', 'x'];

describe('requestProblem', () => {
  it.each(['GET', 'HEAD', 'OPTIONS'])('%s with one Host and a target as long as allowed › no problem', (method) => {
    expect(problemOf(host, { method, url: '/123456789' })).toBeUndefined();
  });

  it.each([
    [[], '1.1', 'none'],
    [[...host, ...host], '1.1', '2'],
    [[...host, ...host, ...host], '1.0', '3'],
  ])('Host lines %j in HTTP/%s › the problem says how many there are', (lines, httpVersion, found) => {
    expect(problemOf(lines, { httpVersion })).toEqual({
      code: 'BadRequest',
      detail: `An HTTP/1.1 request has exactly one Host header; this one has ${found}.`,
      header: 'Host',
    });
  });

  it('HTTP/1.0 › needs no Host', () => {
    expect(problemOf([], { httpVersion: '1.0' })).toBeUndefined();
  });

  it('a target with a byte too many › the problem says how long it may be', () => {
    expect(problemOf(host, { url: '/1234567890' })).toEqual({
      code: 'UriTooLong',
      detail: 'The request target has 11 bytes; at most 10 are allowed. Ask for less at once.',
    });
  });

  it.each(['shop.example', 'shop.example:8080', '127.0.0.1:', '[::1]:80', 'under_score', 'x%2Dy', ''])(
    'the Host "%s" › no problem',
    (value) => {
      expect(problemOf(['Host', value])).toBeUndefined();
    },
  );

  it.each(['a b/c', 'a b', 'a/c', 'a:b', 'user@host', 'a,b c', 'é', '[::1', 'x%2', 'a:80:80'])(
    'the Host "%s" › the problem says that it is malformed',
    (value) => {
      expect(problemOf(['Host', value])).toMatchObject({ code: 'BadRequest', header: 'Host' });
    },
  );

  it.each(['gzip', 'gzip, chunked', 'identity', 'x'])('the transfer coding %s › is refused', (coding) => {
    expect(problemOf([...host, 'Transfer-Encoding', coding])?.code).toBe('NotImplemented');
    expect(problemOf([...host, 'Transfer-Encoding', 'Chunked'])).toBeUndefined();
  });

  it.each(['2.0', '0.9'])('HTTP/%s › is refused', (httpVersion) => {
    expect(problemOf(host, { httpVersion })?.code).toBe('HttpVersionNotSupported');
  });

  it('another method › the problem lists the allowed ones', () => {
    expect(problemOf(host, { method: 'PATCH' })).toEqual({
      code: 'MethodNotAllowed',
      detail: 'The content is read-only: PATCH is not allowed. Use one of GET, HEAD, OPTIONS.',
    });
  });
});
