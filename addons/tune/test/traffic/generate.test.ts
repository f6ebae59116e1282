/**
 * Tests of generated traffic, and of replaying hashed traffic.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Space } from '../../../../src/index/snapshot/index.js';
import { openBookshop } from '../../../../testing/samples/bookshop.js';
import { planTraffic, replayInProcess } from '../../replay/index.js';
import { buildTargets, encodeTraffic, generateTraffic, shapeName, TrafficBuilder } from '../../traffic/index.js';

let space: Space;
beforeAll(async () => {
  space = await openBookshop();
});

const options = { requests: 600, seed: 3, rate: 100, skew: 1, maxCostMs: 25 };
const quiet = { maxCostMs: undefined, warmUp: 0 };

describe('generateTraffic', () => {
  it('› the same seed › the same bytes; another seed › other bytes', () => {
    const bytes = (seed: number): string =>
      encodeTraffic(generateTraffic(space, { ...options, seed })).toString('base64');
    expect(bytes(3)).toBe(bytes(3));
    expect(bytes(3)).not.toBe(bytes(4));
  });

  it('› replayed › no errors, many shapes, and many repeated requests', () => {
    const traffic = generateTraffic(space, options);
    const planned = planTraffic(traffic, buildTargets(traffic, space));
    const { errors, requests, shapes } = replayInProcess(space, planned, quiet);
    expect([errors, requests]).toEqual([0, options.requests]);
    expect(shapes.length).toBeGreaterThan(10);
    const repeated = shapes.reduce((sum, shape) => sum + shape.repeated, 0);
    expect(repeated).toBeGreaterThan(requests / 4);
  });

  it('› with a rate › ascending times, about the given rate', () => {
    const { atMs } = generateTraffic(space, { ...options, rate: 10 });
    expect([...atMs]).toEqual([...atMs].sort((a, b) => a - b));
    const rate = (options.requests * 1000) / (atMs.at(-1) ?? 1);
    expect(rate).toBeGreaterThan(10 / 2);
    expect(rate).toBeLessThan(10 * 2);
  });
});

describe('hashed traffic', () => {
  it('› replayed › values of the snapshot, the same shapes, equal values for equal hashes', () => {
    const kept = generateTraffic(space, options);
    const hashing = new TrafficBuilder('hashed', 'salt');
    const targets = buildTargets(kept, space);
    for (const place of kept.requests) {
      const [path = '', search] = (targets[place] ?? '').split('?');
      hashing.add({ path, search: search === undefined ? '' : `?${search}`, timeMs: undefined });
    }
    const hashed = hashing.build();
    const drawn = buildTargets(hashed, space);
    const of = (traffic: typeof kept): string[] =>
      [
        ...new Set(
          [...traffic.requests].map((place) => shapeName(traffic.templates[traffic.distinct[place]?.template ?? 0]!)),
        ),
      ].sort();
    expect(of(hashed)).toEqual(of(kept));
    expect(hashed.distinct).toHaveLength(kept.distinct.length);
    const { errors, requests } = replayInProcess(space, planTraffic(hashed, drawn), quiet);
    expect(requests).toBe(options.requests);
    expect(errors).toBeLessThan(requests / 100);
    expect(drawn.filter((target) => target.includes('nothing'))).toEqual([]);
  });
});
