/**
 * The compiled executable as a process of its own: its exit codes, its pipes, its signals.
 */
import { appendFileSync, cpSync, readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildSnapshot } from '../../build/publish/index.js';
import { generateExport } from '../../data/generate/generate.js';
import { diskFiles } from '../../src/format/files/index.js';
import { compiled, EXECUTABLE, start } from '../../testing/cli/stele.js';
import { BOOKSHOP_EXPORT, bookshopSnapshots, temporaryFolder } from '../../testing/samples/bookshop.js';
import { busyConnections } from '../../testing/server/busy-connections.js';
import { dial, parseReply, readAll } from '../../testing/server/client.js';

const item = '/delivery/jsonapi/book/the-salt-road';

let snapshots: string;
beforeAll(async () => {
  compiled(EXECUTABLE);
  snapshots = await bookshopSnapshots();
});

async function serve(...options: readonly string[]) {
  const running = start(EXECUTABLE, ['serve', snapshots, '--port', '0', ...options]);
  const printed = await running.until(/Listening on \S+\n/);
  return { ...running, origin: /Listening on (\S+)/.exec(printed)?.[1] ?? '' };
}

describe('the executable', () => {
  it('query › writes the whole document through a pipe and exits with 0', async () => {
    const { ended } = start(EXECUTABLE, ['query', snapshots, '/book?page[limit]=100']);
    const { code, stdout, stderr } = await ended;
    expect(stderr).toBe('');
    expect(code).toBe(0);
    expect(JSON.parse(stdout).data).toHaveLength(100);
  });

  it('query into a pipe that closes early › prints no error', async () => {
    const { child, ended } = start(EXECUTABLE, ['query', snapshots, '/book?page[limit]=100']);
    child.stdout?.destroy();
    const { code, stderr } = await ended;
    expect(stderr).toBe('');
    expect(code).toBe(0);
  });

  it('a failure › exits with 1; wrong usage › exits with 2', async () => {
    expect((await start(EXECUTABLE, ['verify', '/nowhere']).ended).code).toBe(1);
    expect((await start(EXECUTABLE, ['verify']).ended).code).toBe(2);
  });
});

describe('build under a signal', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    '%s › prints a message, leaves no files, and ends by the signal',
    async (signal) => {
      const source = temporaryFolder();
      await generateExport(source, { items: 6000, seed: 5, profile: 'engine' });
      const out = temporaryFolder();
      const { child, ended } = start(EXECUTABLE, ['build', source, '--out', out]);
      await expect.poll(() => readdirSync(out), { timeout: 30_000, interval: 5 }).not.toEqual([]);
      child.kill(signal);
      const outcome = await ended;
      expect(outcome).toMatchObject({ code: -1, signal, stdout: '' });
      expect(outcome.stderr).toContain('stele: the build was stopped; nothing was published');
      expect(readdirSync(out)).toEqual([]);
    },
  );
});

describe('import under a signal', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    '%s during a request to a server › reports the stop, leaves no files, and ends by the signal',
    async (signal) => {
      const out = temporaryFolder();
      const asked = createServer();
      const port = await new Promise<number>((resolve) => {
        asked.listen(0, '127.0.0.1', () => {
          const address = asked.address();
          resolve(typeof address === 'object' && address !== null ? address.port : 0);
        });
      });
      const { child, ended } = start(EXECUTABLE, [
        'import',
        'jsonapi',
        `http://127.0.0.1:${port}/`,
        '--out',
        join(out, 'export'),
      ]);
      asked.once('request', () => child.kill(signal));
      const outcome = await ended;
      asked.closeAllConnections();
      asked.close();
      expect(outcome).toMatchObject({ code: -1, signal, stdout: '' });
      expect(outcome.stderr).toContain('stele: the import was stopped; nothing was written.');
      expect(readdirSync(out)).toEqual([]);
    },
  );
});

/**
 * Waits until the server has read what was written before. What is written lies at the server at once; it looks at all
 * connections in turn, so that it has read from this one when two others, opened later, were answered.
 */
async function untilRead(socket: Socket, origin: string): Promise<void> {
  await new Promise<void>((resolve) => socket.write('', () => resolve()));
  for (let other = 0; other < 2; other += 1) {
    const reply = await fetch(`${origin}/health`, { headers: { connection: 'close' } });
    await reply.text();
  }
}

/** Waits until nothing listens there any more. */
async function untilClosed(origin: string): Promise<void> {
  const dialled = (): Promise<string> =>
    dial(origin).then(
      (socket) => {
        socket.destroy();
        return 'it listens';
      },
      (error: unknown) => String(error),
    );
  await expect.poll(dialled, { timeout: 20_000, interval: 20 }).toContain('ECONNREFUSED');
}

