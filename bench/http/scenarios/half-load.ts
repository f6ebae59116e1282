/**
 * How long do answers take when a server does half of what it can? Questions arrive by chance, at a constant rate.
 */
import { ColdSupply } from '../cold-supply.js';
import { type Bench, type Entry, loadSlice, measureInTurn } from '../measuring.js';
import type { HalfLoadResult } from '../results.js';
import { summed } from '../slices.js';
import { giveHot, steleOf } from './workloads.js';

/** So many questions may be on their way before the next waits for a connection, which counts as latency. */
const connections = 64;

export async function runHalfLoad(bench: Bench, workload: 'hot' | 'cold'): Promise<HalfLoadResult> {
  const entry = await entryOf(bench, workload);
  const [full] = await measureInTurn(bench, [entry]);
  const highestPerSecond = full?.perSecond ?? 0;
  const ratePerSecond = Math.max(1, highestPerSecond / 2);
  const slice = await entry.load({ durationMs: bench.effort.seconds * 1000, connections, ratePerSecond });
  return { workload, highestPerSecond, half: summed('stele', [slice]) };
}

async function entryOf(bench: Bench, workload: 'hot' | 'cold'): Promise<Entry> {
  const contestant = steleOf(bench);
  if (workload === 'cold') {
    const supply = new ColdSupply(bench, contestant, 'half');
    return { contestant, load: (plan) => supply.load(plan) };
  }
  const set = await giveHot(bench, 'half/hot');
  return { contestant, load: (plan) => loadSlice(bench, contestant, set, plan) };
}
