/**
 * Sums of readings: several threads are reported as if one had answered everything.
 */
import { InvariantError } from '../../content/errors/index.js';
import type { AccessReadings } from '../access/gate.js';
import type { CacheCounters } from '../cache/mount-cache.js';
import { findWorstStatus } from '../spaces/status.js';
import type { BlockReadings, EngineReadings, Readings, SpaceReadings } from './readings.js';

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** @returns the sums of the lists' members; the length of the result is the length of the first list */
const sumMembers = (first: readonly number[], lists: readonly (readonly number[])[]): number[] =>
  first.map((_, index) => sum(lists.map((list) => list[index] ?? 0)));

/** @returns the sums by name; an absent name counts as 0 */
function sumByName(records: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const total = new Map<string, number>();
  for (const [name, count] of records.flatMap((record) => Object.entries(record))) {
    total.set(name, (total.get(name) ?? 0) + count);
  }
  return Object.fromEntries(total);
}

/** @returns the sums by name, member by member */
function sumListsByName(records: readonly Readonly<Record<string, readonly number[]>>[]): Record<string, number[]> {
  const lists = new Map<string, (readonly number[])[]>();
  for (const [name, list] of records.flatMap((record) => Object.entries(record)))
    lists.set(name, [...(lists.get(name) ?? []), list]);
  return Object.fromEntries(
    [...lists].map(([name, listsOfName]) => [name, sumMembers(listsOfName[0] ?? [], listsOfName)]),
  );
}

export function sumCaches(caches: readonly CacheCounters[]): CacheCounters {
  const total = (key: keyof CacheCounters): number => sum(caches.map((cache) => cache[key]));
  return {
    hits: total('hits'),
    misses: total('misses'),
    evictions: total('evictions'),
    bytes: total('bytes'),
    entries: total('entries'),
  };
}

function sumEngines(engines: readonly EngineReadings[]): EngineReadings | undefined {
  if (engines.length === 0) return undefined;
  const total = (key: keyof EngineReadings): number => sum(engines.map((engine) => engine[key]));
  return {
    failingSeconds: Math.max(...engines.map(({ failingSeconds }) => failingSeconds)),
    open: total('open'),
    waiting: total('waiting'),
    failures: total('failures'),
    cancelled: total('cancelled'),
  };
}

function sumSpaces(first: SpaceReadings, spaces: readonly SpaceReadings[]): SpaceReadings {
  return {
    name: first.name,
    // During a swap, threads differ for some milliseconds.
    snapshot: first.snapshot,
    servedSeconds: Math.max(...spaces.map(({ servedSeconds }) => servedSeconds)),
    ageSeconds: first.ageSeconds,
    fetchedAgeSeconds: first.fetchedAgeSeconds,
    isPinned: first.isPinned,
    hasProblem: spaces.some(({ hasProblem }) => hasProblem),
    // The thread that follows the folder sends its count to all threads.
    refusedSwaps: Math.max(...spaces.map(({ refusedSwaps }) => refusedSwaps)),
    // Counted in memory that all threads share.
    refusedMemory: Math.max(...spaces.map(({ refusedMemory }) => refusedMemory)),
    // Memory of the snapshot is shared by all threads.
    snapshotBytes: Math.max(...spaces.map(({ snapshotBytes }) => snapshotBytes)),
    residentBytes: Math.max(...spaces.map(({ residentBytes }) => residentBytes)),
    unreadableBlocks: Math.max(...spaces.map(({ unreadableBlocks }) => unreadableBlocks)),
    // One thread pulls for all.
    origin: first.origin,
    engine: sumEngines(spaces.flatMap(({ engine }) => engine ?? [])),
    cache: sumCaches(spaces.map(({ cache }) => cache)),
  };
}

function sumBlocks(blockReadings: readonly BlockReadings[]): BlockReadings {
  const total = (key: keyof BlockReadings): number => sum(blockReadings.map((blocks) => blocks[key]));
  return {
    read: total('read'),
    hits: total('hits'),
    evictions: total('evictions'),
    bytes: total('bytes'),
  };
}

function sumAccess(
  first: AccessReadings | undefined,
  accessReadings: readonly AccessReadings[],
): AccessReadings | undefined {
  if (first === undefined) return undefined;
  return {
    keys: first.keys,
    isFileBroken: accessReadings.some(({ isFileBroken }) => isFileBroken),
    byKey: sumByName(accessReadings.map(({ byKey }) => byKey)),
    refused: sumByName(accessReadings.map(({ refused }) => refused)),
  };
}

/** @param threads at least one, each with the same spaces. @throws InvariantError if there is none */
export function sumReadings(threads: readonly Readings[]): Readings {
  const [first] = threads;
  if (first === undefined) throw new InvariantError('there are no readings to sum');
  const requests = threads.map((readings) => readings.requests);
  const total = (key: 'inFlight' | 'waitingBytes' | 'connections' | 'shed' | 'deferred' | 'deferredSeconds'): number =>
    sum(threads.map((readings) => readings[key]));
  return {
    version: first.version,
    requests: {
      byStatusClass: sumMembers(
        first.requests.byStatusClass,
        requests.map(({ byStatusClass }) => byStatusClass),
      ),
      durations: sumListsByName(requests.map(({ durations }) => durations)),
      bodyBytes: sum(requests.map(({ bodyBytes }) => bodyBytes)),
      byRoute: sumListsByName(requests.map(({ byRoute }) => byRoute)),
    },
    inFlight: total('inFlight'),
    waitingBytes: total('waitingBytes'),
    status: findWorstStatus(threads.map(({ status }) => status)),
    connections: total('connections'),
    shed: total('shed'),
    deferred: total('deferred'),
    deferredSeconds: total('deferredSeconds'),
    blocks: sumBlocks(threads.map(({ blocks }) => blocks)),
    access: sumAccess(
      first.access,
      threads.flatMap(({ access }) => access ?? []),
    ),
    spaces: first.spaces.map((space, index) =>
      sumSpaces(
        space,
        threads.flatMap(({ spaces }) => spaces[index] ?? []),
      ),
    ),
  };
}