describe('serve under a signal', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)('%s without requests › ends at once with 0', async (signal) => {
    const { child, ended, origin } = await serve();
    expect((await fetch(`${origin}${item}`)).status).toBe(200);
    const startMs = performance.now();
    child.kill(signal);
    const outcome = await ended;
    expect(outcome).toMatchObject({ code: 0, signal: null, stderr: '' });
    expect(performance.now() - startMs).toBeLessThan(5_000);
  });

  it('SIGTERM with 16 busy connections › resets none, reports unready, keeps listening, and logs it', async () => {
    const { child, ended, origin } = await serve('--log-level', 'info', '--drain-delay', '2');
    const busy = busyConnections(origin, item, 16);
    await expect.poll(busy.answers).toBeGreaterThan(200);
    child.kill('SIGTERM');
    const ready = () => fetch(`${origin}/health/ready`);
    await expect.poll(async () => (await ready()).status).toBe(503);
    const { status, headers } = await fetch(`${origin}${item}`);
    expect([status, headers.get('connection')]).toEqual([200, 'close']);
    expect(await (await ready()).json()).toMatchObject({ status: 'stopping' });
    expect((await fetch(`${origin}/health/live`)).status).toBe(200);
    expect(await busy.ended).toEqual(Array.from({ length: 16 }, () => 'told'));
    const { code, stderr } = await ended;
    expect(code).toBe(0);
    const lines = stderr
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines).toContainEqual(expect.objectContaining({ level: 30, signal: 'SIGTERM', drainDelay: 2 }));
    expect(lines.at(-1)).toMatchObject({ level: 30, msg: 'stopped', cut: 0 });
  });

  it('SIGTERM with an unread answer › logs 499 for the cut answer and exits with 1', async () => {
    const { child, ended, origin } = await serve('--access-log', '--drain-delay', '0', '--drain-timeout', '0.5');
    const reader = await dial(origin);
    reader.pause();
    reader.write('GET /delivery/jsonapi/book?page[limit]=100 HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(900));
    await untilRead(reader, origin);
    child.kill('SIGTERM');
    const { code, stderr } = await ended;
    reader.destroy();
    expect(code).toBe(1);
    expect(stderr).toMatch(/\d+ clients did not read their answers in time/);
    const requests = stderr
      .split('\n')
      .filter((line) => line.includes('"msg":"request"'))
      .map((line): { status: number; complete: boolean } => JSON.parse(line));
    const cut = requests.filter(({ complete }) => !complete);
    expect(cut.length).toBeGreaterThan(0);
    expect(new Set(cut.map(({ status }) => status))).toEqual(new Set([499]));
  });

  it('SIGTERM with a slow request in flight › answers it completely, then exits with 0', async () => {
    const { child, ended, origin } = await serve();
    const slow = await dial(origin);
    const idle = await dial(origin);
    slow.write(`GET ${item} HTTP/1.1\r\nHost: x\r\n`);
    await untilRead(slow, origin);
    child.kill('SIGTERM');
    await untilClosed(origin);
    expect(child.exitCode).toBeNull();
    slow.write('\r\n');
    const reply = parseReply(await readAll(slow));
    expect(reply.status).toBe(200);
    expect(reply.headers['connection']).toBe('close');
    expect(JSON.parse(reply.body.toString()).data.id).toBe('the-salt-road');
    expect(await ended).toMatchObject({ code: 0, signal: null });
    idle.destroy();
  });

  it('SIGTERM with answers that a client reads slowly › every started answer arrives complete', async () => {
    const { child, ended, origin } = await serve();
    const reader = await dial(origin);
    const request = `GET /delivery/jsonapi/book?page[limit]=100 HTTP/1.1\r\nHost: x\r\n\r\n`;
    reader.write(request.repeat(300));
    await untilRead(reader, origin);
    child.kill('SIGTERM');
    await untilClosed(origin);
    let rest = await readAll(reader);
    let whole = 0;
    while (rest.byteLength > 0) {
      const reply = parseReply(rest);
      expect(reply.body.byteLength).toBe(Number(reply.headers['content-length']));
      rest = reply.rest;
      whole += 1;
    }
    expect(whole).toBeGreaterThan(10);
    expect(await ended).toMatchObject({ code: 0, signal: null });
  });

  it('a second signal › ends without waiting', async () => {
    const { child, ended, origin } = await serve();
    const slow = await dial(origin);
    slow.write(`GET ${item} HTTP/1.1\r\n`);
    await untilRead(slow, origin);
    child.kill('SIGTERM');
    await untilClosed(origin);
    child.kill('SIGTERM');
    expect(await ended).toMatchObject({ signal: 'SIGTERM' });
    slow.destroy();
  });
});

describe('serve under SIGHUP', () => {
  it('a refused snapshot that was repaired without a file event › is tried again and served', async () => {
    const folder = temporaryFolder();
    cpSync(snapshots, folder, { recursive: true });
    const elsewhere = temporaryFolder();
    const changed = temporaryFolder();
    cpSync(BOOKSHOP_EXPORT, changed, { recursive: true });
    appendFileSync(join(changed, 'country.ndjson'), '{"id":"xx","name":"Newland"}\n');
    const { snapshot } = await buildSnapshot(changed, elsewhere, { files: diskFiles, strict: false });
    const { child, ended, until } = start(EXECUTABLE, ['serve', folder, '--port', '0', '--poll', '0']);
    const origin = /Listening on (\S+)/.exec(await until(/Listening on \S+\n/))?.[1] ?? '';
    const health = async () => JSON.parse(await (await fetch(`${origin}/health`)).text());
    cpSync(join(elsewhere, 'CURRENT'), join(folder, 'CURRENT'));
    await expect.poll(async () => (await health()).status, { timeout: 20_000 }).toBe('degraded');
    cpSync(join(elsewhere, snapshot), join(folder, snapshot), { recursive: true });
    child.kill('SIGHUP');
    await expect.poll(async () => (await health()).spaces[0].snapshot, { timeout: 20_000 }).toBe(snapshot);
    expect((await health()).status).toBe('ok');
    child.kill('SIGTERM');
    const { code, stderr } = await ended;
    expect(code).toBe(0);
    expect(stderr).toContain('the snapshot before it is still served');
  });
});
