/**
 * Metrics of spaces: their cache, snapshot, status, origin, engine and memory.
 */
import { HEALTH_STATUSES } from '../spaces/status.js';
import { engineMetric, labelledMetric, type Metric, originMetric, serverMetric, spaceMetric } from './metric.js';

const CACHE_METRICS: readonly Metric[] = [
  spaceMetric('counter', 'stele_cache_hits_total', 'Answers found in the cache.', ({ cache }) => cache.hits),
  spaceMetric(
    'counter',
    'stele_cache_misses_total',
    'Answers computed because they were not cached.',
    ({ cache }) => cache.misses,
  ),
  spaceMetric(
    'counter',
    'stele_cache_evictions_total',
    'Answers removed to make room.',
    ({ cache }) => cache.evictions,
  ),
  spaceMetric('gauge', 'stele_cache_bytes', 'Memory of the cached answers, in bytes.', ({ cache }) => cache.bytes),
  spaceMetric('gauge', 'stele_cache_entries', 'Cached answers.', ({ cache }) => cache.entries),
];

const STATUS_METRICS: readonly Metric[] = [
  labelledMetric(
    'gauge',
    'stele_snapshot_info',
    'Always 1; the label names the snapshot that is served.',
    ['space', 'snapshot'],
    ({ spaces }) =>
      spaces.flatMap(({ name, snapshot }) => (snapshot === undefined ? [] : [[{ space: name, snapshot }, 1]])),
  ),
  spaceMetric(
    'gauge',
    'stele_snapshot_served_seconds',
    'Seconds since this server began to answer from the snapshot; 0 if none is loaded.',
    ({ servedSeconds }) => servedSeconds,
  ),
  spaceMetric(
    'gauge',
    'stele_snapshot_age_seconds',
    'Seconds since the snapshot was built; missing if it does not say when.',
    ({ ageSeconds }) => ageSeconds,
  ),
  spaceMetric(
    'gauge',
    'stele_snapshot_fetched_age_seconds',
    'Seconds since the snapshot was written into its folder here.',
    ({ fetchedAgeSeconds }) => fetchedAgeSeconds,
  ),
  labelledMetric(
    'gauge',
    'stele_status',
    'Status of /health: 1 for the current status, 0 for the others.',
    ['status'],
    (readings) => HEALTH_STATUSES.map((status) => [{ status }, status === readings.status ? 1 : 0]),
  ),
  spaceMetric(
    'gauge',
    'stele_space_problem',
    '1 while a space does not serve the published snapshot, otherwise 0; /health says why.',
    ({ hasProblem }) => (hasProblem ? 1 : 0),
  ),
  spaceMetric(
    'gauge',
    'stele_snapshot_pinned',
    '1 if the space holds one snapshot by --pin, whatever CURRENT names, otherwise 0.',
    ({ isPinned }) => (isPinned ? 1 : 0),
  ),
  spaceMetric(
    'counter',
    'stele_swaps_refused_total',
    'Published snapshots that could not be served, counted once for each reason.',
    ({ refusedSwaps }) => refusedSwaps,
  ),
];

const ORIGIN_METRICS: readonly Metric[] = [
  originMetric('counter', 'stele_origin_pulls_total', 'Snapshots pulled from the origin.', 'pulls'),
  originMetric('counter', 'stele_origin_failures_total', 'Failed attempts to pull from the origin.', 'failures'),
  originMetric('counter', 'stele_origin_fetched_bytes_total', 'Bytes fetched from the origin.', 'fetchedBytes'),
  originMetric('counter', 'stele_origin_saved_bytes_total', 'Bytes of segments that were already here.', 'savedBytes'),
  originMetric(
    'gauge',
    'stele_origin_behind_seconds',
    'Seconds since the origin names another snapshot than this replica has; 0 if it does not.',
    'behindSeconds',
  ),
  originMetric(
    'gauge',
    'stele_origin_failing_seconds',
    'Seconds since nothing can be pulled from the origin; 0 if all is well.',
    'failingSeconds',
  ),
  originMetric(
    'gauge',
    'stele_origin_used',
    'Place of the origin that answered last, 1 for the first --follow; 0 before the first answer.',
    'used',
  ),
  originMetric(
    'gauge',
    'stele_origin_fallback_seconds',
    'Seconds since the first origin fails while a later one is tried; 0 if it answers.',
    'fallbackSeconds',
  ),
  originMetric(
    'gauge',
    'stele_origin_read_seconds',
    'Seconds since the CURRENT of the origin was last read; since the start if it never was.',
    'readSeconds',
  ),
];

const ENGINE_METRICS: readonly Metric[] = [
  engineMetric(
    'gauge',
    'stele_engine_failing_seconds',
    'Seconds since the database stopped answering; 0 if it answers.',
    'failingSeconds',
  ),
  engineMetric('gauge', 'stele_engine_connections', 'Open connections to the database.', 'open'),
  engineMetric('gauge', 'stele_engine_waiting', 'Statements that wait for a connection.', 'waiting'),
  engineMetric(
    'counter',
    'stele_engine_failures_total',
    'Answers that the database did not give, or not in time.',
    'failures',
  ),
  engineMetric(
    'counter',
    'stele_engine_cancelled_total',
    'Statements cancelled because no client waited for them any more.',
    'cancelled',
  ),
];

const MEMORY_METRICS: readonly Metric[] = [
  spaceMetric(
    'gauge',
    'stele_memory_refused',
    'How often a thread found no room left in the memory of the snapshot, which makes it slower.',
    ({ refusedMemory }) => refusedMemory,
  ),
  spaceMetric('gauge', 'stele_snapshot_bytes', 'Bytes of the snapshot.', ({ snapshotBytes }) => snapshotBytes),
  spaceMetric(
    'gauge',
    'stele_resident_bytes',
    'Bytes of the snapshot that are in memory.',
    ({ residentBytes }) => residentBytes,
  ),
  spaceMetric(
    'gauge',
    'stele_blocks_unreadable',
    'Blocks of files that could not be read when an answer last needed them.',
    ({ unreadableBlocks }) => unreadableBlocks,
  ),
  serverMetric(
    'counter',
    'stele_blocks_read_total',
    'Blocks read from files for answers.',
    ({ blocks }) => blocks.read,
  ),
  serverMetric(
    'counter',
    'stele_blocks_found_total',
    'Blocks that answers needed and that were in memory.',
    ({ blocks }) => blocks.hits,
  ),
  serverMetric(
    'counter',
    'stele_blocks_evictions_total',
    'Blocks removed from memory to make room.',
    ({ blocks }) => blocks.evictions,
  ),
  serverMetric('gauge', 'stele_blocks_bytes', 'Memory of cached blocks, in bytes.', ({ blocks }) => blocks.bytes),
];

/** In the order of `/metrics`. */
export const SPACE_METRICS: readonly Metric[] = [
  ...CACHE_METRICS,
  ...STATUS_METRICS,
  ...ORIGIN_METRICS,
  ...ENGINE_METRICS,
  ...MEMORY_METRICS,
];
