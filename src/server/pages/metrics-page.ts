/**
 * `GET /metrics`: what a scrape is answered, and since when each snapshot is served.
 *
 * `/metrics` on a port of its own, which need not be open to whoever may read the content.
 */

import { createServer } from 'node:http';
import type Koa from 'koa';
import type { Middleware } from 'koa';
import { Registry } from 'prom-client';
import { refusedThreadMemory } from '../../index/snapshot/index.js';
import { snapshotIn } from '../../jsonapi/index.js';
import type { Mount, RequestState, ServedSpace } from '../deliver/mounts.js';
import {
  type BlockReadings,
  type EngineReadings,
  type OriginReadings,
  processMetrics,
  type Readings,
  type SpaceReadings,
  serverMetrics,
} from '../metrics/registry.js';
import { sumCaches, sumReadings } from '../metrics/sum-readings.js';
import { WatchedResponse } from '../wire/connections.js';
import { NO_STORE } from '../wire/headers.js';
import { listen } from '../wire/listen.js';
import type { Page } from './page.js';

const secondsSince = (ms: number | null): number => (ms === null ? 0 : Math.max(0, Date.now() - ms) / 1000);

function originOf({ origin }: ServedSpace): OriginReadings | undefined {
  if (origin === undefined) return undefined;
  const { pulls, failures, fetchedBytes, savedBytes, behindSinceMs, failing, readMs } = origin;
  return {
    pulls,
    failures,
    fetchedBytes,
    savedBytes,
    behindSeconds: secondsSince(behindSinceMs),
    failingSeconds: secondsSince(failing?.sinceMs ?? null),
    readSeconds: secondsSince(readMs ?? performance.timeOrigin),
  };
}

function engineOf({ engine }: ServedSpace): EngineReadings | undefined {
  if (engine === undefined) return undefined;
  const { failingSinceMs, ...read } = engine;
  return { ...read, failingSeconds: secondsSince(failingSinceMs) };
}

const ageOf = ({ builtMs }: ServedSpace): number | undefined =>
  builtMs === undefined ? undefined : secondsSince(builtMs);

/** Notices at each reading which snapshot is served. @returns the readings of all spaces */
export function watchSpaces(mounts: readonly Mount[], now = () => performance.now()): () => readonly SpaceReadings[] {
  const since = new Map<ServedSpace, { snapshot: string | undefined; ms: number }>();
  // A space that is served at several hosts has a cache for each.
  const spaces = new Set(mounts.map(({ served }) => served));
  const read = (): readonly SpaceReadings[] =>
    [...spaces].map((served) => {
      const snapshot = served.space?.id;
      let known = since.get(served);
      if (known === undefined || known.snapshot !== snapshot) {
        known = { snapshot, ms: now() };
        since.set(served, known);
      }
      const servedSeconds = snapshot === undefined ? 0 : (now() - known.ms) / 1000;
      const space = snapshotIn(served.space);
      const refusedMemory = space === undefined ? 0 : refusedThreadMemory(space);
      const caches = mounts.filter((mount) => mount.served === served).map(({ cache }) => cache.counters());
      return {
        name: served.name,
        snapshot,
        servedSeconds,
        ageSeconds: snapshot === undefined ? undefined : ageOf(served),
        cache: sumCaches(caches),
        hasProblem: served.problem !== undefined,
        refusedSwaps: served.refusedSwaps ?? 0,
        refusedMemory,
        snapshotBytes: space?.byteLength ?? 0,
        residentBytes: space?.residentBytes ?? 0,
        unreadableBlocks: space?.pages?.unreadableCount ?? 0,
        origin: originOf(served),
        engine: engineOf(served),
      };
    });
  // Those served from the start count from the start.
  read();
  return read;
}

/** What this thread has read of files; its spaces share one cache. */
export function readBlocks(spaces: readonly ServedSpace[]): BlockReadings {
  const cache = spaces
    .flatMap((served) => [served, ...(served.preview === undefined ? [] : [served.preview])])
    .map(({ space }) => snapshotIn(space)?.pages?.cache)
    .find((found) => found !== undefined);
  if (cache === undefined) return { read: 0, found: 0, evictions: 0, bytes: 0 };
  const { read, found, evictions, byteLength } = cache;
  return { read, found, evictions, bytes: byteLength };
}

/** @param readAll of every thread, where several answer. The process's own metrics are those of this thread. */
export function metricsPage(read: () => Readings, readAll?: () => Promise<readonly Readings[]>): Page {
  let summed: Readings | undefined;
  const registry = Registry.merge([serverMetrics(() => summed ?? read()), processMetrics()]);
  const handler: Middleware = async (ctx) => {
    const all = (await readAll?.()) ?? [];
    summed = all.length === 0 ? undefined : sumReadings(all);
    const text = await registry.metrics();
    ctx.status = 200;
    ctx.set('Content-Type', registry.contentType);
    ctx.set('Cache-Control', NO_STORE);
    ctx.body = Buffer.from(text);
  };
  return { name: 'metrics', path: '/metrics', isOpen: true, handler };
}

interface MetricsServer {
  readonly origin: string;
  /** At once: a scrape can be repeated. */
  readonly close: () => void;
}

/** @throws OperationError when the address cannot be taken */
export async function serveMetrics(app: Koa<RequestState>, host: string, port: number): Promise<MetricsServer> {
  const server = createServer({ requireHostHeader: false, ServerResponse: WatchedResponse }, app.callback());
  const origin = await listen(server, host, port);
  return {
    origin,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
