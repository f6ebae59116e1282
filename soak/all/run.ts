/**
 * Everything together, on one server, for a while: started, watched, ended and cleaned up, however it goes.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Random } from '../../data/generate/random.js';
import { OperationError } from '../../src/errors/index.js';
import { type Client, startClient } from './clients/client.js';
import type { ClientPlan } from './clients/messages.js';
import { shopOf } from './clients/questions.js';
import type { AllOptions } from './options.js';
import type { AllReport } from './report.js';
import { makeNights } from './server/nights.js';
import { type Sample, sampleServer } from './server/samples.js';
import { type Server, serve, stele } from './server/stele.js';
import { Swapper } from './server/swaps.js';
import { judge } from './verdict.js';

/** Small, so that it is full early: what grows afterwards is no cache. */
const cacheBytes = 16 * 2 ** 20;

export interface AllHooks {
  /** A line about what is being done. */
  readonly onStep: (step: string) => void;
  readonly onSample: (sample: Sample) => void;
}

/**
 * @param signal ends it early: it then rejects, when all processes are gone and all files removed
 * @throws OperationError where there is no /proc; Error when a client or the server cannot be started, or a client fails; a server that fails is a finding
 */
export async function soakAll(options: AllOptions, signal: AbortSignal, hooks: AllHooks): Promise<AllReport> {
  if (!existsSync('/proc/self/fd')) {
    throw new OperationError(
      'Memory and file descriptors are read from /proc, which this system lacks; run it on Linux.',
    );
  }
  const folder = mkdtempSync(join(tmpdir(), 'stele-soak-'));
  const clients: Client[] = [];
  let server: Server | undefined;
  try {
    hooks.onStep('building the nights');
    const made = await makeNights(folder, options.items, options.seed, stele);
    signal.throwIfAborted();
    const { threads, pollSeconds, seed } = options;
    server = await serve([
      ...[made.snapshots, '--port', '0', '--cache-bytes', String(cacheBytes)],
      ...['--poll', String(pollSeconds), '--threads', String(threads)],
    ]);
    const { origin, pid, port } = server;
    const nights = made.nights.map(({ id }) => id);
    const common = { port, seed, shop: shopOf(options.items), snapshots: made.snapshots, nights };
    const plans: readonly ClientPlan[] = [
      { ...common, role: 'load', rate: options.rate },
      { ...common, role: 'hostile', rate: options.hostileRate },
    ];
    for (const plan of plans) clients.push(await startClient(plan));
    const [load, hostile] = clients;
    if (load === undefined || hostile === undefined) throw new Error('two clients were started');
    signal.throwIfAborted();

    hooks.onStep(`asking, swapping and watching for ${options.minutes} minutes, process ${pid}`);
    const beganMs = performance.now();
    const stopping = new AbortController();
    const swapper = new Swapper(made, server, stele, new Random(seed, 'soak/swaps'));
    const swapping = swapper.run(options.swapEverySeconds, stopping.signal);
    const sampling = sampleServer(
      { origin, pid, everySeconds: options.sampleEverySeconds, swaps: () => swapper.count, onSample: hooks.onSample },
      stopping.signal,
    );
    try {
      await Promise.race([sleep(options.minutes * 60_000, undefined, { signal }), load.failed, hostile.failed]);
    } finally {
      stopping.abort();
      // Both never reject; nothing below may be removed while they work in it.
      await Promise.all([swapping, sampling]);
    }
    const swapped = await swapping;
    const tallies = { load: await load.stop(), hostile: await hostile.stop() };
    const sampled = await sampling;
    const seconds = (performance.now() - beganMs) / 1000;
    await server.stop();
    const observed = { ...tallies, swapped, sampled, serverFaults: server.faults, pollSeconds };
    return { ...observed, seconds, warnings: server.warnings, findings: judge(observed) };
  } finally {
    for (const client of clients) client.kill();
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
