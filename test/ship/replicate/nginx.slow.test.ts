/**
 * The compiled program as a replica, in a process of its own, and nginx as its origin, with the configuration of
 * docs/run/replicate.md: killed at any time, it comes back with what the origin names.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, renameSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildSnapshot } from '../../../build/publish/index.js';
import { diskFiles } from '../../../src/format/files/index.js';
import { listProblems, verifySnapshots } from '../../../src/index/verify/index.js';
import { EXECUTABLE, type Running, start, stele } from '../../../testing/cli/stele.js';
import { temporaryFolders } from '../../../testing/folder.js';
import { isThere } from '../../../testing/is-there.js';
import { fencesOf, readPage } from '../../../testing/pages/markdown.js';
import { shelf, writeFiles } from '../../../testing/samples/export.js';

const newFolder = temporaryFolders();
const hasNginx = isThere(
  spawnSync('nginx', ['-v']).status === 0,
  'nginx is not installed, so no replica is tried with it as its origin.',
);

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** nginx with what the page says, for a folder of this machine. @returns how to stop it */
async function startNginx(root: string, port: number): Promise<() => Promise<void>> {
  const [fence] = fencesOf(readPage('docs/run/replicate.md')).filter(
    ({ info, text }) => info === 'nginx' && text.includes('/snapshots/CURRENT'),
  );
  const told = (fence?.text ?? '')
    .replaceAll('root /srv', `root ${root}`)
    .replace('listen 8080', `listen 127.0.0.1:${port}`);
  const own = newFolder();
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${own};`)
    .join('\n');
  // Its worker reads what this process made.
  const user = process.getuid?.() === 0 ? 'user root;\n' : '';
  const config = `${user}daemon off;\npid ${own}/pid;\nerror_log stderr warn;\nevents {}\nhttp {\naccess_log off;\n${paths}\n${told}}\n`;
  writeFileSync(join(own, 'nginx.conf'), config);
  const child = spawn('nginx', ['-p', own, '-c', join(own, 'nginx.conf')], { stdio: 'ignore' });
  await vi.waitFor(() => fetch(`http://127.0.0.1:${port}/`), { timeout: 10_000 });
  return async () => {
    child.kill('SIGQUIT');
    await once(child, 'exit');
  };
}

describe.runIf(hasNginx)('a replica of nginx', () => {
  let root = '';
  let url = '';
  let stop = async (): Promise<void> => undefined;
  let night = 0;

  const build = async (): Promise<string> => {
    night += 1;
    const author = [{ id: 'a1', name: `night ${night}`, books: ['b2', 'b1'] }];
    const source = writeFiles(newFolder(), { ...shelf, 'author.ndjson': author });
    const report = await buildSnapshot(source, join(root, 'snapshots'), { files: diskFiles, strict: false });
    return report.snapshot;
  };

  beforeAll(async () => {
    root = newFolder();
    mkdirSync(join(root, 'snapshots'));
    await build();
    const port = await freePort();
    url = `http://127.0.0.1:${port}/snapshots`;
    stop = await startNginx(root, port);
  });
  afterAll(() => stop());

  const running: Running[] = [];
  afterEach(() => {
    for (const { child } of running.splice(0)) child.kill('SIGKILL');
  });
  const startReplica = (args: readonly string[]): Running => {
    const replica = start(EXECUTABLE, args);
    running.push(replica);
    return replica;
  };

  it('stele pull › fetches all, then changed files, then nothing', async () => {
    const out = join(newFolder(), 'snapshots');
    const first = await stele(['pull', url, '--out', out]);
    expect(first).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Published snapshot [0-9a-f]{64}\n3 segments fetched/),
    });
    await build();
    expect((await stele(['pull', url, '--out', out])).stdout).toMatch(/1 segment fetched \(.*\), 2 linked/);
    expect((await stele(['pull', url, '--out', out])).stdout).toMatch(/^Nothing has changed/);
    expect(listProblems(await verifySnapshots(diskFiles, out))).toEqual([]);
    const missing = await stele(['pull', `${url}/none`, '--out', out]);
    expect(missing).toMatchObject({ code: 1, stderr: expect.stringMatching(/none\/ has no CURRENT: push a snapshot/) });
  });

  it('two publications within a second › the second is pulled, though both have the same entity tag', async () => {
    const [first, second] = [await build(), await build()];
    const current = join(root, 'snapshots', 'CURRENT');
    const secondsMs = Date.parse('2026-01-01T00:00:00Z');
    const name = async (id: string): Promise<string | null> => {
      writeFileSync(`${current}-next`, `${id}\n`);
      utimesSync(`${current}-next`, secondsMs / 1000, secondsMs / 1000);
      renameSync(`${current}-next`, current);
      return (await fetch(`${url}/CURRENT`)).headers.get('etag');
    };
    const tag = await name(first);
    const replica = startReplica(['serve', join(newFolder(), 's'), '--port', '0', '--poll', '0.05', '--follow', url]);
    const origin = /Listening on (\S+)/.exec(await replica.until(/Listening on \S+/))?.[1] ?? '';
    const served = async () => (await fetch(`${origin}/delivery/jsonapi/book`)).headers.get('x-service-snapshot');
    await expect.poll(served, { timeout: 20_000 }).toBe(first);
    expect(await name(second)).toBe(tag);
    await expect.poll(served, { timeout: 20_000 }).toBe(second);
  }, 60_000);

  it('stele serve --follow, killed repeatedly › serves the snapshot of the origin', async () => {
    const folder = join(newFolder(), 'snapshots');
    const args = ['serve', folder, '--port', '0', '--poll', '0.05', '--follow', url];
    for (const delayMs of [undefined, 5, 40]) {
      const id = await build();
      const replica = startReplica(args);
      const origin = /Listening on (\S+)/.exec(await replica.until(/Listening on \S+/))?.[1] ?? '';
      if (delayMs === undefined) {
        const served = async () => (await fetch(`${origin}/delivery/jsonapi/book`)).headers.get('x-service-snapshot');
        await expect.poll(served, { timeout: 20_000 }).toBe(id);
        const next = await build();
        await expect.poll(served, { timeout: 20_000 }).toBe(next);
        expect((await fetch(`${origin}/health/ready`)).status).toBe(200);
      } else await new Promise((resolve) => setTimeout(resolve, delayMs));
      replica.child.kill('SIGKILL');
      await replica.ended;
    }
    const id = await build();
    const replica = startReplica(args);
    const origin = /Listening on (\S+)/.exec(await replica.until(/Listening on \S+/))?.[1] ?? '';
    const served = async () => (await fetch(`${origin}/delivery/jsonapi/book`)).headers.get('x-service-snapshot');
    await expect.poll(served, { timeout: 20_000 }).toBe(id);
    replica.child.kill('SIGTERM');
    expect(await replica.ended).toMatchObject({ code: 0 });
    expect(listProblems(await verifySnapshots(diskFiles, folder))).toEqual([]);
    expect(readdirSync(folder).filter((name) => name.startsWith('building-'))).toEqual([]);
  });
});
