/**
 * What threads cost and give: memory and requests per second of 1, 2 and 4 of them; and what a swap costs those who are
 * being answered.
 *
 *     npm run bench:threads -- <snapshots> [--swap <snapshots>] [--node <path>] [--seconds 8] [--connections 32]
 *
 * Each server is a process of its own; autocannon, another one, loads it over the loopback with the first page of the
 * first content type and takes its share of the same processors. Memory is what is resident once the load is over.
 * With --swap, a copy of the first folder's snapshot and of the other's are swapped under a steady load: the slowest
 * answer says how long anybody waited.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { diskFiles } from '../../src/files/index.js';
import { publishCurrent, requireCurrent } from '../../src/snapshot/index.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    swap: { type: 'string' },
    node: { type: 'string', default: process.execPath },
    seconds: { type: 'string', default: '8' },
    connections: { type: 'string', default: '32' },
  },
});

const root = fileURLToPath(new URL('../../../', import.meta.url));
const [snapshots] = positionals;
if (snapshots === undefined) {
  process.stderr.write('usage: npm run bench:threads -- <snapshots> [--swap <snapshots>] [--node <path>]\n');
  process.exit(2);
}

interface Served {
  readonly child: ChildProcess;
  readonly origin: string;
  readonly list: string;
  readonly stop: () => Promise<void>;
}

async function serve(folder: string, threads: number): Promise<Served> {
  const args = [join(root, 'dist/src/cli/main.js'), 'serve', folder, '--port', '0', '--threads', String(threads)];
  const child = spawn(values.node, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const origin = await new Promise<string>((resolve, reject) => {
    let printed = '';
    child.once('close', () => reject(new Error(`the server ended: ${printed}`)));
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      const found = /Listening on (\S+)/.exec(printed)?.[1];
      if (found !== undefined && /snapshot [0-9a-f]{64}\)/.test(printed)) resolve(found);
    });
  });
  const types = JSON.parse(await (await fetch(`${origin}/delivery/jsonapi`)).text());
  const [path = ''] = Object.values<string>(types.links).filter((link) => /jsonapi\/[^/?]+$/.test(link));
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
  };
  return { child, origin, list: `${origin}${path}`, stop };
}

/** Of the process and, where it has some, its child processes; pages that several share count once a process. */
function residentBytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
  const own = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1024;
  return children.reduce((sum, child) => sum + residentBytes(Number(child)), own);
}

interface Loaded {
  readonly requests: { readonly average: number };
  readonly latency: { readonly p50: number; readonly p99: number; readonly max: number };
  readonly errors: number;
  readonly non2xx: number;
}

/** @param rate requests a second, 0 for as many as go */
async function load(url: string, connections: number, seconds: number, rate = 0): Promise<Loaded> {
  const cannon = join(root, 'bench/node_modules/autocannon/autocannon.js');
  const limit = rate > 0 ? ['-R', String(rate)] : [];
  const args = [cannon, '--json', '-n', '-c', String(connections), '-d', String(seconds), ...limit, url];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => {
    printed += chunk.toString();
  });
  await new Promise((resolve) => child.once('close', resolve));
  const result: Loaded = JSON.parse(printed);
  if (result.errors > 0 || result.non2xx > 0) throw new Error(`wrong answers: ${printed}`);
  return result;
}

const megabytes = (byteLength: number): string => `${(byteLength / 1e6).toFixed(0)} MB`;

async function measureThreads(folder: string): Promise<void> {
  const found: { readonly threads: number; readonly resident: number; readonly rate: number }[] = [];
  for (const threads of [1, 2, 4]) {
    const server = await serve(folder, threads);
    const pid = server.child.pid ?? 0;
    await load(server.list, Number(values.connections), 2);
    const { requests, latency } = await load(server.list, Number(values.connections), Number(values.seconds));
    await sleep(1_000);
    const resident = residentBytes(pid);
    await server.stop();
    found.push({ threads, resident, rate: requests.average });
    const [one] = found;
    console.log(
      `${threads} threads: ${megabytes(resident)} (× ${(resident / (one?.resident ?? 1)).toFixed(2)}), ` +
        `${requests.average.toFixed(0)} requests/s (× ${(requests.average / (one?.rate ?? 1)).toFixed(2)}), ` +
        `p50 ${latency.p50} ms, p99 ${latency.p99} ms`,
    );
  }
}

async function measureSwap(one: string, other: string, threads: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'stele-swap-'));
  try {
    const ids = [];
    for (const from of [one, other]) {
      const id = await requireCurrent(diskFiles, from);
      cpSync(join(from, id), join(folder, id), { recursive: true });
      ids.push(id);
    }
    await publishCurrent(diskFiles, folder, ids[1]!);
    const server = await serve(folder, threads);
    const quiet = await load(server.list, 4, 5, 200);
    const pid = server.child.pid ?? 0;
    const before = residentBytes(pid);
    const loading = load(server.list, 4, 25, 200);
    await sleep(2_000);
    const startMs = performance.now();
    await publishCurrent(diskFiles, folder, ids[0]!);
    const served = async (): Promise<string> => {
      const reply = await fetch(`${server.origin}/delivery/jsonapi`, { headers: { connection: 'close' } });
      return reply.headers.get('x-service-snapshot') ?? '';
    };
    while ((await served()) !== ids[0]) await sleep(20);
    const elapsedMs = performance.now() - startMs;
    const { latency } = await loading;
    console.log(
      `a swap with ${threads} threads: ${elapsedMs.toFixed(0)} ms from CURRENT to the first answer; the slowest of 5,000 answers meanwhile ` +
        `${latency.max} ms, p99 ${latency.p99} ms (without a swap ${quiet.latency.max} and ${quiet.latency.p99} ms); ` +
        `resident ${megabytes(before)} → ${megabytes(residentBytes(pid))}`,
    );
    await server.stop();
  } finally {
    rmSync(folder, { recursive: true });
  }
}

if (values.swap === undefined) await measureThreads(snapshots);
else for (const threads of [1, 2]) await measureSwap(snapshots, values.swap, threads);
