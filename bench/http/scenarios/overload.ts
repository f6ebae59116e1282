/**
 * The scenario of overload: finds the number of connections with the maximal throughput, then loads the server with
 * five times this number, each sending its next request at once.
 */

import { Histogram } from '../load/histogram.js';
import { type Bench, ColdSupply, warmUp } from '../measuring.js';
import type { OverloadResult } from '../results.js';
import { type Slice, summed } from '../slices.js';
import { steleOf } from './workloads.js';

const LADDER = [1, 2, 4, 8, 16, 32, 64, 128, 256] as const;
const SHORT_LADDER = [4, 16, 64] as const;
const overFactor = 5;
const stepShare = 0.2;
/** A shorter step may end before a busy machine has answered anything. */
const stepMsMinimum = 40;

export async function runOverload(bench: Bench, isShort: boolean): Promise<OverloadResult> {
  const supply = new ColdSupply(bench, steleOf(bench), 'overload');
  const durationMs = bench.effort.seconds * 1000;
  const load = (connections: number, ms: number): Promise<Slice> =>
    supply.load({ connections, durationMs: ms, mayRefuse: true });
  await warmUp(bench.effort, (plan) => supply.load(plan));
  const ladder: { connections: number; perSecond: number }[] = [];
  for (const connections of isShort ? SHORT_LADDER : LADDER) {
    const { perSecond } = summed('stele', [await load(connections, Math.max(stepMsMinimum, durationMs * stepShare))]);
    ladder.push({ connections, perSecond });
  }
  const best = ladder.reduce((a, b) => (b.perSecond > a.perSecond ? b : a));
  const peak = await load(best.connections, durationMs);
  const connections = best.connections * overFactor;
  const over = await load(connections, durationMs);
  return {
    ladder,
    peakConnections: best.connections,
    peak: summed('stele', [peak]),
    connections,
    over: summed('stele', [over]),
    refusals: over.result.refusals,
    ...refusalTimes(over),
    closedConnections: over.result.closed,
  };
}

function refusalTimes({ result }: Slice): { refusalP50Us?: number; refusalP99Us?: number } {
  const times = new Histogram(result.refusalLatencies);
  if (times.samples === 0) return {};
  return { refusalP50Us: times.percentileUs(0.5), refusalP99Us: times.percentileUs(0.99) };
}
