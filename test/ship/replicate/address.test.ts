/**
 * Addresses of origins, how fast is fetched, and how long is waited.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { describe, expect, it } from 'vitest';
import { OperationError } from '../../../src/content/errors/index.js';
import { Bandwidth, openOrigin, parseAddress } from '../../../src/ship/replicate/index.js';
import { retryPauseMs } from '../../../src/ship/replicate/pull/retries.js';
import { pulling } from './pulling.js';

const begin = pulling();

describe('an address', () => {
  it('of a server or a folder › ends with a slash', () => {
    expect(parseAddress('https://content.example/snapshots')).toMatchObject({ kind: 'http' });
    const address = parseAddress('http://content.example:8081/a/b');
    expect(address.kind === 'http' ? address.url.href : '').toBe('http://content.example:8081/a/b/');
    expect(parseAddress('file:///srv/snap%20shots')).toEqual({ kind: 'file', folder: '/srv/snap shots' });
  });

  it.each([
    ['snapshots', /is not valid; give s3:/],
    ['ftp://content.example/', /begins with ftp:, which is unknown/],
    ['https://content.example/?key=1', /has a query or a fragment/],
    ['https://content.example/a#part', /has a query or a fragment/],
    ['file:///srv/snapshots#part', /has a query or a fragment/],
    ['s3://content/a?versionId=1', /has a query or a fragment/],
    ['s3:///content', /names no bucket; give s3:/],
    ['file://host/srv', /names a host; give file:\/\/\/path/],
    ['https://me:secret@content.example/', /must not contain a user or a password.*STELE_AUTHORIZATION/],
  ])('%s › is refused without a secret in the message', (text, message) => {
    expect(() => parseAddress(text)).toThrow(OperationError);
    expect(() => parseAddress(text)).toThrow(message);
    expect(() => parseAddress(text)).not.toThrow(/secret/);
  });
});

describe('credentials', () => {
  it('credentials from the environment › are sent to the origin, not to the target of a redirect', async () => {
    const { origin, disk } = begin();
    const elsewhere = createServer((request, response) => {
      response.writeHead(302, { location: `${origin.url}${request.url?.slice(1)}` }).end();
      secrets.push(request.headers.authorization);
    });
    const secrets: (string | undefined)[] = [];
    elsewhere.listen(0, '127.0.0.1');
    await once(elsewhere, 'listening');
    const address = elsewhere.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const env = { STELE_AUTHORIZATION: 'Bearer sesame' };
    const asked = openOrigin(parseAddress(`http://127.0.0.1:${port}`), { files: disk, env });
    const answer = await asked.read('CURRENT', { signal: new AbortController().signal });
    expect(answer.kind).toBe('content');
    expect(secrets).toEqual(['Bearer sesame']);
    expect(origin.requests.map(({ authorization }) => authorization)).toEqual([undefined]);
    elsewhere.close();
    elsewhere.closeAllConnections();
  });
});

describe('bandwidth', () => {
  it('many transfers at once › stay within the limit together', () => {
    let nowMs = 0;
    const bandwidth = new Bandwidth(1_000_000, () => nowMs);
    const waits = Array.from({ length: 5 }, () => bandwidth.reserve(100_000));
    expect(waits).toEqual([100, 200, 300, 400, 500]);
    nowMs = 450;
    expect(bandwidth.reserve(50_000)).toBe(100);
    nowMs = 10_000;
    expect(bandwidth.reserve(1_000)).toBe(1);
    expect(new Bandwidth(Number.POSITIVE_INFINITY).reserve(2 ** 40)).toBe(0);
  });
});

describe('waits between attempts', () => {
  it('each wait › is drawn from the upper half of a time that doubles up to a maximum', () => {
    const retryPolicy = { attempts: 9, firstMs: 100, maximumMs: 1_000, sleep: () => Promise.resolve() };
    const most = [1, 2, 3, 4, 5, 9].map((failures) => retryPauseMs({ ...retryPolicy, random: () => 1 }, failures));
    expect(most).toEqual([100, 200, 400, 800, 1_000, 1_000]);
    expect(retryPauseMs({ ...retryPolicy, random: () => 0 }, 3)).toBe(200);
  });
});
