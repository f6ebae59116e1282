/**
 * The scenario of threads: throughput and memory of servers with one and two threads, loaded in turns, and memory with
 * four.
 */
import { spawnSync } from 'node:child_process';
import { canSharePort } from '../../../src/server/threads/launch.js';
import { launch, type ServerProcess } from '../contestants/launch.js';
import { type Bench, loadSlice, type SlicePlan, warmUp } from '../measuring.js';
import type { Missing, ThreadsResult } from '../results.js';
import { type Slice, summed } from '../slices.js';
import { giveHot } from './workloads.js';

const set = 'threads/hot';

/** @param serve command to start: `main.js serve <snapshots> …`, without threads */
export async function runThreads(
  bench: Bench,
  node: string,
  serve: readonly string[],
): Promise<ThreadsResult | Missing> {
  const version = spawnSync(node, ['--version'], { encoding: 'utf8' });
  if (version.status !== 0) return { missing: `${node} is no Node that runs` };
  const found = version.stdout.trim();
  if (!canSharePort(found.slice(1))) {
    return { missing: `Node ${found} cannot share a port between threads: name a newer one with --node` };
  }
  await giveHot(bench, set);
  const start = (threads: number): Promise<ServerProcess> =>
    launch('stele', node, [...serve, '--threads', String(threads)]);
  const servers: ServerProcess[] = [];
  try {
    const one = await start(1);
    servers.push(one);
    const two = await start(2);
    servers.push(two);
    const slices = await loadInTurn(bench, [one, two]);
    await two.stop();
    const four = await start(4);
    servers.push(four);
    const loadedFour = await loadSlice(bench, four, set, { durationMs: bench.effort.seconds * 1000 });
    const loadedOne = summed('stele', slices[0] ?? []);
    return {
      node: found,
      one: loadedOne,
      two: summed('stele', slices[1] ?? []),
      ...(loadedOne.residentBytes === undefined ? {} : { oneBytes: loadedOne.residentBytes }),
      ...(loadedFour.residentBytes === undefined ? {} : { fourBytes: loadedFour.residentBytes }),
    };
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}

async function loadInTurn(bench: Bench, servers: readonly ServerProcess[]): Promise<readonly Slice[][]> {
  const { seconds, slices } = bench.effort;
  for (const server of servers) await warmUp(bench.effort, (plan: SlicePlan) => loadSlice(bench, server, set, plan));
  const found: Slice[][] = servers.map(() => []);
  for (let round = 0; round < slices; round += 1) {
    for (const [place, server] of servers.entries()) {
      found[place]!.push(await loadSlice(bench, server, set, { durationMs: (seconds * 1000) / slices }));
    }
  }
  return found;
}
