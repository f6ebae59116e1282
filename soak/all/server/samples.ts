/**
 * Looking at the server every so often: what it holds, and how far everything has come.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type ProcessState, readHealth, readMetrics, stateOfAll, sumOf } from './health.js';

export interface Sample extends ProcessState {
  /** Since the soak began. */
  readonly atSeconds: number;
  /** Of the thread that answered the scrape, as lag is. */
  readonly heapBytes: number;
  readonly externalBytes: number;
  /** Event loop, 99th percentile since the scrape before. */
  readonly lagSeconds: number;
  readonly cacheBytes: number;
  readonly connections: number;
  /** Responses since the server started, of every kind. */
  readonly responses: number;
  /** Of them with 5xx; refusals under overload among them. */
  readonly serverErrors: number;
  /** Refused under overload since it started. */
  readonly refused: number;
  readonly swaps: number;
}

export interface Sampled {
  readonly samples: Sample[];
  /** Times that /health or /metrics did not answer as they must. */
  readonly faults: string[];
}

async function sample(origin: string, pid: number, swaps: number, beganMs: number): Promise<Sample> {
  const health = await readHealth(origin);
  if (health.status === 'unavailable') throw new Error('/health says unavailable');
  const metrics = await readMetrics(origin);
  const others = (health.threads ?? []).flatMap((thread) => (thread.pid === undefined ? [] : [thread.pid]));
  return {
    atSeconds: (performance.now() - beganMs) / 1000,
    ...stateOfAll([pid, ...others]),
    heapBytes: sumOf(metrics, 'nodejs_heap_size_used_bytes'),
    externalBytes: sumOf(metrics, 'nodejs_external_memory_bytes'),
    lagSeconds: sumOf(metrics, 'nodejs_eventloop_lag_p99_seconds'),
    cacheBytes: sumOf(metrics, 'stele_cache_bytes'),
    connections: sumOf(metrics, 'stele_connections'),
    responses: sumOf(metrics, 'stele_requests_total'),
    serverErrors: metrics.get('stele_requests_total{status="5xx"}') ?? Number.NaN,
    refused: sumOf(metrics, 'stele_shed_total'),
    swaps,
  };
}

export interface SampleOptions {
  readonly origin: string;
  readonly pid: number;
  readonly everySeconds: number;
  readonly swaps: () => number;
  readonly onSample: (sample: Sample) => void;
}

/** Samples until told to stop, and once more then. Never rejects: what fails is told among the faults. */
export async function sampleServer(options: SampleOptions, signal: AbortSignal): Promise<Sampled> {
  const { origin, pid, everySeconds, swaps, onSample } = options;
  const beganMs = performance.now();
  const sampled: Sampled = { samples: [], faults: [] };
  const look = async (): Promise<void> => {
    try {
      const taken = await sample(origin, pid, swaps(), beganMs);
      sampled.samples.push(taken);
      onSample(taken);
    } catch (error) {
      sampled.faults.push(`after ${((performance.now() - beganMs) / 1000).toFixed(0)} s: ${String(error)}`);
    }
  };
  while (!signal.aborted) {
    await sleep(everySeconds * 1000, undefined, { signal }).catch(() => undefined);
    await look();
  }
  return sampled;
}
