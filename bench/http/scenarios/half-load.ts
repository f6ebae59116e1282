/**
 * The scenario of a half-loaded server: latencies at half of its maximal throughput, with requests at random times.
 *
 * Bare `node:http` gets the same rate, to show the latency of the machine and the generator; a second time with stele's
 * work for each answer, to show the latency of queueing.
 */
import { type Bench, ColdSupply, type Contestant, type Entry, give, loadSlice, measureInTurn } from '../measuring.js';
import type { HalfLoadResult } from '../results.js';
import { COLD } from '../workloads/questioner.js';
import { busy, plain } from '../workloads/requests.js';
import { bareOf, giveHot, steleOf } from './workloads.js';

/** Number of requests in flight before the next one waits for a connection; the wait counts as latency. */
const connections = 64;

export async function runHalfLoad(bench: Bench, workload: 'hot' | 'cold'): Promise<HalfLoadResult> {
  const stele = await entryOf(bench, workload);
  const bare = await bareEntry(bench, workload);
  const [full] = await measureInTurn(bench, [stele]);
  const highestPerSecond = full?.perSecond ?? 0;
  const ratePerSecond = Math.max(1, highestPerSecond / 2);
  const atRate = ({ contestant, load }: Entry): Entry => ({
    contestant,
    load: (plan) => load({ ...plan, connections, ratePerSecond }),
  });
  const [own, least] = await measureInTurn(bench, [stele, bare].map(atRate));
  const us = Math.max(0, Math.round((own?.cpuUs ?? 0) - (least?.cpuUs ?? 0)));
  const worked = await bareEntry(bench, `${workload}/busy`, us);
  const [half, idle, loaded] = await measureInTurn(bench, [stele, bare, worked].map(atRate));
  if (half === undefined || idle === undefined || loaded === undefined) throw new Error('All were measured.');
  return { workload, highestPerSecond, half, bare: idle, busy: { us, loaded } };
}

async function entryOf(bench: Bench, workload: 'hot' | 'cold'): Promise<Entry> {
  const contestant = steleOf(bench);
  if (workload === 'cold') {
    const supply = new ColdSupply(bench, contestant, 'half');
    return { contestant, load: (plan) => supply.load(plan) };
  }
  return knownEntry(bench, contestant, await giveHot(bench, 'half/hot'));
}

/** @param us microseconds of work for each answer */
async function bareEntry(bench: Bench, name: string, us?: number): Promise<Entry> {
  const known = bench.questioner.draw(COLD, bench.effort.hotUrls);
  const set = `half/${name}/bare`;
  const questions = known.map((one) => (us === undefined ? plain('bare', one) : busy(one, us)));
  await give(bench, set, questions, Uint32Array.from(known.keys()));
  return knownEntry(bench, bareOf(bench), set);
}

const knownEntry = (bench: Bench, contestant: Contestant, set: string): Entry => ({
  contestant,
  load: (plan) => loadSlice(bench, contestant, set, plan),
});
