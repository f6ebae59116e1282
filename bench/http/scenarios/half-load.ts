/**
 * How long do answers take when a server does half of what it can? Questions arrive by chance, at a constant rate; bare
 * `node:http` gets as many in turn, to show what of the latencies is the machine's and the generator's own.
 */
import { type Bench, ColdSupply, type Contestant, type Entry, give, loadSlice, measureInTurn } from '../measuring.js';
import type { HalfLoadResult } from '../results.js';
import { COLD } from '../workloads/questioner.js';
import { plain } from '../workloads/requests.js';
import { bareOf, giveHot, steleOf } from './workloads.js';

/** So many questions may be on their way before the next waits for a connection, which counts as latency. */
const connections = 64;

export async function runHalfLoad(bench: Bench, workload: 'hot' | 'cold'): Promise<HalfLoadResult> {
  const entries = [await entryOf(bench, workload), await bareEntry(bench, workload)];
  const [full] = await measureInTurn(bench, entries.slice(0, 1));
  const highestPerSecond = full?.perSecond ?? 0;
  const ratePerSecond = Math.max(1, highestPerSecond / 2);
  const atRate = ({ contestant, load }: Entry): Entry => ({
    contestant,
    load: (plan) => load({ ...plan, connections, ratePerSecond }),
  });
  const [half, bare] = await measureInTurn(bench, entries.map(atRate));
  if (half === undefined || bare === undefined) throw new Error('Both were measured.');
  return { workload, highestPerSecond, half, bare };
}

async function entryOf(bench: Bench, workload: 'hot' | 'cold'): Promise<Entry> {
  const contestant = steleOf(bench);
  if (workload === 'cold') {
    const supply = new ColdSupply(bench, contestant, 'half');
    return { contestant, load: (plan) => supply.load(plan) };
  }
  return knownEntry(bench, contestant, await giveHot(bench, 'half/hot'));
}

async function bareEntry(bench: Bench, workload: 'hot' | 'cold'): Promise<Entry> {
  const known = bench.questioner.draw(COLD, bench.effort.hotUrls).map((one) => plain('bare', one));
  const set = `half/${workload}/bare`;
  await give(bench, set, known, Uint32Array.from(known.keys()));
  return knownEntry(bench, bareOf(bench), set);
}

const knownEntry = (bench: Bench, contestant: Contestant, set: string): Entry => ({
  contestant,
  load: (plan) => loadSlice(bench, contestant, set, plan),
});
