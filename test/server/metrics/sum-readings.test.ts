import { describe, expect, it } from 'vitest';
import { InvariantError } from '../../../src/content/errors/index.js';
import type { Readings } from '../../../src/server/metrics/readings.js';
import { sumReadings } from '../../../src/server/metrics/sum-readings.js';

const readings = (factor: number): Readings => ({
  status: factor === 1 ? 'ok' : factor === 2 ? 'unavailable' : 'degraded',
  requests: {
    byStatusClass: [0, 0, 2 * factor, factor, 0, 0],
    durations: { 'item 2': [factor, 2 * factor, factor / 2] },
    bodyBytes: 100 * factor,
    byRoute: { item: [0, 0, factor, 0, 0, 0], none: [0, 0, 0, 0, 2 * factor, 0] },
  },
  inFlight: factor,
  waitingBytes: 10 * factor,
  connections: 3 * factor,
  shed: factor,
  deferred: 0,
  deferredSeconds: 0,
  blocks: {
    read: factor,
    hits: 2 * factor,
    evictions: factor,
    bytes: 4096 * factor,
  },
  access: { keys: 2, isFileBroken: false, byKey: { website: factor }, refused: { none: 2 * factor } },
  spaces: [
    {
      name: 'shop',
      snapshot: 'a'.repeat(64),
      servedSeconds: 60 / factor,
      ageSeconds: 600,
      fetchedAgeSeconds: 7,
      origin: undefined,
      engine: {
        failingSeconds: 12 / factor,
        open: factor,
        waiting: 2 * factor,
        failures: factor,
        cancelled: 3 * factor,
      },
      isPinned: false,
      hasProblem: factor === 2,
      refusedSwaps: factor,
      refusedMemory: factor,
      snapshotBytes: 3000 * factor,
      residentBytes: 1000 * factor,
      unreadableBlocks: factor,
      cache: { hits: factor, misses: factor, evictions: factor, bytes: factor, entries: factor },
    },
  ],
});

describe('sumReadings', () => {
  it('one thread › unchanged', () => {
    expect(sumReadings([readings(1)])).toEqual(readings(1));
  });

  it('several threads › counts and bytes are summed, served seconds are the maximum', () => {
    const { spaces, ...counts } = sumReadings([readings(1), readings(2), readings(4)]);
    const { spaces: expected, ...expectedCounts } = readings(7);
    expect(counts).toEqual({ ...expectedCounts, status: 'unavailable' });
    expect(spaces).toEqual([
      {
        ...expected[0],
        ...{
          servedSeconds: 60,
          hasProblem: true,
          refusedSwaps: 4,
          refusedMemory: 4,
          snapshotBytes: 12000,
          residentBytes: 4000,
          unreadableBlocks: 4,
        },
        engine: { ...expected[0]?.engine, failingSeconds: 12 },
      },
    ]);
  });

  it('spaces without an engine › none in the sum', () => {
    const [space] = readings(1).spaces;
    const plain: Readings = { ...readings(1), spaces: [{ ...space!, engine: undefined }] };
    expect(sumReadings([plain, plain]).spaces[0]?.engine).toBeUndefined();
  });

  it('keys › counts are summed by name, and the file is broken if one thread says so', () => {
    const access = { keys: 2, isFileBroken: true, byKey: { app: 5 }, refused: { rate: 1 } };
    expect(sumReadings([readings(1), { ...readings(1), access }]).access).toEqual({
      keys: 2,
      isFileBroken: true,
      byKey: { website: 1, app: 5 },
      refused: { none: 2, rate: 1 },
    });
    expect(sumReadings([{ ...readings(1), access: undefined }]).access).toBeUndefined();
  });

  it('a thread with fewer spaces or routes than the first › its values are added', () => {
    const first = readings(1);
    const second = {
      ...readings(2),
      spaces: [],
      requests: {
        ...readings(2).requests,
        durations: { 'item 2': [5, 0, 1], 'item 5': [1, 0, 2] },
        byRoute: { item: [0, 0, 1, 0, 0, 5], health: [0, 0, 3, 0, 0, 0] },
      },
    };
    const sum = sumReadings([first, second]);
    expect(sum.requests.durations).toEqual({ 'item 2': [6, 2, 1.5], 'item 5': [1, 0, 2] });
    expect(sum.requests.byRoute).toEqual({
      item: [0, 0, 2, 0, 0, 5],
      none: [0, 0, 0, 0, 2, 0],
      health: [0, 0, 3, 0, 0, 0],
    });
    expect(sum.spaces).toEqual(first.spaces);
  });

  it('no thread › InvariantError', () => {
    expect(() => sumReadings([])).toThrow(InvariantError);
  });
});
