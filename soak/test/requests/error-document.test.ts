/**
 * The judge of the fuzzers notices faults.
 */
import { describe, expect, it } from 'vitest';
import { faultOfErrors, faultOfResponse, readResponses } from '../../../testing/requests/responses.js';

const sound = {
  status: '400',
  code: 'UnknownField',
  title: 'Unknown field',
  detail: 'There is no such field.',
  source: { parameter: 'sort' },
};
const document = (...errors: readonly object[]): unknown => ({ jsonapi: { version: '1.1' }, errors });

describe('faultOfErrors', () => {
  it('a valid document › no fault', () => {
    expect(faultOfErrors(document(sound), 400, (name) => name === 'sort')).toBeUndefined();
    const counting = { status: '400', code: 'InvalidParameter', title: 'Invalid parameter' };
    const rest = { ...counting, detail: '3 more problems are not listed here.' };
    expect(faultOfErrors(document(sound, rest), 400)).toBeUndefined();
  });

  it.each([
    ['no object', [], 400, 'the error document is not an object'],
    ['no version', { errors: [sound] }, 400, 'the error document does not say that it is JSON:API 1.1'],
    ['no errors', document(), 400, 'the error document has no errors'],
    ['another status', document(sound), 404, 'the first error is not the 404 that was sent'],
    ['an unknown code', document({ ...sound, code: 'Odd' }), 400, 'the code "Odd" is in no catalogue'],
    ['another title', document({ ...sound, title: 'Odd' }), 400, 'UnknownField has the title "Odd"'],
    ['no sentence', document({ ...sound, detail: 'odd' }), 400, 'the detail is no sentence: "odd"'],
    [
      'nobody to blame',
      document({ ...sound, source: {} }),
      400,
      'UnknownField names no parameter: There is no such field.',
    ],
    [
      'the wrong one to blame',
      document({ ...sound, source: { parameter: 'x' } }),
      400,
      '"x" is blamed, which was not sent',
    ],
    ['too many', document(...Array.from({ length: 22 }, () => sound)), 400, 'the error document has 22 errors'],
  ])('%s › is reported', (_, given, status, fault) => {
    expect(faultOfErrors(given, status, (name) => name === 'sort')).toBe(fault);
  });
});

const head = (status: string, ...lines: readonly string[]): string =>
  [`HTTP/1.1 ${status}`, 'x-service-query-complexity: 0', ...lines, '', ''].join('\r\n');

describe('readResponses', () => {
  it('a response to HEAD, a response with a body, and an interim response › are separated', () => {
    const bytes = `${head('200 OK', 'Content-Length: 9')}${head('100 Continue')}${head('200 OK', 'Content-Length: 2')}ab`;
    const responses = readResponses(Buffer.from(bytes), false);
    expect(responses).toMatchObject([
      { status: 200, body: Buffer.of() },
      { status: 200, body: Buffer.from('ab') },
    ]);
  });

  it.each([
    ['garbage', 'HTTP/1.1 OK\r\n\r\n', /^no response/],
    ['a body too short', `${head('200 OK', 'Content-Length: 9')}ab`, /whose body was cut/],
    ['no length', `${head('200 OK')}ab`, /without Content-Length/],
    ['half a head', 'HTTP/1.1 200 OK\r\n', /without an end/],
  ])('%s › is reported unless the connection was closed early', (_, text, fault) => {
    expect(readResponses(Buffer.from(text), false)).toMatch(fault);
  });
});

describe('faultOfResponse', () => {
  const response = (status: number, headers: Readonly<Record<string, string>>, body = '') => ({
    status,
    headers: new Map(Object.entries({ 'x-service-query-complexity': '0', ...headers })),
    body: Buffer.from(body),
  });
  const refusal = { 'content-type': 'application/vnd.api+json', 'cache-control': 'no-store' };

  it('a valid answer and a valid refusal › no fault', () => {
    expect(faultOfResponse(response(200, {}))).toBeUndefined();
    expect(faultOfResponse(response(400, refusal, JSON.stringify(document(sound))))).toBeUndefined();
  });

  it.each([
    ['a 5xx', response(503, refusal), /^a 503/],
    ['no complexity', response(200, { 'x-service-query-complexity': '' }), /complexity/],
    ['a redirect', response(301, {}), /never sent/],
    ['a plain text', response(400, { ...refusal, 'content-type': 'text/plain' }), /of the type/],
    ['one that is kept', response(400, { ...refusal, 'cache-control': 'public' }), /may be cached/],
    ['no JSON', response(400, refusal, '<html>'), /is no JSON/],
  ])('%s › is reported', (_, given, fault) => {
    expect(faultOfResponse(given)).toMatch(fault);
  });
});
