/**
 * What a scrape reads of the spaces: where their content comes from, and for how long that has not worked.
 */

import { describe, expect, it } from 'vitest';
import type { ServedSpace } from '../../../src/server/index.js';
import { createSpaceReader, readBlocks } from '../../../src/server/metrics/space-readings.js';
import { createMounts } from '../../../src/server/spaces/mount.js';
import { openBookshop } from '../../../testing/samples/bookshop.js';

const readOf = (served: ServedSpace) => createSpaceReader(createMounts([served], '', undefined, 0))()[0];
const minutesAgo = (minutes: number): number => Date.now() - minutes * 60_000;
const origin = { named: null, readMs: minutesAgo(0), behindSinceMs: null, failing: null, used: 1, fallback: null };
const counts = { pulls: 1, failures: 2, fetchedBytes: 3, savedBytes: 4 };

describe('spaceReader', () => {
  it('an origin › its counts, and for how long it is ahead and failing; 0 if it is not', async () => {
    const space = await openBookshop();
    const well = readOf({ name: 'shop', space, origin: { ...origin, ...counts } });
    expect(well?.origin).toEqual({
      ...counts,
      behindSeconds: 0,
      failingSeconds: 0,
      used: 1,
      fallbackSeconds: 0,
      readSeconds: expect.any(Number),
    });
    const failing = { sinceMs: minutesAgo(2), detail: 'no' };
    const ill = readOf({
      name: 'shop',
      space,
      origin: {
        ...origin,
        ...counts,
        behindSinceMs: minutesAgo(5),
        failing,
        readMs: minutesAgo(3),
        fallback: { sinceMs: minutesAgo(4), detail: 'no' },
      },
    });
    expect(Math.floor((ill?.origin?.behindSeconds ?? 0) / 60)).toBe(5);
    expect(Math.floor((ill?.origin?.failingSeconds ?? 0) / 60)).toBe(2);
    expect(Math.floor((ill?.origin?.fallbackSeconds ?? 0) / 60)).toBe(4);
    expect(Math.floor((ill?.origin?.readSeconds ?? 0) / 60)).toBe(3);
    const silent = readOf({ name: 'shop', space, origin: { ...origin, ...counts, readMs: null } });
    expect(silent?.origin?.readSeconds).toBeGreaterThan(0);
    expect(readOf({ name: 'shop', space })?.origin).toBeUndefined();
  });

  it('an engine › its connections, and for how long it has not answered; a clock set back › 0', async () => {
    const space = await openBookshop();
    const engine = { open: 1, waiting: 2, failures: 3, cancelled: 4 };
    const well = readOf({ name: 'shop', space, engine: { ...engine, failingSinceMs: null } });
    expect(well?.engine).toEqual({ ...engine, failingSeconds: 0 });
    const ill = readOf({ name: 'shop', space, engine: { ...engine, failingSinceMs: minutesAgo(3) } });
    expect(Math.floor((ill?.engine?.failingSeconds ?? 0) / 60)).toBe(3);
    expect(readOf({ name: 'shop', space, engine: { ...engine, failingSinceMs: minutesAgo(-9) } })?.engine).toEqual({
      ...engine,
      failingSeconds: 0,
    });
    expect(readOf({ name: 'shop', space })?.engine).toBeUndefined();
  });

  it('a space at two hosts › is read once, with the sum of both caches', async () => {
    const served = { name: 'shop', space: await openBookshop() };
    const mounts = [...createMounts([served], '', undefined, 0), ...createMounts([served], '', undefined, 0)];
    for (const { cache } of mounts) cache.hits += 2;
    const all = createSpaceReader(mounts)();
    expect(all).toHaveLength(1);
    expect(all[0]).toMatchObject({ name: 'shop', cache: { hits: 4 } });
    expect(all[0]?.residentBytes).toBeGreaterThan(1000);
    expect(all[0]?.snapshotBytes).toBe(all[0]?.residentBytes);
  });
});

describe('readBlocks', () => {
  it('everything in memory › zeros', async () => {
    const space = await openBookshop();
    const spaces = [{ name: 'shop', space, preview: { name: 'shop', space } }];
    expect(readBlocks(spaces)).toEqual({ read: 0, hits: 0, evictions: 0, bytes: 0 });
  });
});
