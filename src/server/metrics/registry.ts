/**
 * The metrics by name, for Prometheus: each reads its numbers when it is scraped, so that requests pay for additions
 * only. The process's own (CPU, memory, event-loop lag, garbage collection) are prom-client's.
 */
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { CacheCounters } from '../cache/mount-cache.js';
import { CountedHistogram } from './counted-histogram.js';
import type { RequestCounts } from './counters.js';

export interface SpaceReadings {
  readonly name: string;
  /** Undefined while none is loaded. */
  readonly snapshot: string | undefined;
  /** Since this server first answered from the snapshot. */
  readonly servedSeconds: number;
  readonly cache: CacheCounters;
  /** How often a thread found no room in the snapshot's memory. */
  readonly refusedMemory: number;
}

/** All that is read at a scrape. */
export interface Readings {
  readonly requests: RequestCounts;
  readonly inFlight: number;
  readonly waitingBytes: number;
  readonly connections: number;
  readonly shed: number;
  readonly spaces: readonly SpaceReadings[];
}

let ofProcess: Registry | undefined;

/** One for all servers of the process, whose event loop they share. */
export function processMetrics(): Registry {
  if (ofProcess === undefined) {
    ofProcess = new Registry();
    collectDefaultMetrics({ register: ofProcess });
  }
  return ofProcess;
}

/** @param read called anew for every metric of a scrape. Cost of a scrape: well below a millisecond. */
export function serverMetrics(read: () => Readings): Registry {
  const registry = new Registry();
  const registers = [registry];

  const counter = (name: string, help: string, value: (readings: Readings) => number): void => {
    new Counter({
      name,
      help,
      registers,
      collect() {
        this.reset();
        this.inc(value(read()));
      },
    });
  };
  const gauge = (name: string, help: string, value: (readings: Readings) => number): void => {
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(value(read()));
      },
    });
  };
  const spaceCounter = (name: string, help: string, value: (space: SpaceReadings) => number): void => {
    new Counter({
      name,
      help,
      labelNames: ['space'],
      registers,
      collect() {
        this.reset();
        for (const space of read().spaces) this.inc({ space: space.name }, value(space));
      },
    });
  };
  const spaceGauge = (name: string, help: string, value: (space: SpaceReadings) => number): void => {
    new Gauge({
      name,
      help,
      labelNames: ['space'],
      registers,
      collect() {
        for (const space of read().spaces) this.set({ space: space.name }, value(space));
      },
    });
  };

  new Counter({
    name: 'stele_requests_total',
    help: 'Responses that have ended, by class of status.',
    labelNames: ['status'],
    registers,
    collect() {
      this.reset();
      const { byStatusClass } = read().requests;
      for (let digit = 2; digit <= 5; digit += 1) this.inc({ status: `${digit}xx` }, byStatusClass[digit] ?? 0);
    },
  });
  new Counter({
    name: 'stele_route_responses_total',
    help: 'Responses that have ended, by the route that answered.',
    labelNames: ['route'],
    registers,
    collect() {
      this.reset();
      for (const [route, count] of Object.entries(read().requests.byRoute)) this.inc({ route }, count);
    },
  });
  const duration = 'From the arrival of a request until its client had taken the answer.';
  new CountedHistogram('stele_request_duration_seconds', duration, registers, () => read().requests);
  counter('stele_response_bytes_total', 'Bytes of bodies as sent.', ({ requests }) => requests.bodyBytes);
  counter('stele_shed_total', 'Requests refused with 503 under overload.', ({ shed }) => shed);
  gauge('stele_in_flight', 'Responses begun and not yet taken by their clients.', ({ inFlight }) => inFlight);
  gauge('stele_waiting_bytes', 'Bytes of answers that wait for their clients.', ({ waitingBytes }) => waitingBytes);
  gauge('stele_connections', 'Open connections.', ({ connections }) => connections);
  spaceCounter('stele_cache_hits_total', 'Answers found in the cache.', ({ cache }) => cache.hits);
  spaceCounter('stele_cache_misses_total', 'Answers that had to be made.', ({ cache }) => cache.misses);
  spaceCounter('stele_cache_evictions_total', 'Answers let go to make room.', ({ cache }) => cache.evictions);
  spaceGauge('stele_cache_bytes', 'Memory of the answers kept.', ({ cache }) => cache.bytes);
  spaceGauge('stele_cache_entries', 'Answers kept.', ({ cache }) => cache.entries);
  new Gauge({
    name: 'stele_snapshot_info',
    help: 'Always 1; the label says which snapshot is served.',
    labelNames: ['space', 'snapshot'],
    registers,
    collect() {
      this.reset();
      for (const { name, snapshot } of read().spaces)
        if (snapshot !== undefined) this.set({ space: name, snapshot }, 1);
    },
  });
  const served = 'Since this server began to answer from the snapshot; 0 while none is loaded.';
  spaceGauge('stele_snapshot_served_seconds', served, ({ servedSeconds }) => servedSeconds);
  const refused = 'How often a thread found no room left in the memory of the snapshot: its loops are slower since.';
  spaceGauge('stele_memory_refused', refused, ({ refusedMemory }) => refusedMemory);
  return registry;
}
