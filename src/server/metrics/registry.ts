/**
 * The metrics by name, for Prometheus: each reads its numbers when it is scraped, so that requests pay for additions
 * only. The process's own (CPU, memory, event-loop lag, garbage collection) are prom-client's.
 */
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { AccessReadings } from '../access/gate.js';
import { REFUSAL_REASONS } from '../access/refusal.js';
import type { CacheCounters } from '../cache/response-cache.js';
import { HEALTH_STATUSES, type HealthStatus } from '../follow/status.js';
import { CountedHistogram } from './counted-histogram.js';
import type { RequestCounts } from './counters.js';
import { type EngineReadings, engineMetrics, type OriginReadings, originMetrics } from './source-metrics.js';

export interface SpaceReadings {
  readonly name: string;
  /** Undefined while none is loaded. */
  readonly snapshot: string | undefined;
  /** Since this server first answered from the snapshot. */
  readonly servedSeconds: number;
  /** Since the snapshot was built; undefined where that is not known. */
  readonly ageSeconds: number | undefined;
  readonly cache: CacheCounters;
  /** Whether it is not what is published. */
  readonly hasProblem: boolean;
  /** How often something newer that was published could not be served. */
  readonly refusedSwaps: number;
  /** How often a thread found no room in the snapshot's memory. */
  readonly refusedMemory: number;
  /** Bytes of the snapshot that are in memory. */
  readonly residentBytes: number;
  /** Blocks of its files that could not be read when they were asked for last. */
  readonly unreadableBlocks: number;
  /** Undefined where no origin is followed. */
  readonly origin: OriginReadings | undefined;
  /** Undefined where a snapshot answers. */
  readonly engine: EngineReadings | undefined;
}

/** What is read of files in which something stays; zeros where nothing does. */
export interface BlockReadings {
  readonly read: number;
  readonly found: number;
  readonly evictions: number;
  readonly bytes: number;
}

