/**
 * The metrics by name, for Prometheus: each reads its numbers when it is scraped, so that requests pay for additions
 * only. The process's own (CPU, memory, event-loop lag, garbage collection) are prom-client's.
 */
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { OriginStatus } from '../../ship/replicate/index.js';
import type { AccessReadings } from '../access/gate.js';
import { REFUSAL_REASONS } from '../access/refusal.js';
import type { CacheCounters } from '../cache/response-cache.js';
import { type EngineState, HEALTH_STATUSES, type HealthStatus } from '../follow/status.js';
import { CountedHistogram } from './counted-histogram.js';
import type { RequestCounts } from './counters.js';

/** How it goes with the origin that a space is filled from. */
export interface OriginReadings extends Pick<OriginStatus, 'pulls' | 'failures' | 'fetchedBytes' | 'savedBytes'> {
  /** How long the origin has named another snapshot than is here; 0 while it does not. */
  readonly behindSeconds: number;
  /** How long nothing could be had from it; 0 while all is well. */
  readonly failingSeconds: number;
  /** Since it last said what it names; since the start while it never did. */
  readonly readSeconds: number;
}

/** How it goes with the engine that a space asks. */
export interface EngineReadings extends Omit<EngineState, 'failingSinceMs'> {
  /** How long it has not answered; 0 while it does. */
  readonly failingSeconds: number;
}

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

/** A value, and the labels it has. */
type Sample = readonly [labels: Readonly<Record<string, string>>, value: number];

/** What a metric reads; without samples it is told of with none. */
type Samples = (readings: Readings) => readonly Sample[];

const one =
  (value: (readings: Readings) => number): Samples =>
  (readings) => [[{}, value(readings)]];

/** One of each space; none of those where the value is undefined. */
const eachSpace =
  (value: (space: SpaceReadings) => number | undefined): Samples =>
  ({ spaces }) =>
    spaces.flatMap((space): readonly Sample[] => {
      const found = value(space);
      return found === undefined ? [] : [[{ space: space.name }, found]];
    });

const eachOrigin = (value: (origin: OriginReadings) => number): Samples =>
  eachSpace(({ origin }) => origin && value(origin));

const eachEngine = (value: (engine: EngineReadings) => number): Samples =>
  eachSpace(({ engine }) => engine && value(engine));

/** By class of status. All classes at once, or the first error would be no increase. */
const byClass = (counts: readonly number[], labels: Readonly<Record<string, string>> = {}): readonly Sample[] =>
  [2, 3, 4, 5].map((digit) => [{ ...labels, status: `${digit}xx` }, counts[digit]!]);

