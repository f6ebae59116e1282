/**
 * The metrics by name, for Prometheus: each reads its numbers when it is scraped, so that requests pay for additions
 * only. The process's own (CPU, memory, event-loop lag, garbage collection) are prom-client's.
 */
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { OriginStatus } from '../../ship/replicate/index.js';
import type { AccessReadings } from '../access/gate.js';
import { REFUSAL_REASONS } from '../access/refusal.js';
import type { CacheCounters } from '../cache/mount-cache.js';
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
  /** Bytes of the snapshot, and of these in memory. */
  readonly snapshotBytes: number;
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
  /** Answers that were put off because they were dear. */
  readonly deferred: number;
  readonly deferredSeconds: number;
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
interface Metric {
  readonly kind: 'counter' | 'gauge';
  readonly name: string;
  readonly help: string;
  readonly labels: readonly string[];
  readonly samples: (readings: Readings) => readonly Sample[];
}

type Kind = Metric['kind'];

const labelled = (
  kind: Kind,
  name: string,
  help: string,
  labels: Metric['labels'],
  samples: Metric['samples'],
): Metric => ({ kind, name, help, labels, samples });

/** One of the whole server. */
const server = (kind: Kind, name: string, help: string, value: (readings: Readings) => number): Metric =>
  labelled(kind, name, help, [], (readings) => [[{}, value(readings)]]);

/** One of each space; none of those where the value is undefined. */
const space = (kind: Kind, name: string, help: string, value: (space: SpaceReadings) => number | undefined): Metric =>
  labelled(kind, name, help, ['space'], ({ spaces }) =>
    spaces.flatMap((each): readonly Sample[] => {
      const found = value(each);
      return found === undefined ? [] : [[{ space: each.name }, found]];
    }),
  );

/** One of each space that an origin fills. */
const origin = (kind: Kind, name: string, help: string, key: keyof OriginReadings): Metric =>
  space(kind, name, help, (each) => each.origin?.[key]);

/** One of each space that a database answers. */
const engine = (kind: Kind, name: string, help: string, key: keyof EngineReadings): Metric =>
  space(kind, name, help, (each) => each.engine?.[key]);

/** By class of status. All classes at once, or the first error would be no increase. */
const byClass = (counts: readonly number[], labels: Readonly<Record<string, string>> = {}): readonly Sample[] =>
  [2, 3, 4, 5].map((digit) => [{ ...labels, status: `${digit}xx` }, counts[digit]!]);

const RESPONSES: readonly Metric[] = [
  labelled(
    'counter',
    'stele_requests_total',
    'Responses that have ended, by class of status.',
    ['status'],
    ({ requests }) => byClass(requests.byStatusClass),
  ),
  labelled(
    'counter',
    'stele_route_responses_total',
    'Responses that have ended, by the route that answered and by class of status.',
    ['route', 'status'],
    ({ requests }) => Object.entries(requests.byRoute).flatMap(([route, counts]) => byClass(counts, { route })),
  ),
];

