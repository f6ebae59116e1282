/**
 * Readings of spaces: taken from the snapshots that are served at the moment of the scrape.
 */
import { refusedThreadMemory } from '../../index/snapshot/index.js';
import { snapshotIn } from '../../jsonapi/index.js';
import type { Mount } from '../spaces/mount.js';
import type { ServedSpace } from '../spaces/served-space.js';
import type { BlockReadings, EngineReadings, OriginReadings, SpaceReadings } from './readings.js';
import { sumCaches } from './sum-readings.js';

const secondsSince = (ms: number | null): number => (ms === null ? 0 : Math.max(0, Date.now() - ms) / 1000);

function readOrigin({ origin }: ServedSpace): OriginReadings | undefined {
  if (origin === undefined) return undefined;
  const { pulls, failures, fetchedBytes, savedBytes, behindSinceMs, failing, readMs, used, fallback } = origin;
  return {
    pulls,
    failures,
    fetchedBytes,
    savedBytes,
    behindSeconds: secondsSince(behindSinceMs),
    failingSeconds: secondsSince(failing?.sinceMs ?? null),
    used: used ?? 0,
    fallbackSeconds: secondsSince(fallback?.sinceMs ?? null),
    readSeconds: secondsSince(readMs ?? performance.timeOrigin),
  };
}

function readEngine({ engine }: ServedSpace): EngineReadings | undefined {
  if (engine === undefined) return undefined;
  const { failingSinceMs, ...counts } = engine;
  return { ...counts, failingSeconds: secondsSince(failingSinceMs) };
}

const measureAge = (ms: number | undefined): number | undefined => (ms === undefined ? undefined : secondsSince(ms));

/** @returns a function that reads all spaces; it notices at each call which snapshot is served */
export function createSpaceReader(
  mounts: readonly Mount[],
  now = () => performance.now(),
): () => readonly SpaceReadings[] {
  const servedSince = new Map<ServedSpace, { snapshot: string | undefined; ms: number }>();
  // A space that is served at several hosts has several mounts.
  const spaces = new Set(mounts.map(({ served }) => served));
  const readSpaces = (): readonly SpaceReadings[] =>
    // A label that changes with the first snapshot would begin other series.
    [...spaces]
      .filter(({ isNameProvisional }) => isNameProvisional !== true)
      .map((served) => {
        const snapshot = served.space?.id;
        let servedState = servedSince.get(served);
        if (servedState === undefined || servedState.snapshot !== snapshot) {
          servedState = { snapshot, ms: now() };
          servedSince.set(served, servedState);
        }
        const servedSeconds = snapshot === undefined ? 0 : (now() - servedState.ms) / 1000;
        const space = snapshotIn(served.space);
        const caches = mounts.filter((mount) => mount.served === served).map(({ cache }) => cache.counters());
        return {
          name: served.name,
          snapshot,
          servedSeconds,
          ageSeconds: snapshot === undefined ? undefined : measureAge(served.builtMs),
          fetchedAgeSeconds: snapshot === undefined ? undefined : measureAge(served.fetchedMs),
          cache: sumCaches(caches),
          isPinned: served.pin !== undefined,
          hasProblem: served.problem !== undefined,
          refusedSwaps: served.refusedSwaps ?? 0,
          refusedMemory: space === undefined ? 0 : refusedThreadMemory(space),
          snapshotBytes: space?.byteLength ?? 0,
          residentBytes: space?.residentBytes ?? 0,
          unreadableBlocks: space?.pages?.unreadable.count ?? 0,
          origin: readOrigin(served),
          engine: readEngine(served),
        };
      });
  // A first read, so that spaces served from the start count from the start.
  readSpaces();
  return readSpaces;
}

/** @returns the block cache's counts of this thread; its spaces share one cache */
export function readBlocks(spaces: readonly ServedSpace[]): BlockReadings {
  const cache = spaces
    .flatMap((served) => [served, ...(served.preview === undefined ? [] : [served.preview])])
    .map(({ space }) => snapshotIn(space)?.pages?.cache)
    .find((blockCache) => blockCache !== undefined);
  if (cache === undefined) return { read: 0, hits: 0, evictions: 0, bytes: 0 };
  const { blocksRead, hits, evictions, byteLength } = cache;
  return { read: blocksRead, hits, evictions, bytes: byteLength };
}