/** @param read called anew for every metric of a scrape. Cost of a scrape: well below a millisecond. */
export function serverMetrics(read: () => Readings): Registry {
  const registry = new Registry();
  const registers = [registry];
  const counter = (name: string, help: string, samples: Samples, labelNames: readonly string[] = []): void => {
    new Counter({
      name,
      help,
      labelNames,
      registers,
      collect() {
        this.reset();
        for (const [labels, value] of samples(read())) this.inc(labels, value);
      },
    });
  };
  const gauge = (name: string, help: string, samples: Samples, labelNames: readonly string[] = []): void => {
    new Gauge({
      name,
      help,
      labelNames,
      registers,
      collect() {
        this.reset();
        for (const [labels, value] of samples(read())) this.set(labels, value);
      },
    });
  };
  const space = ['space'];

  const requests = 'Responses that have ended, by class of status.';
  counter('stele_requests_total', requests, (readings) => byClass(readings.requests.byStatusClass), ['status']);
  counter(
    'stele_route_responses_total',
    'Responses that have ended, by the route that answered and by class of status.',
    (readings) => Object.entries(readings.requests.byRoute).flatMap(([route, counts]) => byClass(counts, { route })),
    ['route', 'status'],
  );
  const duration = 'From the arrival of a request until its client has read the answer.';
  new CountedHistogram('stele_request_duration_seconds', duration, registers, () => read().requests);
  counter(
    'stele_response_bytes_total',
    'Bytes of bodies as sent.',
    one((readings) => readings.requests.bodyBytes),
  );
  counter(
    'stele_shed_total',
    'Requests refused with 503 because of overload.',
    one(({ shed }) => shed),
  );
  const inFlight = 'Responses that have begun and that their clients have not read to the end.';
  gauge(
    'stele_in_flight',
    inFlight,
    one((readings) => readings.inFlight),
  );
  gauge(
    'stele_waiting_bytes',
    'Bytes of answers that wait for their clients.',
    one(({ waitingBytes }) => waitingBytes),
  );
  gauge(
    'stele_connections',
    'Open connections.',
    one(({ connections }) => connections),
  );
  const ofCache = (key: keyof CacheCounters): Samples => eachSpace(({ cache }) => cache[key]);
  counter('stele_cache_hits_total', 'Answers found in the cache.', ofCache('hits'), space);
  counter('stele_cache_misses_total', 'Answers that had to be made.', ofCache('misses'), space);
  counter('stele_cache_evictions_total', 'Answers removed to make room.', ofCache('evictions'), space);
  gauge('stele_cache_bytes', 'Memory of the cached answers.', ofCache('bytes'), space);
  gauge('stele_cache_entries', 'Answers kept.', ofCache('entries'), space);
  gauge(
    'stele_snapshot_info',
    'Always 1; the label says which snapshot is served.',
    ({ spaces }) =>
      spaces.flatMap(({ name, snapshot }) => (snapshot === undefined ? [] : [[{ space: name, snapshot }, 1]])),
    ['space', 'snapshot'],
  );
  const served = 'Seconds since this server began to answer from the snapshot; 0 if none is loaded.';
  gauge(
    'stele_snapshot_served_seconds',
    served,
    eachSpace(({ servedSeconds }) => servedSeconds),
    space,
  );
  const age = 'Since the snapshot was built or signed.';
  gauge(
    'stele_snapshot_age_seconds',
    age,
    eachSpace(({ ageSeconds }) => ageSeconds),
    space,
  );
  gauge(
    'stele_status',
    'What /health says: 1 for the status that holds, 0 for the others.',
    ({ status: now }) => HEALTH_STATUSES.map((status) => [{ status }, status === now ? 1 : 0]),
    ['status'],
  );
  const problem = '1 while a space is not served from what is published, otherwise 0; /health says why.';
  gauge(
    'stele_space_problem',
    problem,
    eachSpace(({ hasProblem }) => (hasProblem ? 1 : 0)),
    space,
  );
  const refusedSwaps = 'Published snapshots that could not be served, counted once for each reason.';
  counter(
    'stele_swaps_refused_total',
    refusedSwaps,
    eachSpace((one) => one.refusedSwaps),
    space,
  );
  const pulls = 'Snapshots pulled from the origin.';
  counter(
    'stele_origin_pulls_total',
    pulls,
    eachOrigin((origin) => origin.pulls),
    space,
  );
  const failures = 'Failed attempts to pull from the origin.';
  counter(
    'stele_origin_failures_total',
    failures,
    eachOrigin((origin) => origin.failures),
    space,
  );
  const fetched = 'Bytes fetched from the origin.';
  counter(
    'stele_origin_fetched_bytes_total',
    fetched,
    eachOrigin(({ fetchedBytes }) => fetchedBytes),
    space,
  );
  const saved = 'Bytes of segments that were already here.';
  counter(
    'stele_origin_saved_bytes_total',
    saved,
    eachOrigin(({ savedBytes }) => savedBytes),
    space,
  );
  const behind = 'Seconds since the origin names another snapshot than this replica has; 0 if it does not.';
  gauge(
    'stele_origin_behind_seconds',
    behind,
    eachOrigin(({ behindSeconds }) => behindSeconds),
    space,
  );
  const failing = 'Seconds since nothing can be pulled from the origin; 0 if all is well.';
  gauge(
    'stele_origin_failing_seconds',
    failing,
    eachOrigin(({ failingSeconds }) => failingSeconds),
    space,
  );
  const readAt = 'Seconds since the origin last said what its CURRENT names; since the start if it never did.';
  gauge(
    'stele_origin_read_seconds',
    readAt,
    eachOrigin(({ readSeconds }) => readSeconds),
    space,
  );
  const silent = 'Seconds since the database does not answer; 0 if it does.';
  gauge(
    'stele_engine_failing_seconds',
    silent,
    eachEngine(({ failingSeconds }) => failingSeconds),
    space,
  );
  const connections = 'Connections to the database that answers share.';
  gauge(
    'stele_engine_connections',
    connections,
    eachEngine(({ open }) => open),
    space,
  );
  gauge(
    'stele_engine_waiting',
    'Statements that wait for a connection.',
    eachEngine(({ waiting }) => waiting),
    space,
  );
  const unanswered = 'Answers that the database did not give, or not in time.';
  counter(
    'stele_engine_failures_total',
    unanswered,
    eachEngine((engine) => engine.failures),
    space,
  );
  const cancelled = 'Statements cancelled because nobody waited for them any more.';
  counter(
    'stele_engine_cancelled_total',
    cancelled,
    eachEngine((engine) => engine.cancelled),
    space,
  );
  const refused = 'How often a thread found no room left in the memory of the snapshot, which makes it slower.';
  gauge(
    'stele_memory_refused',
    refused,
    eachSpace(({ refusedMemory }) => refusedMemory),
    space,
  );
  const resident = 'Bytes of the snapshot that are in memory.';
  gauge(
    'stele_resident_bytes',
    resident,
    eachSpace(({ residentBytes }) => residentBytes),
    space,
  );
  const unreadable = 'Blocks of files that could not be read when an answer last needed them.';
  gauge(
    'stele_blocks_unreadable',
    unreadable,
    eachSpace(({ unreadableBlocks }) => unreadableBlocks),
    space,
  );
  counter(
    'stele_blocks_read_total',
    'Blocks read from files for answers.',
    one(({ blocks }) => blocks.read),
  );
  counter(
    'stele_blocks_found_total',
    'Blocks that answers needed and that were in memory.',
    one(({ blocks }) => blocks.found),
  );
  counter(
    'stele_blocks_evictions_total',
    'Blocks removed from memory to make room.',
    one(({ blocks }) => blocks.evictions),
  );
  gauge(
    'stele_blocks_bytes',
    'Memory of the blocks that are kept.',
    one(({ blocks }) => blocks.bytes),
  );
  counter(
    'stele_key_responses_total',
    'Responses that have ended, by the key that they were asked for with.',
    ({ access }) => Object.entries(access?.byKey ?? {}).map(([key, count]) => [{ key }, count]),
    ['key'],
  );
  counter(
    'stele_key_refusals_total',
    'Requests refused for their key, by reason.',
    ({ access }) => (access ? REFUSAL_REASONS.map((reason) => [{ reason }, access.refused[reason] ?? 0]) : []),
    ['reason'],
  );
  gauge(
    'stele_keys',
    'Keys that count; 0 where none is asked for.',
    one(({ access }) => access?.keys ?? 0),
  );
  const broken = '1 while the file of keys cannot be used and the keys before it count, otherwise 0.';
  gauge(
    'stele_keys_file_broken',
    broken,
    one(({ access }) => (access?.isFileBroken === true ? 1 : 0)),
  );
  return registry;
}
