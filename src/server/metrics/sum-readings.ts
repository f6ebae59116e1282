/**
 * The readings of several threads as if one had answered everything.
 */
import { InvariantError } from '../../content/errors/index.js';
import type { AccessReadings } from '../access/gate.js';
import type { CacheCounters } from '../cache/mount-cache.js';
import { worst } from '../follow/status.js';
import type { BlockReadings, EngineReadings, Readings, SpaceReadings } from './registry.js';

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** @returns as many sums as the first list has members */
const sums = (first: readonly number[], lists: readonly (readonly number[])[]): number[] =>
  first.map((_, index) => sum(lists.map((list) => list[index] ?? 0)));

/** @returns the sums by name; a name that is absent counts nothing */
function sumByName(all: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const total = new Map<string, number>();
  for (const [name, count] of all.flatMap((one) => Object.entries(one))) {
    total.set(name, (total.get(name) ?? 0) + count);
  }
  return Object.fromEntries(total);
}

/** @returns the sums by name, member by member */
function sumLists(all: readonly Readonly<Record<string, readonly number[]>>[]): Record<string, number[]> {
  const lists = new Map<string, (readonly number[])[]>();
  for (const [name, list] of all.flatMap((one) => Object.entries(one)))
    lists.set(name, [...(lists.get(name) ?? []), list]);
  return Object.fromEntries([...lists].map(([name, found]) => [name, sums(found[0] ?? [], found)]));
}

export function sumCaches(caches: readonly CacheCounters[]): CacheCounters {
  const of = (key: keyof CacheCounters): number => sum(caches.map((cache) => cache[key]));
  return {
    hits: of('hits'),
    misses: of('misses'),
    evictions: of('evictions'),
    bytes: of('bytes'),
    entries: of('entries'),
  };
}

function sumEngines(all: readonly EngineReadings[]): EngineReadings | undefined {
  if (all.length === 0) return undefined;
  const of = (key: keyof EngineReadings): number => sum(all.map((engine) => engine[key]));
  return {
    failingSeconds: Math.max(...all.map(({ failingSeconds }) => failingSeconds)),
    open: of('open'),
    waiting: of('waiting'),
    failures: of('failures'),
    cancelled: of('cancelled'),
  };
}

function sumSpaces(first: SpaceReadings, spaces: readonly SpaceReadings[]): SpaceReadings {
  return {
    name: first.name,
    // Threads differ for milliseconds while they switch.
    snapshot: first.snapshot,
    servedSeconds: Math.max(...spaces.map(({ servedSeconds }) => servedSeconds)),
    ageSeconds: first.ageSeconds,
    // Counted in the memory that threads share.
    hasProblem: spaces.some(({ hasProblem }) => hasProblem),
    // Told to every thread by the one who follows.
    refusedSwaps: Math.max(...spaces.map(({ refusedSwaps }) => refusedSwaps)),
    refusedMemory: Math.max(...spaces.map(({ refusedMemory }) => refusedMemory)),
    // Shared by threads, too.
    snapshotBytes: Math.max(...spaces.map(({ snapshotBytes }) => snapshotBytes)),
    residentBytes: Math.max(...spaces.map(({ residentBytes }) => residentBytes)),
    unreadableBlocks: Math.max(...spaces.map(({ unreadableBlocks }) => unreadableBlocks)),
    // Of the one who pulls for all.
    origin: first.origin,
    engine: sumEngines(spaces.flatMap(({ engine }) => engine ?? [])),
    cache: sumCaches(spaces.map(({ cache }) => cache)),
  };
}

function sumBlocks(all: readonly BlockReadings[]): BlockReadings {
  const of = (key: keyof BlockReadings): number => sum(all.map((blocks) => blocks[key]));
  return {
    read: of('read'),
    found: of('found'),
    evictions: of('evictions'),
    bytes: of('bytes'),
  };
}

function sumAccess(first: AccessReadings | undefined, all: readonly AccessReadings[]): AccessReadings | undefined {
  if (first === undefined) return undefined;
  return {
    keys: first.keys,
    isFileBroken: all.some(({ isFileBroken }) => isFileBroken),
    byKey: sumByName(all.map(({ byKey }) => byKey)),
    refused: sumByName(all.map(({ refused }) => refused)),
  };
}

/** @param all at least one, each of the same spaces. @throws InvariantError when there is none */
export function sumReadings(all: readonly Readings[]): Readings {
  const [first] = all;
  if (first === undefined) throw new InvariantError('there are no readings to sum');
  const requests = all.map((readings) => readings.requests);
  const of = (key: 'inFlight' | 'waitingBytes' | 'connections' | 'shed' | 'deferred' | 'deferredSeconds'): number =>
    sum(all.map((readings) => readings[key]));
  return {
    requests: {
      byStatusClass: sums(
        first.requests.byStatusClass,
        requests.map(({ byStatusClass }) => byStatusClass),
      ),
      durations: sums(
        first.requests.durations,
        requests.map(({ durations }) => durations),
      ),
      durationSeconds: sum(requests.map(({ durationSeconds }) => durationSeconds)),
      bodyBytes: sum(requests.map(({ bodyBytes }) => bodyBytes)),
      byRoute: sumLists(requests.map(({ byRoute }) => byRoute)),
    },
    inFlight: of('inFlight'),
    waitingBytes: of('waitingBytes'),
    status: worst(all.map(({ status }) => status)),
    connections: of('connections'),
    shed: of('shed'),
    deferred: of('deferred'),
    deferredSeconds: of('deferredSeconds'),
    blocks: sumBlocks(all.map(({ blocks }) => blocks)),
    access: sumAccess(
      first.access,
      all.flatMap(({ access }) => access ?? []),
    ),
    spaces: first.spaces.map((space, index) =>
      sumSpaces(
        space,
        all.flatMap(({ spaces }) => spaces[index] ?? []),
      ),
    ),
  };
}
