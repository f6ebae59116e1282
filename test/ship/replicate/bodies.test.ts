/**
 * Answers that a replica does not want, and whose bodies never end: none of their connections stays.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openOrigin, parseAddress } from '../../../src/ship/replicate/index.js';
import { pulling } from './pulling.js';

/** Longer than any test: what ends before was left, and did not stall. */
const STALL_MS = 600_000;

type Head = readonly [status: number, headers: Readonly<Record<string, string | number>>];

const begin = pulling();
let url = '';
let isWanted: (path: string) => boolean;
/** How many of them never end. */
let most: number;
let head: Head;
/** Where everything else is, if it is elsewhere. */
let redirected: string | undefined;
let begun: number;
let open: number;
let close = async (): Promise<void> => undefined;

/** Answers as the origin does, but for what is told to never end. */
async function endless(request: IncomingMessage, response: ServerResponse, origin: string): Promise<void> {
  if (isWanted(request.url ?? '') && begun < most) {
    begun += 1;
    open += 1;
    response.once('close', () => {
      open -= 1;
    });
    response.writeHead(...head).write('beginning of something');
    return;
  }
  if (redirected !== undefined) {
    response.writeHead(302, { location: redirected }).end();
    return;
  }
  const answer = await fetch(new URL(request.url ?? '', origin));
  response.writeHead(answer.status).end(Buffer.from(await answer.arrayBuffer()));
}

beforeEach(async () => {
  const { origin } = begin();
  [begun, open, most, redirected] = [0, 0, Number.POSITIVE_INFINITY, undefined];
  const server = createServer((request, response) => void endless(request, response, origin.url));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`;
  close = () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
});
afterEach(() => close());

describe('an answer with an endless body', () => {
  const isSegment = (path: string): boolean => path.includes('/work-');
  const isManifest = (path: string): boolean => path.endsWith('/manifest.json');
  const isCurrent = (path: string): boolean => path === '/CURRENT';
  it.each<[string, (path: string) => boolean, Head, RegExp]>([
    ['a segment of another length', isSegment, [200, { 'content-length': 7_000_000 }], /as the manifest says/],
    ['another range', isSegment, [206, { 'content-range': 'bytes 7-9/10' }], /another range/],
    ['a segment that is compressed', isSegment, [200, { 'content-encoding': 'gzip' }], /compressed/],
    ['a segment that is not there', isSegment, [404, {}], /push again/],
    ['a segment that ends before', isSegment, [416, {}], /ends before/],
    ['a manifest that is not there', isManifest, [404, {}], /push again/],
    ['a CURRENT that is not there', isCurrent, [404, {}], /has no CURRENT/],
    ['a CURRENT in another place', isCurrent, [302, { location: '/CURRENT' }], /redirects more than 5 times/],
    ['a server in trouble', isCurrent, [500, {}], /status 500/],
  ])('%s › is reported, and the connection is closed', async (_, wanted, answer, message) => {
    [isWanted, head] = [wanted, answer];
    const { disk, pull } = begin();
    const origin = openOrigin(parseAddress(url), { files: disk, env: {}, stallMs: STALL_MS });
    await expect(pull({ origin })).rejects.toThrow(message);
    expect(begun).toBeGreaterThan(0);
    await expect.poll(() => open, { timeout: 15_000 }).toBe(0);
  });

  it.each<[string, Head]>([
    ['compressed', [200, { 'content-encoding': 'gzip' }]],
    ['refused', [403, {}]],
    ['in a circle', [302, { location: '/elsewhere?X-Amz-Signature=hidden' }]],
    ['to what cannot be fetched', [302, { location: 'ftp://user:hidden@elsewhere.example/x?X-Amz-Signature=hidden' }]],
  ])('redirected to a signed address, %s › no message contains the signature', async (_, answer) => {
    [isWanted, head] = [(path) => path.startsWith('/elsewhere'), answer];
    const { disk, pull } = begin();
    redirected = '/elsewhere?X-Amz-Signature=hidden';
    const origin = openOrigin(parseAddress(url), { files: disk, env: {}, stallMs: STALL_MS });
    const failure = await pull({ origin }).catch(String);
    expect(failure).toMatch(/elsewhere|redirects/);
    expect(failure).not.toContain('hidden');
    await expect.poll(() => open, { timeout: 15_000 }).toBe(0);
  });

  it('a segment with another length, once › the pull continues, and the connection is closed', async () => {
    [isWanted, head, most] = [isSegment, [200, { 'content-length': 7_000_000 }], 1];
    const { disk, pull } = begin();
    const origin = openOrigin(parseAddress(url), { files: disk, env: {}, stallMs: STALL_MS });
    expect(await pull({ origin })).toMatchObject({ published: true });
    expect(begun).toBe(1);
    await expect.poll(() => open, { timeout: 15_000 }).toBe(0);
  });
});
