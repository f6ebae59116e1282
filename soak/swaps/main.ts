/**
 * `npm run soak:swaps -- [--rate 500] [--swaps 20]`: swaps snapshots under a fixed rate of requests, and prints errors, stale and
 * mixed answers, latencies near a swap and otherwise, and the memory of the server before and after.
 *
 * It fails if one answer is an error, stale or mixed. Elsewhere: 200 swaps with damaged snapshots under a full load (soak:swap).
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Command } from 'commander';
import { diskFiles } from '../../src/format/files/index.js';
import { publishCurrent } from '../../src/index/snapshot/index.js';
import { ROOT } from '../../testing/root.js';
import { buildSwapSnapshots } from '../../testing/server/swap-snapshots.js';
import { anyNumber, between, conclude, runSoak } from '../options.js';
import { type RatedLoad, startRatedLoad } from './rated-load.js';
import { type Latencies, type Swap, summarise } from './summary.js';

const STELE = join(ROOT, 'dist', 'src', 'cli', 'main.js');
const WARM_UP_MS = 5_000;
const SWAP_MS_MAXIMUM = 60_000;

const readOptions = (args: readonly string[]) =>
  new Command('soak:swaps')
    .description('swap snapshots under a fixed rate of requests')
    .option('--rate <number>', 'requests per second', between(1, 5_000), 500)
    .option('--swaps <number>', 'number of swaps', anyNumber, 20)
    .option('--seconds <number>', 'time between two swaps', between(1, 600), 3)
    .option('--items <number>', 'number of items of a snapshot', anyNumber, 20_000)
    .parse(args, { from: 'user' })
    .opts();

/** @returns the resident set size in MB */
function readResidentMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024;
}

async function waitForSnapshot(origin: string, id: string): Promise<void> {
  const deadlineMs = performance.now() + SWAP_MS_MAXIMUM;
  while (performance.now() < deadlineMs) {
    const health = await (await fetch(`${origin}/health`)).text();
    if (health.includes(id)) return;
    await sleep(20);
  }
  throw new Error(`${id} is not served`);
}

const latencyRow = ({ count, p50Ms, p99Ms, maximumMs }: Latencies) => ({
  answers: count,
  'p50 ms': p50Ms.toFixed(1),
  'p99 ms': p99Ms.toFixed(1),
  'slowest ms': maximumMs.toFixed(0),
});

async function main(args: readonly string[]): Promise<number> {
  const { rate, swaps: swapCount, seconds, items } = readOptions(args);
  const folder = mkdtempSync(join(tmpdir(), 'stele-swaps-'));
  const snapshots = await buildSwapSnapshots(folder, items);
  let servedPlace = snapshots.ids.length - 1;
  await publishCurrent(diskFiles, snapshots.folder, snapshots.ids[servedPlace]!);
  const serve = ['serve', snapshots.folder, '--port', '0', '--poll', '0.5', '--threads', '1', '--log-level', 'warn'];
  const child = spawn(process.execPath, [STELE, ...serve], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  let load: RatedLoad | undefined;
  try {
    let stdout = '';
    for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
      stdout += String(chunk);
      if (/Listening on \S+\n/.test(stdout)) break;
    }
    child.stdout.resume();
    const origin = /Listening on (\S+)/.exec(stdout)?.[1] ?? '';
    load = startRatedLoad(origin, snapshots, rate);
    await sleep(WARM_UP_MS);
    const warmUpAnswers = load.answers.length;
    const beforeMb = readResidentMb(child.pid!);
    const swaps: Swap[] = [];
    for (let swap = 0; swap < swapCount; swap += 1) {
      servedPlace = (servedPlace + 1) % snapshots.ids.length;
      const id = snapshots.ids[servedPlace]!;
      const publishedMs = performance.now();
      await publishCurrent(diskFiles, snapshots.folder, id);
      await waitForSnapshot(origin, id);
      swaps.push({ snapshot: id, publishedMs, servedMs: performance.now() });
      await sleep(seconds * 1000);
    }
    const afterMb = readResidentMb(child.pid!);
    await load.stop();
    const { errors, stale, mixed, nearSwap, otherwise } = summarise(load.answers.slice(warmUpAnswers), swaps);
    const snapshotMb = (snapshots.byteLength / 2 ** 20).toFixed(0);
    console.log(`${swaps.length} swaps at ${rate} requests per second, snapshots of ${snapshotMb} MB, one thread`);
    console.log(`errors ${errors}, stale ${stale}, mixed ${mixed}`);
    console.table({ 'near a swap': latencyRow(nearSwap), otherwise: latencyRow(otherwise) });
    console.log(`resident set before ${beforeMb.toFixed(0)} MB, after ${afterMb.toFixed(0)} MB`);
    const wrong = Object.entries({ errors, stale, mixed }).flatMap(([name, count]) =>
      count === 0 ? [] : [`${count} answers: ${name}`],
    );
    conclude('swaps', `${load.answers.length} answers`, wrong);
    return wrong.length === 0 ? 0 : 1;
  } finally {
    await load?.stop();
    child.kill('SIGKILL');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  }
}

await runSoak(main);
