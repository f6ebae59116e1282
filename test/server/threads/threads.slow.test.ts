/**
 * Several threads, with the compiled executable; and a Node that cannot have them, which is told what to do.
 */

import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { diskFiles } from '../../../src/format/files/index.js';
import { publishCurrent } from '../../../src/index/snapshot/index.js';
import { addKey, revokeKey } from '../../../src/server/keys/index.js';
import { everyOf } from '../../../testing/amount.js';
import { compiled, EXECUTABLE, type Running, start } from '../../../testing/cli/stele.js';
import { isThere } from '../../../testing/is-there.js';
import { newerNode, olderNode } from '../../../testing/other-nodes.js';
import { temporaryFolder } from '../../../testing/samples/bookshop.js';
import { busyConnections } from '../../../testing/server/busy-connections.js';
import { dial, parseReply, readAll } from '../../../testing/server/client.js';
import { startLoad } from '../../../testing/server/load.js';
import { buildSwapSnapshots, type SwapSnapshots } from '../../../testing/server/swap-snapshots.js';

const crash = fileURLToPath(new URL('./crash.cjs', import.meta.url));
const threads = 3;
const patience = { timeout: 60_000, interval: 50 };

interface Health {
  readonly status: string;
  readonly spaces: readonly { readonly snapshot: string; readonly problem?: { readonly detail: string } }[];
  readonly threads: readonly {
    readonly thread: number;
    readonly state: string;
    readonly restarts: number;
  }[];
}

let snapshots: SwapSnapshots;
beforeAll(async () => {
  compiled(EXECUTABLE);
  snapshots = await buildSwapSnapshots(temporaryFolder(), 500);
});

const node = newerNode();

describe('a Node that cannot share a port', () => {
  const older = olderNode();
  it.skipIf(older === undefined)('--threads › exit code 1, with advice', async () => {
    const args = ['serve', snapshots.folder, '--threads', '2', '--port', '0'];
    const { code, stderr } = await start(EXECUTABLE, args, {}, older).ended;
    expect(code).toBe(1);
    expect(stderr).toContain('--threads needs Node 22.12 or newer');
  });
});

