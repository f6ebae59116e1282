/**
 * The soak's verdict: what holds on a good run fails on one that is bad in one way.
 */
import { describe, expect, it } from 'vitest';
import { newTally } from '../../../soak/all/clients/tally.js';
import type { Sample } from '../../../soak/all/server/samples.js';
import { SWAPS } from '../../../soak/all/server/swaps.js';
import { FILES_ALLOWED, FINDINGS, judge, LOADING_ALLOWED_MS, type Observed } from '../../../soak/all/verdict.js';

const sample = (place: number): Sample => ({
  atSeconds: place * 10,
  residentBytes: 100e6 + (place % 3) * 1e6,
  files: 30 + (place % 2),
  threads: 11,
  heapBytes: 20e6,
  externalBytes: 5e6,
  lagSeconds: 0.02,
  cacheBytes: 1e6,
  connections: 6,
  responses: place * 100,
  serverErrors: 2,
  refused: 2,
  swaps: place,
});

const good = (samples: readonly Sample[] = Array.from({ length: 30 }, (_, place) => sample(place))): Observed => ({
  load: { ...newTally(), done: 10 },
  hostile: { ...newTally(), done: 10 },
  swapped: { byKind: new Map(SWAPS.map((kind) => [kind, 1])), noticedMs: [100, 200], faults: [] },
  sampled: { samples: [...samples], faults: [] },
  serverFaults: [],
  pollSeconds: 2,
});

const failing = (observed: Observed): readonly string[] =>
  judge(observed)
    .filter(({ holds }) => !holds)
    .map(({ name }) => name);

const withSamples = (change: (sample: Sample, place: number) => Partial<Sample>): Observed =>
  good(good().sampled.samples.map((one, place) => ({ ...one, ...change(one, place) })));

describe('judge', () => {
  it('a good run › all holds, under every name', () => {
    expect(judge(good()).map(({ name }) => name)).toEqual([...FINDINGS]);
    expect(failing(good())).toEqual([]);
  });

  it.each<[string, Observed, string]>([
    ['a wrong answer', { ...good(), load: { ...newTally(), done: 10, wrong: 1 } }, 'answers'],
    ['no answers', { ...good(), load: newTally() }, 'answers'],
    ['a wrong end', { ...good(), hostile: { ...newTally(), done: 1, wrong: 1 } }, 'hostile conversations'],
    ['a 500', withSamples(() => ({ serverErrors: 3 })), 'server errors'],
    ['a server that ended', { ...good(), serverFaults: ['ended'] }, 'server'],
    ['a failed swap', { ...good(), swapped: { ...good().swapped, faults: ['x'] } }, 'swaps'],
    ['a swap never made', { ...good(), swapped: { ...good().swapped, byKind: new Map() } }, 'swaps'],
    [
      'a late swap',
      { ...good(), swapped: { ...good().swapped, noticedMs: [1, 2001 + LOADING_ALLOWED_MS] } },
      'swaps in time',
    ],
    ['a silent /health', { ...good(), sampled: { ...good().sampled, faults: ['x'] } }, 'health and metrics'],
    ['memory that grows', withSamples((_, place) => ({ residentBytes: 100e6 + place * 2e6 })), 'memory'],
    ['descriptors that leak', withSamples((_, place) => ({ files: 30 + place })), 'file descriptors'],
  ])('%s › fails, and nothing else does', (_, observed, name) => {
    expect(failing(observed)).toEqual([name]);
  });

  it('a warm-up › does not count as growth, nor a few descriptors', () => {
    expect(failing(withSamples((_, place) => ({ residentBytes: place < 10 ? 50e6 : 100e6 })))).toEqual([]);
    expect(failing(withSamples((_, place) => ({ files: place < 20 ? 30 : 30 + FILES_ALLOWED })))).toEqual([]);
  });

  it('descriptors beyond what is allowed › fail where they stay, not where they are seen once', () => {
    const more = 31 + FILES_ALLOWED;
    expect(failing(withSamples((_, place) => ({ files: place < 20 ? 30 : more })))).toEqual(['file descriptors']);
    expect(failing(withSamples((_, place) => ({ files: place === 25 ? more : 30 })))).toEqual([]);
  });

  it('few samples › say nothing of memory and descriptors', () => {
    expect(failing(good([sample(0), sample(1)]))).toEqual(['memory', 'file descriptors']);
  });
});
