/**
 * Results of loads that no machine was put under.
 */
import type { HttpResults, KeysResult, Loaded, More, OverloadResult } from '../../../bench/http/results.js';
import type { ContestantName } from '../../../bench/http/workloads/requests.js';
import { fabricatedResults } from '../fabricated.js';

export const fabricatedLoaded = (
  contestant: ContestantName,
  perSecond: number,
  more: Partial<Loaded> = {},
): Loaded => ({
  contestant,
  answers: perSecond * 5,
  perSecond,
  p50Us: 500,
  p99Us: 2000,
  p999Us: 4000,
  meanBytes: 6000,
  cpuUs: 20,
  cpuShare: 0.98,
  generatorCpuShare: 0.5,
  residentBytes: 200e6,
  ...more,
});

export const fabricatedOverload = (more: Partial<OverloadResult> = {}): OverloadResult => ({
  ladder: [
    { connections: 1, perSecond: 5000 },
    { connections: 16, perSecond: 20_000 },
  ],
  peakConnections: 16,
  peak: fabricatedLoaded('stele', 20_000),
  connections: 80,
  over: fabricatedLoaded('stele', 18_000, { p99Us: 9000, residentBytes: 210e6 }),
  refusals: 0,
  closedConnections: 0,
  ...more,
});

/** @param share how much longer an answer takes with keys */
export const fabricatedKeys = (share: number): KeysResult => {
  const more = (value: number): More => ({ share: value, low: value - 0.005, high: value + 0.005 });
  const costs = { guarded: more(share), sent: more(share / 2), noise: more(0) };
  return {
    launches: 9,
    open: fabricatedLoaded('stele', 45_000),
    guarded: fabricatedLoaded('stele', 44_000),
    elapsed: costs,
    cpu: costs,
  };
};

/** All targets kept. */
export const fabricatedHttp = (items: number, more: Partial<HttpResults> = {}): HttpResults => ({
  format: 2,
  items,
  seed: 1,
  seconds: 5,
  connections: 32,
  environment: fabricatedResults(items).environment,
  workloads: [
    {
      name: 'hot',
      loaded: [fabricatedLoaded('bare', 50_000), fabricatedLoaded('stele', 45_000), fabricatedLoaded('sqlite', 500)],
    },
    {
      name: 'cold',
      loaded: [fabricatedLoaded('bare', 50_000), fabricatedLoaded('stele', 30_000), fabricatedLoaded('sqlite', 500)],
    },
    { name: 'revalidate', loaded: [fabricatedLoaded('bare', 60_000), fabricatedLoaded('stele', 50_000)] },
    { name: 'item', loaded: [fabricatedLoaded('bare', 50_000), fabricatedLoaded('stele', 42_000)] },
    { name: 'gzip', loaded: [fabricatedLoaded('bare', 60_000), fabricatedLoaded('stele', 51_000)] },
  ],
  halfLoads: [
    {
      workload: 'hot',
      highestPerSecond: 45_000,
      half: fabricatedLoaded('stele', 22_500),
      bare: fabricatedLoaded('bare', 22_500),
      busy: { us: 12, loaded: fabricatedLoaded('bare', 22_500) },
    },
  ],
  overload: fabricatedOverload(),
  threads: {
    node: 'v24.0.0',
    one: fabricatedLoaded('stele', 45_000),
    two: fabricatedLoaded('stele', 60_000, { generatorCpuShare: 0.7 }),
    oneBytes: 3000e6,
    fourBytes: 3300e6,
  },
  keys: fabricatedKeys(0.02),
  ...more,
});
