/**
 * `stele purge` against a stand-in of each service: what it sends, where it stops, where it goes on.
 */
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { batchesOf } from '../../src/cli/diff/purge.js';
import { ALL_KEY } from '../../src/jsonapi/index.js';
import { stele } from '../../testing/cli/stele.js';
import { temporaryFolder } from '../../testing/samples/bookshop.js';
import { twoNights } from '../../testing/samples/edited-bookshop.js';

let snapshots: string;
let before: string;
let after: string;
let keys: readonly string[];
beforeAll(async () => {
  snapshots = await twoNights();
  before = /^[0-9a-f]{64}$/m.exec(readFileSync(join(snapshots, 'PREVIOUS'), 'utf8'))?.[0] ?? '';
  after = readFileSync(join(snapshots, 'CURRENT'), 'utf8').trim();
  keys = (await stele(['diff', snapshots, '--purge'])).stdout.trimEnd().split('\n');
});

interface Sent {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}
interface Answer {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

/** @param answers in turn, then success */
async function standIn(answers: readonly Answer[] = []) {
  const sent: Sent[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { status = 200, headers = {}, body = '{"success": true}' } = answers[sent.length] ?? {};
      const { method, url } = request;
      sent.push({ method, url, headers: request.headers, body: Buffer.concat(chunks).toString() });
      response.writeHead(status, headers).end(body);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return { sent, url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}` };
}

function newState(state?: unknown): string {
  const file = join(temporaryFolder(), 'purged.json');
  if (state !== null) writeFileSync(file, JSON.stringify(state ?? { purged: before }));
  return file;
}
const stateIn = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));
const token = join(temporaryFolder(), 'token');
writeFileSync(token, 'secret\n');

describe('stele purge', () => {
  it('varnish › sends the keys in a header, and nothing the second time', async () => {
    const { sent, url } = await standIn();
    const state = newState();
    const run = () => stele(['purge', snapshots, '--at', 'varnish', '--url', url, '--state', state]);
    expect(await run()).toMatchObject({ code: 0 });
    expect(sent).toMatchObject([{ method: 'PURGE', headers: { 'xkey-purge': keys.join(' ') } }]);
    expect(stateIn(state)).toEqual({ purged: after });
    expect(await run()).toMatchObject({ code: 0 });
    expect(sent).toHaveLength(1);
  });

  it.each([
    ['fastly', '/service/s/purge', 'surrogate_keys', { 'fastly-key': 'secret' }],
    ['cloudflare', '/zones/s/purge_cache', 'tags', { authorization: 'Bearer secret' }],
  ])('%s › the keys in a body, with the token of the file', async (at, path, member, headers) => {
    const { sent, url } = await standIn();
    const args = ['--at', at, '--service', 's', '--token-file', token, '--url', url, '--state', newState()];
    expect(await stele(['purge', snapshots, ...args])).toMatchObject({ code: 0 });
    expect(sent).toMatchObject([{ method: 'POST', url: path, headers }]);
    expect(JSON.parse(sent[0]?.body ?? '')).toEqual({ [member]: keys });
  });

  it('as many keys as --all-above › purges each key; one more › purges everything by one key', async () => {
    const { sent, url } = await standIn();
    for (const most of [keys.length, keys.length - 1]) {
      const args = ['--at', 'varnish', '--url', url, '--state', newState(), '--all-above', String(most)];
      expect(await stele(['purge', snapshots, ...args])).toMatchObject({ code: 0 });
    }
    expect(sent.map(({ headers }) => headers['xkey-purge'])).toEqual([keys.join(' '), ALL_KEY]);
  });

  it('a refusal, or 200 without success › exits with 1, and the state does not change', async () => {
    for (const answer of [
      { status: 400 },
      { status: 302, headers: { location: '/' } },
      { body: '{"success": false}' },
    ]) {
      const { sent, url } = await standIn([answer]);
      const state = newState();
      const args = ['--at', 'cloudflare', '--service', 's', '--token-file', token, '--url', url, '--state', state];
      const { code, stderr } = await stele(['purge', snapshots, ...args]);
      expect([code, stderr]).toEqual([1, expect.stringContaining('refused to purge')]);
      expect(sent).toHaveLength(1);
      expect(stateIn(state)).toEqual({ purged: before, next: after, done: 0, of: keys.length });
    }
  });

  it('a busy service › is asked again after Retry-After, unless that is after the timeout', async () => {
    const busy = (seconds: string): Answer => ({ status: 429, headers: { 'retry-after': seconds } });
    const { sent, url } = await standIn([busy('0'), busy('9999')]);
    const args = ['--at', 'varnish', '--url', url, '--state', newState()];
    const { code, stderr } = await stele(['purge', snapshots, ...args]);
    expect([code, stderr]).toEqual([1, expect.stringContaining('429')]);
    expect(sent).toHaveLength(2);
  });

  it('an interrupted purge › continues; with another snapshot or other keys › starts again', async () => {
    for (const [next, of, rest] of [
      [after, keys.length, keys.slice(3)],
      [after, keys.length + 1, keys],
      ['0'.repeat(64), keys.length, [':all']],
    ] as const) {
      const { sent, url } = await standIn();
      const state = newState({ purged: before, next, done: 3, of });
      await stele(['purge', snapshots, '--at', 'varnish', '--url', url, '--state', state]);
      expect(sent.map(({ headers }) => headers['xkey-purge'])).toEqual([rest.join(' ')]);
    }
  });

  it('no state, or a removed snapshot › purges everything; --dry-run › sends and writes nothing', async () => {
    for (const of of [null, { purged: '0'.repeat(64) }]) {
      const { sent, url } = await standIn();
      const state = newState(of);
      const args = ['purge', snapshots, '--at', 'varnish', '--url', url, '--state', state];
      const { stdout } = await stele([...args, '--dry-run']);
      expect([stdout, sent.length, existsSync(state)]).toEqual([':all\n', 0, of !== null]);
      await stele(args);
      expect(sent.map(({ headers }) => headers['xkey-purge'])).toEqual([':all']);
    }
  });

  it.each([
    'http://cdn.example',
    'http://localhost.cdn.example',
    'http://127.0.0.1.cdn.example/',
    'http://localhost:1@cdn.example',
  ])('a token for another machine, %s › is not sent without encryption', async (other) => {
    const args = ['--at', 'fastly', '--service', 's', '--url', other, '--token-file', token];
    const { code, stderr } = await stele(['purge', snapshots, ...args, '--state', newState()]);
    expect([code, stderr]).toEqual([1, expect.stringContaining('https')]);
  });
});

describe('batches', () => {
  it('long keys › no request exceeds its limits, and no key is lost', () => {
    const long = Array.from({ length: 300 }, (_, i) => `artwork/${'x'.repeat((i * 37) % 900)}${i}`);
    const batches = batchesOf(long, { keysMaximum: 20, bytesMaximum: 4096 });
    expect(batches.flat()).toEqual(long);
    for (const batch of batches) {
      expect(batch.length).toBeLessThanOrEqual(20);
      expect(batch.join(' ').length).toBeLessThanOrEqual(4096);
    }
  });
});