/** All that is read at a scrape. */
export interface Readings {
  readonly status: HealthStatus;
  readonly requests: RequestCounts;
  readonly inFlight: number;
  readonly waitingBytes: number;
  readonly connections: number;
  readonly shed: number;
  readonly spaces: readonly SpaceReadings[];
  readonly blocks: BlockReadings;
  /** Undefined where everybody may read. */
  readonly access: AccessReadings | undefined;
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
      for (let digit = 2; digit <= 5; digit += 1) this.inc({ status: `${digit}xx` }, byStatusClass[digit]!);
    },
  });
  new Counter({
    name: 'stele_route_responses_total',
    help: 'Responses that have ended, by the route that answered and by class of status.',
    labelNames: ['route', 'status'],
    registers,
    collect() {
      this.reset();
      for (const [route, counts] of Object.entries(read().requests.byRoute)) {
        // All of them at once, or the first error of a route would be no increase.
        for (let digit = 2; digit <= 5; digit += 1) this.inc({ route, status: `${digit}xx` }, counts[digit]!);
      }
    },
  });
  const duration = 'From the arrival of a request until its client has read the answer.';
  new CountedHistogram('stele_request_duration_seconds', duration, registers, () => read().requests);
  counter('stele_response_bytes_total', 'Bytes of bodies as sent.', ({ requests }) => requests.bodyBytes);
  counter('stele_shed_total', 'Requests refused with 503 because of overload.', ({ shed }) => shed);
  gauge(
    'stele_in_flight',
    'Responses that have begun and that their clients have not read to the end.',
    ({ inFlight }) => inFlight,
  );
  gauge('stele_waiting_bytes', 'Bytes of answers that wait for their clients.', ({ waitingBytes }) => waitingBytes);
  gauge('stele_connections', 'Open connections.', ({ connections }) => connections);
  spaceCounter('stele_cache_hits_total', 'Answers found in the cache.', ({ cache }) => cache.hits);
  spaceCounter('stele_cache_misses_total', 'Answers that had to be made.', ({ cache }) => cache.misses);
  spaceCounter('stele_cache_evictions_total', 'Answers removed to make room.', ({ cache }) => cache.evictions);
  spaceGauge('stele_cache_bytes', 'Memory of the cached answers.', ({ cache }) => cache.bytes);
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
  const served = 'Seconds since this server began to answer from the snapshot; 0 if none is loaded.';
  spaceGauge('stele_snapshot_served_seconds', served, ({ servedSeconds }) => servedSeconds);
  new Gauge({
    name: 'stele_snapshot_age_seconds',
    help: 'Since the snapshot was built or signed.',
    labelNames: ['space'],
    registers,
    collect() {
      this.reset();
      for (const { name, ageSeconds } of read().spaces)
        if (ageSeconds !== undefined) this.set({ space: name }, ageSeconds);
    },
  });
  new Gauge({
    name: 'stele_status',
    help: 'What /health says: 1 for the status that holds, 0 for the others.',
    labelNames: ['status'],
    registers,
    collect() {
      const { status: now } = read();
      for (const status of HEALTH_STATUSES) this.set({ status }, status === now ? 1 : 0);
    },
  });
  const problem = '1 while a space is not served from what is published, otherwise 0; /health says why.';
  spaceGauge('stele_space_problem', problem, ({ hasProblem }) => (hasProblem ? 1 : 0));
  const refusedSwaps = 'Published snapshots that could not be served, counted once for each reason.';
  spaceCounter('stele_swaps_refused_total', refusedSwaps, (space) => space.refusedSwaps);
  originMetrics(registers, () => read().spaces);
  engineMetrics(registers, () => read().spaces);
  const refused = 'How often a thread found no room left in the memory of the snapshot, which makes it slower.';
  spaceGauge('stele_memory_refused', refused, ({ refusedMemory }) => refusedMemory);
  const resident = 'Bytes of the snapshot that are in memory.';
  spaceGauge('stele_resident_bytes', resident, ({ residentBytes }) => residentBytes);
  const unreadable = 'Blocks of files that could not be read when an answer last needed them.';
  spaceGauge('stele_blocks_unreadable', unreadable, ({ unreadableBlocks }) => unreadableBlocks);
  counter('stele_blocks_read_total', 'Blocks read from files for answers.', ({ blocks }) => blocks.read);
  const found = 'Blocks that answers needed and that were in memory.';
  counter('stele_blocks_found_total', found, ({ blocks }) => blocks.found);
  const evicted = 'Blocks removed from memory to make room.';
  counter('stele_blocks_evictions_total', evicted, ({ blocks }) => blocks.evictions);
  gauge('stele_blocks_bytes', 'Memory of the blocks that are kept.', ({ blocks }) => blocks.bytes);
  accessMetrics(registers, read);
  return registry;
}

/** Of a server that asks for keys. */
function accessMetrics(registers: Registry[], read: () => Readings): void {
  const gauge = (name: string, help: string, value: (access: AccessReadings) => number): void => {
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.reset();
        const { access } = read();
        this.set(access === undefined ? 0 : value(access));
      },
    });
  };
  new Counter({
    name: 'stele_key_responses_total',
    help: 'Responses that have ended, by the key that they were asked for with.',
    labelNames: ['key'],
    registers,
    collect() {
      this.reset();
      for (const [key, count] of Object.entries(read().access?.byKey ?? {})) this.inc({ key }, count);
    },
  });
  new Counter({
    name: 'stele_key_refusals_total',
    help: 'Requests refused for their key, by reason.',
    labelNames: ['reason'],
    registers,
    collect() {
      this.reset();
      const { access } = read();
      if (access === undefined) return;
      for (const reason of REFUSAL_REASONS) this.inc({ reason }, access.refused[reason] ?? 0);
    },
  });
  gauge('stele_keys', 'Keys that count; 0 where none is asked for.', ({ keys }) => keys);
  const broken = '1 while the file of keys cannot be used and the keys before it count, otherwise 0.';
  gauge('stele_keys_file_broken', broken, ({ isFileBroken }) => (isFileBroken ? 1 : 0));
}
