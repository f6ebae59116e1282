/**
 * What each metric says: by hand, of readings in which every number is another.
 */
import { describe, expect, it } from 'vitest';
import { DURATION_BUCKETS } from '../../../src/server/metrics/counters.js';
import type { Readings, SpaceReadings } from '../../../src/server/metrics/readings.js';
import { createServerMetrics, getProcessMetrics } from '../../../src/server/metrics/registry.js';

const shop: SpaceReadings = {
  name: 'shop',
  snapshot: 'abc',
  servedSeconds: 101,
  ageSeconds: 102,
  fetchedAgeSeconds: 7,
  cache: { hits: 103, misses: 104, evictions: 105, bytes: 106, entries: 107 },
  isPinned: true,
  hasProblem: true,
  refusedSwaps: 98,
  refusedMemory: 108,
  snapshotBytes: 115,
  residentBytes: 109,
  unreadableBlocks: 110,
  origin: {
    pulls: 111,
    failures: 112,
    fetchedBytes: 113,
    savedBytes: 114,
    behindSeconds: 115,
    failingSeconds: 116,
    readSeconds: 117,
    used: 118,
    fallbackSeconds: 119,
  },
  engine: undefined,
};
const blog: SpaceReadings = {
  name: 'blog',
  snapshot: undefined,
  servedSeconds: 201,
  ageSeconds: undefined,
  fetchedAgeSeconds: undefined,
  cache: { hits: 203, misses: 204, evictions: 205, bytes: 206, entries: 207 },
  isPinned: false,
  hasProblem: false,
  refusedSwaps: 99,
  refusedMemory: 208,
  snapshotBytes: 215,
  residentBytes: 209,
  unreadableBlocks: 210,
  origin: undefined,
  engine: { failingSeconds: 211, open: 212, waiting: 213, failures: 214, cancelled: 215 },
};
const readings: Readings = {
  status: 'degraded',
  requests: {
    byStatusClass: [0, 1, 2, 3, 4, 5],
    durations: { 'item 2': [...DURATION_BUCKETS.map((_, bucket) => bucket), 20, 6.5] },
    bodyBytes: 7,
    byRoute: { item: [0, 0, 8, 9, 0, 10], none: [0, 0, 0, 0, 11, 0] },
  },
  inFlight: 10,
  waitingBytes: 11,
  connections: 12,
  shed: 13,
  deferred: 14,
  deferredSeconds: 1.5,
  spaces: [shop, blog],
  blocks: { read: 14, hits: 15, evictions: 16, bytes: 17 },
  access: { keys: 20, isFileBroken: true, byKey: { app: 21, web: 22 }, refused: { unknown: 23, rate: 24 } },
};

/** @returns what a scrape says of the readings, buckets aside: a line a sample */
async function samples(registry: ReturnType<typeof createServerMetrics>): Promise<readonly string[]> {
  const lines = (await registry.metrics()).split('\n');
  return lines.filter((line) => line !== '' && !line.startsWith('#') && !line.includes('_bucket{'));
}