describe('threads', () => {
  if (node === undefined) {
    isThere(
      false,
      'Threads are not tried: no Node 22.12 or newer is here; set STELE_NEWER_NODE to one, or run `npx node@24 --version` once.',
    );
    it.skip('not tried here', () => undefined);
    return;
  }

  let running: (Running & { readonly origin: string }) | undefined;
  afterEach(async () => {
    running?.child.kill('SIGKILL');
    await running?.ended;
    running = undefined;
  });

  async function serve(args: readonly string[] = []) {
    await publishCurrent(diskFiles, snapshots.folder, snapshots.ids[0]!);
    const all = ['serve', snapshots.folder, '--threads', String(threads), '--port', '0', '--poll', '0.5', ...args];
    // Little heap, so that one of them can be made to run out of it quickly.
    const started = start(EXECUTABLE, all, { NODE_OPTIONS: `--max-old-space-size=120 --require ${crash}` }, node);
    const printed = await started.until(/snapshot [0-9a-f]{64}\)\n/);
    running = { ...started, origin: /Listening on (\S+)/.exec(printed)?.[1] ?? '' };
    return running;
  }

  const healthOf = async (origin: string): Promise<Health> => {
    const reply = await fetch(`${origin}/health`, { headers: { connection: 'close' } });
    return JSON.parse(await reply.text());
  };

  interface Line {
    readonly msg: string;
    readonly thread?: number;
    readonly reason?: string;
    readonly status?: number;
    readonly key?: string | null;
  }

  const linesOf = (stderr: string): Line[] =>
    stderr
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line));

  it('all of them answer, log lines name the thread, and health of each shows all', async () => {
    const { child, ended, origin } = await serve(['--access-log']);
    for (let i = 0; i < 60; i += 1) expect((await healthOf(origin)).status).toBe('ok');
    const health = await healthOf(origin);
    expect(health.threads.map(({ thread, state }) => [thread, state])).toEqual([
      [1, 'serving'],
      [2, 'serving'],
      [3, 'serving'],
    ]);
    child.kill('SIGTERM');
    const { code, stderr } = await ended;
    expect(code).toBe(0);
    const requests = linesOf(stderr).filter(({ msg }) => msg === 'request');
    expect(requests).toHaveLength(61);
    expect(new Set(requests.map(({ thread }) => thread))).toEqual(new Set([1, 2, 3]));
  });

  it('/metrics › sums all threads, on any port', async () => {
    for (const extra of [[], ['--metrics-port', '0']]) {
      const { child, ended, origin, until } = await serve(extra);
      for (let i = 0; i < 30; i += 1) {
        const reply = await fetch(`${origin}/delivery/jsonapi/book/b${i}`, { headers: { connection: 'close' } });
        expect(reply.status).toBe(200);
        await reply.arrayBuffer();
      }
      const where = extra.length === 0 ? origin : /metrics: (\S+)\/metrics/.exec(await until(/metrics: \S+/))?.[1];
      const scraped = async (): Promise<string> => {
        const reply = await fetch(`${where}/metrics`, { headers: { connection: 'close' } });
        return reply.text();
      };
      const first = await scraped();
      expect(first).toMatch(/stele_requests_total\{status="2xx"\} 30\n/);
      expect(first).toMatch(/stele_cache_misses_total\{space="swaps"\} 30\n/);
      for (let i = 0; i < 6; i += 1) expect(await scraped()).toMatch(/stele_cache_misses_total\{space="swaps"\} 30\n/);
      child.kill('SIGTERM');
      expect((await ended).code).toBe(0);
    }
  });

  it('a revoked key › opens nothing in any thread; another still does', async () => {
    const file = join(temporaryFolder(), 'access.json');
    const [kept, revoked] = [
      await addKey(file, { name: 'kept', spaces: ['*'] }),
      await addKey(file, { name: 'revoked', spaces: ['*'] }),
    ];
    const { child, ended, origin } = await serve(['--keys', file, '--access-log']);
    const statuses = async (secret: string): Promise<ReadonlySet<number>> => {
      const seen = new Set<number>();
      for (let i = 0; i < 40; i += 1) {
        const headers = { authorization: `Bearer ${secret}`, connection: 'close' };
        const reply = await fetch(`${origin}/delivery/jsonapi/book/b1`, { headers });
        await reply.arrayBuffer();
        seen.add(reply.status);
      }
      return seen;
    };
    expect(await statuses(revoked)).toEqual(new Set([200]));
    await revokeKey(file, 'revoked');
    await expect.poll(() => statuses(revoked), patience).toEqual(new Set([401]));
    expect(await statuses(kept)).toEqual(new Set([200]));
    child.kill('SIGTERM');
    const lines = linesOf((await ended).stderr).filter(({ msg }) => msg === 'request');
    const threadsThat = (is: (line: Line) => boolean): ReadonlySet<unknown> =>
      new Set(lines.filter(is).map(({ thread }) => thread));
    expect(threadsThat(({ status, key }) => status === 200 && key === 'revoked')).toEqual(new Set([1, 2, 3]));
    expect(threadsThat(({ status, key }) => status === 401 && key === null)).toEqual(new Set([1, 2, 3]));
    expect(threadsThat(({ status, key }) => status === 200 && key === 'kept')).toEqual(new Set([1, 2, 3]));
  });

  it.each(everyOf(['exit', 'throw', 'heap'], 3))(
    'a thread dies (%s) › it is replaced, and the others serve on',
    async (how) => {
      const { child, ended, origin } = await serve();
      const load = startLoad(origin, snapshots, 6);
      await expect.poll(() => load.seen().answers, patience).toBeGreaterThan(100);
      await fetch(`${origin}/crash?${how}`).catch(() => undefined);
      const restarts = async () => (await healthOf(origin).catch(() => undefined))?.threads.map((one) => one.restarts);
      await expect.poll(async () => (await restarts())?.reduce((sum, count) => sum + count, 0), patience).toBe(1);
      await expect.poll(async () => (await healthOf(origin)).status, patience).toBe('ok');
      const before = load.seen().answers;
      await expect.poll(() => load.seen().answers, patience).toBeGreaterThan(before + 200);
      await load.stop();
      child.kill('SIGTERM');
      const { code, stderr } = await ended;
      expect(code).toBe(0);
      // Only connections that the dead one held end, each at most once.
      expect(load.failures.filter((failure) => !/ECONNRESET|socket hang up|EPIPE|ECONNREFUSED/.test(failure))).toEqual(
        [],
      );
      expect(load.failures.length).toBeLessThanOrEqual(6);
      const died = linesOf(stderr).filter(({ msg }) => msg === 'a thread died and is being replaced');
      expect(died).toHaveLength(1);
    },
  );

  it('a swap under load › all switch, no request fails; a damaged snapshot › none switches', async () => {
    const { child, ended, origin } = await serve();
    const load = startLoad(origin, snapshots, 6);
    const served = async (): Promise<ReadonlySet<string | undefined>> => {
      const found = await Promise.all(Array.from({ length: 24 }, () => healthOf(origin)));
      return new Set(found.map(({ spaces }) => spaces[0]?.snapshot));
    };
    for (const id of [snapshots.ids[1]!, snapshots.ids[2]!, snapshots.ids[0]!]) {
      await publishCurrent(diskFiles, snapshots.folder, id);
      await expect.poll(served, patience).toEqual(new Set([id]));
    }
    await publishCurrent(diskFiles, snapshots.folder, snapshots.damaged.id);
    await expect.poll(async () => (await healthOf(origin)).status, patience).toBe('degraded');
    await expect
      .poll(async () => (await healthOf(origin)).spaces[0]?.problem?.detail, patience)
      .toContain(snapshots.damaged.file);
    expect(await served()).toEqual(new Set([snapshots.ids[0]]));
    await load.stop();
    expect(load.failures).toEqual([]);
    expect(load.seen().bySnapshot.size).toBe(3);
    child.kill('SIGTERM');
    expect((await ended).code).toBe(0);
  });

  it('a replacement after a swap › starts with the served snapshot', async () => {
    const { origin } = await serve();
    const [, id] = snapshots.ids;
    await publishCurrent(diskFiles, snapshots.folder, id!);
    await expect.poll(async () => (await healthOf(origin)).spaces[0]?.snapshot, patience).toBe(id);
    for (let i = 0; i < 4; i += 1) {
      await fetch(`${origin}/crash?exit`).catch(() => undefined);
      await expect.poll(async () => (await healthOf(origin).catch(() => undefined))?.status, patience).toBe('ok');
    }
    for (let i = 0; i < 20; i += 1) expect((await healthOf(origin)).spaces[0]?.snapshot).toBe(id);
  });

  it('SIGTERM with 16 connections kept busy › none is reset', async () => {
    const { child, ended, origin } = await serve(['--drain-delay', '2']);
    const busy = busyConnections(origin, '/health/live', 16);
    await expect.poll(busy.answers, patience).toBeGreaterThan(200);
    child.kill('SIGTERM');
    await expect.poll(async () => (await healthOf(origin)).status).toBe('stopping');
    expect(await busy.ended).toEqual(Array.from({ length: 16 }, () => 'told'));
    expect((await ended).code).toBe(0);
  });

  it('SIGTERM with requests half sent to several › each is answered in full, then 0', async () => {
    const { child, ended, origin } = await serve();
    const sockets = await Promise.all(Array.from({ length: 9 }, () => dial(origin)));
    for (const socket of sockets) socket.write('GET /delivery/jsonapi/book HTTP/1.1\r\nHost: x\r\n');
    await sleep(500);
    child.kill('SIGTERM');
    const refused = () =>
      dial(origin).then(
        (socket) => socket.destroy() && 'accepted',
        (error: Error) => error.message,
      );
    await expect.poll(refused, patience).toContain('ECONNREFUSED');
    for (const socket of sockets) socket.write('\r\n');
    for (const socket of sockets) {
      const { status, headers, body } = parseReply(await readAll(socket));
      expect(status).toBe(200);
      expect(headers['connection']).toBe('close');
      expect(JSON.parse(body.toString()).data).toHaveLength(20);
    }
    expect(await ended).toMatchObject({ code: 0, signal: null });
  });

  it('a port in use, also by the same program › exit code 1, with advice', async () => {
    const { origin } = await serve();
    const { port } = new URL(origin);
    const args = ['serve', snapshots.folder, '--threads', '2', '--port', port];
    const { code, stderr } = await start(EXECUTABLE, args, {}, node).ended;
    expect(code).toBe(1);
    expect(stderr).toContain(`port ${port}; stop it, or choose another --port`);
  });

  it('a wrong option that only the server checks › exit code 1, with its message', async () => {
    const args = ['serve', snapshots.folder, '--threads', '2', '--port', '0', '--host', '192.0.2.1'];
    const { code, stderr } = await start(EXECUTABLE, args, {}, node).ended;
    expect(code).toBe(1);
    expect(stderr).toContain('does not have the address "192.0.2.1"');
  });

  it('a killed supervisor › frees the port', async () => {
    const { child, origin } = await serve();
    child.kill('SIGKILL');
    const { port, hostname } = new URL(origin);
    const free = (): Promise<boolean> =>
      new Promise((resolve) => {
        const taker = createServer();
        taker.once('error', () => resolve(false));
        taker.listen(Number(port), hostname, () => taker.close(() => resolve(true)));
      });
    await expect.poll(free, patience).toBe(true);
  });
});
