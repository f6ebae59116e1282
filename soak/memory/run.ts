/**
 * One run: a server under a limit of memory, with load and swaps, until its time is over or it is killed.
 */
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SnapshotId } from '../../src/content/model/index.js';
import { diskFiles } from '../../src/format/files/index.js';
import { writeCurrent } from '../../src/index/snapshot/index.js';
import { diceOf } from '../../testing/dice.js';
import { ROOT } from '../../testing/root.js';
import { countThreads, readSnapshot } from './health.js';
import { runLimited } from './limit.js';
import { type LoadCounts, startLoad } from './load.js';

const STELE = join(ROOT, 'dist', 'src', 'cli', 'main.js');
const connections = 8;
/** As the page about memory advises if memory is short: one arena for all threads, which returns memory early; two threads that compress. */
const LEAN: Readonly<Record<string, string>> = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_TRIM_THRESHOLD_: '131072',
  UV_THREADPOOL_SIZE: '2',
};
const startMs = 60_000;
const swapMs = 60_000;

export interface RunOptions {
  /** The program that runs the server. */
  readonly node: string;
  readonly folder: string;
  /** Snapshots that CURRENT names in turns. */
  readonly snapshots: readonly SnapshotId[];
  readonly threads: number;
  readonly limitBytes: number;
  readonly seconds: number;
  readonly swaps: number;
  readonly seed: number;
  /** Further arguments of the server. */
  readonly serveArguments: readonly string[];
  /** Whether the server runs with the variables for little memory. */
  readonly isLean: boolean;
}

export interface RunResult extends LoadCounts {
  readonly threads: number;
  /** Threads that were started: fewer than requested if there is no room for them; 0 if the server did not start. */
  readonly startedThreads: number;
  readonly method: string;
  readonly swaps: number;
  readonly peakBytes: number;
  readonly isKilled: boolean;
  /** The last lines of the server's log. */
  readonly log: string;
}

/** @returns whether the server serves the snapshot in time */
async function waitForSnapshot(
  port: number,
  snapshot: SnapshotId,
  timeoutMs: number,
  isOver: () => boolean,
): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  while (performance.now() < deadline && !isOver()) {
    if ((await readSnapshot(port)) === snapshot) return true;
    await sleep(100);
  }
  return false;
}

export async function runOnce(options: RunOptions): Promise<RunResult> {
  const { node, folder, snapshots, threads, limitBytes, seconds, swaps, seed, serveArguments, isLean } = options;
  await writeCurrent(diskFiles, folder, snapshots[0]!);
  const port = 20_000 + (process.pid % 10_000) + threads;
  const args = [node, STELE, 'serve', folder, '--port', String(port), '--threads', String(threads)];
  const serve = [...args, '--log-level', 'info', '--poll', '1', ...serveArguments];
  const program = runLimited(serve, limitBytes, isLean ? LEAN : {});
  const { child } = program;
  const log: string[] = [];
  child.stdout?.resume();
  child.stderr?.on('data', (chunk: Buffer) => log.push(chunk.toString()));
  const ended = once(child, 'exit');
  const isOver = (): boolean => child.exitCode !== null || child.signalCode !== null;
  let completedSwaps = 0;
  let startedThreads = 0;
  const emptyCounts = { requests: 0, serverErrors: 0, otherErrors: 0, bytes: 0, firstError: undefined };
  let counts: LoadCounts = { ...emptyCounts, firstError: 'the server did not start' };
  if (await waitForSnapshot(port, snapshots[0]!, startMs, isOver)) {
    startedThreads = await countThreads(port, isOver, startMs);
    const load = startLoad(port, connections, diceOf(seed, `memory ${threads}`));
    counts = load.counts;
    const startedMs = performance.now();
    for (let swap = 1; swap <= swaps && !isOver(); swap += 1) {
      const dueMs = startedMs + (swap * seconds * 1000) / (swaps + 1);
      await Promise.race([sleep(Math.max(0, dueMs - performance.now())), ended]);
      const next = snapshots[swap % snapshots.length]!;
      await writeCurrent(diskFiles, folder, next);
      if (await waitForSnapshot(port, next, swapMs, isOver)) completedSwaps += 1;
    }
    await Promise.race([sleep(Math.max(0, startedMs + seconds * 1000 - performance.now())), ended]);
    await load.stop();
  }
  const isKilled = program.isKilled();
  const peakBytes = program.peakBytes();
  program.cleanUp();
  await ended;
  const lines = log.join('');
  return {
    ...counts,
    threads,
    startedThreads,
    method: program.method,
    swaps: completedSwaps,
    peakBytes,
    isKilled,
    log: lines,
  };
}