const expected = [
  'stele_requests_total{status="2xx"} 2',
  'stele_requests_total{status="3xx"} 3',
  'stele_requests_total{status="4xx"} 4',
  'stele_requests_total{status="5xx"} 5',
  'stele_route_responses_total{route="item",status="2xx"} 8',
  'stele_route_responses_total{route="item",status="3xx"} 9',
  'stele_route_responses_total{route="item",status="4xx"} 0',
  'stele_route_responses_total{route="item",status="5xx"} 10',
  'stele_route_responses_total{route="none",status="2xx"} 0',
  'stele_route_responses_total{route="none",status="3xx"} 0',
  'stele_route_responses_total{route="none",status="4xx"} 11',
  'stele_route_responses_total{route="none",status="5xx"} 0',
  'stele_request_duration_seconds_sum{route="item",status="2xx"} 6.5',
  'stele_request_duration_seconds_count{route="item",status="2xx"} 140',
  'stele_response_bytes_total 7',
  'stele_shed_total 13',
  'stele_deferred_total 14',
  'stele_deferred_seconds_total 1.5',
  'stele_in_flight 10',
  'stele_waiting_bytes 11',
  'stele_connections 12',
  'stele_cache_hits_total{space="shop"} 103',
  'stele_cache_hits_total{space="blog"} 203',
  'stele_cache_misses_total{space="shop"} 104',
  'stele_cache_misses_total{space="blog"} 204',
  'stele_cache_evictions_total{space="shop"} 105',
  'stele_cache_evictions_total{space="blog"} 205',
  'stele_cache_bytes{space="shop"} 106',
  'stele_cache_bytes{space="blog"} 206',
  'stele_cache_entries{space="shop"} 107',
  'stele_cache_entries{space="blog"} 207',
  'stele_snapshot_info{space="shop",snapshot="abc"} 1',
  'stele_snapshot_served_seconds{space="shop"} 101',
  'stele_snapshot_served_seconds{space="blog"} 201',
  'stele_snapshot_age_seconds{space="shop"} 102',
  'stele_snapshot_fetched_age_seconds{space="shop"} 7',
  'stele_status{status="ok"} 0',
  'stele_status{status="degraded"} 1',
  'stele_status{status="unavailable"} 0',
  'stele_space_problem{space="shop"} 1',
  'stele_space_problem{space="blog"} 0',
  'stele_snapshot_pinned{space="shop"} 1',
  'stele_snapshot_pinned{space="blog"} 0',
  'stele_swaps_refused_total{space="shop"} 98',
  'stele_swaps_refused_total{space="blog"} 99',
  'stele_origin_pulls_total{space="shop"} 111',
  'stele_origin_failures_total{space="shop"} 112',
  'stele_origin_fetched_bytes_total{space="shop"} 113',
  'stele_origin_saved_bytes_total{space="shop"} 114',
  'stele_origin_behind_seconds{space="shop"} 115',
  'stele_origin_failing_seconds{space="shop"} 116',
  'stele_origin_used{space="shop"} 118',
  'stele_origin_fallback_seconds{space="shop"} 119',
  'stele_origin_read_seconds{space="shop"} 117',
  'stele_engine_failing_seconds{space="blog"} 211',
  'stele_engine_connections{space="blog"} 212',
  'stele_engine_waiting{space="blog"} 213',
  'stele_engine_failures_total{space="blog"} 214',
  'stele_engine_cancelled_total{space="blog"} 215',
  'stele_memory_refused{space="shop"} 108',
  'stele_memory_refused{space="blog"} 208',
  'stele_snapshot_bytes{space="shop"} 115',
  'stele_snapshot_bytes{space="blog"} 215',
  'stele_resident_bytes{space="shop"} 109',
  'stele_resident_bytes{space="blog"} 209',
  'stele_blocks_unreadable{space="shop"} 110',
  'stele_blocks_unreadable{space="blog"} 210',
  'stele_blocks_read_total 14',
  'stele_blocks_found_total 15',
  'stele_blocks_evictions_total 16',
  'stele_blocks_bytes 17',
  'stele_key_responses_total{key="app"} 21',
  'stele_key_responses_total{key="web"} 22',
  'stele_key_refusals_total{reason="none"} 0',
  'stele_key_refusals_total{reason="malformed"} 0',
  'stele_key_refusals_total{reason="unknown"} 23',
  'stele_key_refusals_total{reason="expired"} 0',
  'stele_key_refusals_total{reason="space"} 0',
  'stele_key_refusals_total{reason="rate"} 24',
  'stele_keys 20',
  'stele_keys_file_broken 1',
];

describe('serverMetrics', () => {
  it('each metric › has its value, per space if it has the label', async () => {
    expect(await samples(createServerMetrics(() => readings))).toEqual(expected);
  });

  it('scraped again › has the current values, and no values of removed labels', async () => {
    let now = readings;
    const registry = createServerMetrics(() => now);
    await samples(registry);
    expect(await samples(registry)).toEqual(expected);
    now = {
      ...readings,
      requests: { ...readings.requests, byRoute: { item: [0, 0, 80, 0, 0, 0] } },
      spaces: [
        { ...shop, snapshot: 'def' },
        { ...blog, snapshot: 'ghi', ageSeconds: 1 },
      ],
      access: { keys: 2, isFileBroken: false, byKey: { web: 220 }, refused: {} },
    };
    const later = await samples(registry);
    const told = (name: string): readonly string[] => later.filter((line) => line.startsWith(name));
    expect(told('stele_route_responses_total')).toContain('stele_route_responses_total{route="item",status="2xx"} 80');
    expect(told('stele_snapshot_info')).toEqual([
      'stele_snapshot_info{space="shop",snapshot="def"} 1',
      'stele_snapshot_info{space="blog",snapshot="ghi"} 1',
    ]);
    expect(told('stele_key_responses_total')).toEqual(['stele_key_responses_total{key="web"} 220']);
    expect(told('stele_key')).toContain('stele_key_refusals_total{reason="unknown"} 0');
    expect(told('stele_keys')).toEqual(['stele_keys 2', 'stele_keys_file_broken 0']);
    now = { ...readings, spaces: [{ ...shop, snapshot: undefined, ageSeconds: undefined }] };
    const none = await samples(registry);
    expect(none.filter((line) => /snapshot_(info|age)/.test(line))).toEqual([]);
  });

  it('without keys › no key metrics', async () => {
    const told = await samples(createServerMetrics(() => ({ ...readings, access: undefined })));
    expect(told.filter((line) => line.startsWith('stele_key'))).toEqual(['stele_keys 0', 'stele_keys_file_broken 0']);
  });

  it('durations › buckets are cumulated', async () => {
    const text = await createServerMetrics(() => readings).metrics();
    const buckets = [
      ...text.matchAll(/^stele_request_duration_seconds_bucket\{route="item",status="2xx",le="(.*)"\} (\d+)$/gm),
    ];
    const sums = [0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78, 91, 105, 120, 140];
    expect(buckets.map(([, le, count]) => [le, Number(count)])).toEqual(
      sums.map((sum, bucket) => [String(DURATION_BUCKETS[bucket] ?? '+Inf'), sum]),
    );
    expect(text).toContain('# TYPE stele_request_duration_seconds histogram');
  });
});

describe('processMetrics', () => {
  it('several servers in a process › share one registry', () => {
    expect(getProcessMetrics()).toBe(getProcessMetrics());
  });
});