const METRICS: readonly Metric[] = [
  server('counter', 'stele_response_bytes_total', 'Bytes of bodies as sent.', ({ requests }) => requests.bodyBytes),
  server('counter', 'stele_shed_total', 'Requests refused with 503 because of overload.', ({ shed }) => shed),
  server('counter', 'stele_deferred_total', 'Dear answers that let cheap ones pass.', ({ deferred }) => deferred),
  server(
    'counter',
    'stele_deferred_seconds_total',
    'How long dear answers waited for cheap ones.',
    ({ deferredSeconds }) => deferredSeconds,
  ),
  server(
    'gauge',
    'stele_in_flight',
    'Responses that have begun and that their clients have not read to the end.',
    ({ inFlight }) => inFlight,
  ),
  server(
    'gauge',
    'stele_waiting_bytes',
    'Bytes of answers that wait for their clients.',
    ({ waitingBytes }) => waitingBytes,
  ),
  server('gauge', 'stele_connections', 'Open connections.', ({ connections }) => connections),
  space('counter', 'stele_cache_hits_total', 'Answers found in the cache.', ({ cache }) => cache.hits),
  space('counter', 'stele_cache_misses_total', 'Answers that had to be made.', ({ cache }) => cache.misses),
  space('counter', 'stele_cache_evictions_total', 'Answers removed to make room.', ({ cache }) => cache.evictions),
  space('gauge', 'stele_cache_bytes', 'Memory of the cached answers.', ({ cache }) => cache.bytes),
  space('gauge', 'stele_cache_entries', 'Answers kept.', ({ cache }) => cache.entries),
  labelled(
    'gauge',
    'stele_snapshot_info',
    'Always 1; the label says which snapshot is served.',
    ['space', 'snapshot'],
    ({ spaces }) =>
      spaces.flatMap(({ name, snapshot }) => (snapshot === undefined ? [] : [[{ space: name, snapshot }, 1]])),
  ),
  space(
    'gauge',
    'stele_snapshot_served_seconds',
    'Seconds since this server began to answer from the snapshot; 0 if none is loaded.',
    (each) => each.servedSeconds,
  ),
  space(
    'gauge',
    'stele_snapshot_age_seconds',
    'Since the snapshot was built or signed.',
    ({ ageSeconds }) => ageSeconds,
  ),
  labelled(
    'gauge',
    'stele_status',
    'What /health says: 1 for the status that holds, 0 for the others.',
    ['status'],
    ({ status: now }) => HEALTH_STATUSES.map((status) => [{ status }, status === now ? 1 : 0]),
  ),
  space(
    'gauge',
    'stele_space_problem',
    '1 while a space is not served from what is published, otherwise 0; /health says why.',
    (each) => (each.hasProblem ? 1 : 0),
  ),
  space(
    'counter',
    'stele_swaps_refused_total',
    'Published snapshots that could not be served, counted once for each reason.',
    (each) => each.refusedSwaps,
  ),
  origin('counter', 'stele_origin_pulls_total', 'Snapshots pulled from the origin.', 'pulls'),
  origin('counter', 'stele_origin_failures_total', 'Failed attempts to pull from the origin.', 'failures'),
  origin('counter', 'stele_origin_fetched_bytes_total', 'Bytes fetched from the origin.', 'fetchedBytes'),
  origin('counter', 'stele_origin_saved_bytes_total', 'Bytes of segments that were already here.', 'savedBytes'),
  origin(
    'gauge',
    'stele_origin_behind_seconds',
    'Seconds since the origin names another snapshot than this replica has; 0 if it does not.',
    'behindSeconds',
  ),
  origin(
    'gauge',
    'stele_origin_failing_seconds',
    'Seconds since nothing can be pulled from the origin; 0 if all is well.',
    'failingSeconds',
  ),
  origin(
    'gauge',
    'stele_origin_read_seconds',
    'Seconds since the origin last said what its CURRENT names; since the start if it never did.',
    'readSeconds',
  ),
  engine(
    'gauge',
    'stele_engine_failing_seconds',
    'Seconds since the database does not answer; 0 if it does.',
    'failingSeconds',
  ),
  engine('gauge', 'stele_engine_connections', 'Connections to the database that answers share.', 'open'),
  engine('gauge', 'stele_engine_waiting', 'Statements that wait for a connection.', 'waiting'),
  engine(
    'counter',
    'stele_engine_failures_total',
    'Answers that the database did not give, or not in time.',
    'failures',
  ),
  engine(
    'counter',
    'stele_engine_cancelled_total',
    'Statements cancelled because nobody waited for them any more.',
    'cancelled',
  ),
  space(
    'gauge',
    'stele_memory_refused',
    'How often a thread found no room left in the memory of the snapshot, which makes it slower.',
    (each) => each.refusedMemory,
  ),
  space('gauge', 'stele_snapshot_bytes', 'Bytes of the snapshot.', ({ snapshotBytes }) => snapshotBytes),
  space(
    'gauge',
    'stele_resident_bytes',
    'Bytes of the snapshot that are in memory.',
    ({ residentBytes }) => residentBytes,
  ),
  space(
    'gauge',
    'stele_blocks_unreadable',
    'Blocks of files that could not be read when an answer last needed them.',
    (each) => each.unreadableBlocks,
  ),
  server('counter', 'stele_blocks_read_total', 'Blocks read from files for answers.', ({ blocks }) => blocks.read),
  server(
    'counter',
    'stele_blocks_found_total',
    'Blocks that answers needed and that were in memory.',
    ({ blocks }) => blocks.found,
  ),
  server(
    'counter',
    'stele_blocks_evictions_total',
    'Blocks removed from memory to make room.',
    ({ blocks }) => blocks.evictions,
  ),
  server('gauge', 'stele_blocks_bytes', 'Memory of the blocks that are kept.', ({ blocks }) => blocks.bytes),
  labelled(
    'counter',
    'stele_key_responses_total',
    'Responses that have ended, by the key that they were asked for with.',
    ['key'],
    ({ access }) => Object.entries(access?.byKey ?? {}).map(([key, count]) => [{ key }, count]),
  ),
  labelled(
    'counter',
    'stele_key_refusals_total',
    'Requests refused for their key, by reason.',
    ['reason'],
    ({ access }) => (access ? REFUSAL_REASONS.map((reason) => [{ reason }, access.refused[reason] ?? 0]) : []),
  ),
  server('gauge', 'stele_keys', 'Keys that count; 0 where none is asked for.', ({ access }) => access?.keys ?? 0),
  server(
    'gauge',
    'stele_keys_file_broken',
    '1 while the file of keys cannot be used and the keys before it count, otherwise 0.',
    ({ access }) => (access?.isFileBroken ? 1 : 0),
  ),
];

/** @param read called anew for every metric of a scrape. Cost of a scrape: well below a millisecond. */
export function serverMetrics(read: () => Readings): Registry {
  const registry = new Registry();
  const registers = [registry];
  const register = ({ kind, samples, labels, ...named }: Metric): void => {
    // Reset first, so that adding sets: a counter has nothing else.
    new (kind === 'counter' ? Counter : Gauge)({
      ...named,
      labelNames: labels,
      registers,
      collect() {
        this.reset();
        for (const [of, value] of samples(read())) this.inc(of, value);
      },
    });
  };
  RESPONSES.forEach(register);
  const duration = 'From the arrival of a request until its client has read the answer.';
  new CountedHistogram('stele_request_duration_seconds', duration, registers, () => read().requests);
  METRICS.forEach(register);
  return registry;
}
