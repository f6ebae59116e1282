/**
 * Following an origin: what is asked how often, what is told when it fails, and how soon it is asked again.
 */
import { afterEach, describe, expect, it } from 'vitest';
import { readCurrent } from '../../../src/index/snapshot/index.js';
import type { FollowOriginOptions } from '../../../src/ship/replicate/follow/follow-origin.js';
import {
  followOrigin,
  type OriginFollower,
  type OriginStatus,
  openOrigin,
  parseAddress,
} from '../../../src/ship/replicate/index.js';
import { type Nights, SNAPSHOTS } from '../../../testing/origin/trial.js';
import { pulling, REPLICA } from './pulling.js';

const begin = pulling();
const stops: AbortController[] = [];
const ends: Promise<void>[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) stop.abort();
  await Promise.all(ends.splice(0));
});

/** As soon as that is; a machine with much to do takes its time. */
const soon = <T>(look: () => T) => expect.poll(look, { timeout: 15_000 });

function follow(pollMs = 5, more: Pick<FollowOriginOptions, 'pin' | 'fallbackOrigins'> = {}) {
  const pulled = begin();
  const stop = new AbortController();
  stops.push(stop);
  const told: OriginStatus[] = [];
  const published: string[] = [];
  let nowMs = 1_000_000;
  const follower: OriginFollower = followOrigin({
    ...pulled.options({ signal: stop.signal }),
    pollMs,
    ...more,
    onStatus: (status) => told.push(status),
    onPulled: ({ snapshot }) => published.push(snapshot),
    now: () => {
      nowMs += 1;
      return nowMs;
    },
  });
  ends.push(follower.done);
  return { ...pulled, follower, told, published, stop, last: () => told.at(-1) };
}

describe('several origins', () => {
  /** A second origin in a folder of its own, which names one of the nights. */
  const openSecond = (nights: Nights, night: number) => {
    const disk = nights.disk.copy();
    disk.put(`${SNAPSHOTS}/CURRENT`, Buffer.from(`${nights.ids[night]}\n`));
    return openOrigin(parseAddress(`file://${SNAPSHOTS}`), { files: disk, env: {} });
  };

  it('the first fails › the second is used and the status says so; after recovery › the first is used', async () => {
    const { nights, ...pulled } = begin();
    const following = follow(5, { fallbackOrigins: [openSecond(nights, 1)] });
    following.name(0);
    pulled.origin.fault = () => 'status 500';
    await soon(() => following.published).toContain(nights.ids[1]);
    await soon(() => following.last()).toMatchObject({ used: 2, failing: null });
    expect(following.last()?.fallback?.detail).toMatch(/status 500/);
    pulled.origin.fault = () => undefined;
    following.name(2);
    await soon(() => following.last()).toMatchObject({ used: 1, fallback: null, named: nights.ids[2] });
    expect(following.published.at(-1)).toBe(nights.ids[2]);
  });

  it('an outdated second origin › does not roll back content', async () => {
    const { nights, ...pulled } = begin();
    const following = follow(5, { fallbackOrigins: [openSecond(nights, 0)] });
    following.name(0);
    await soon(() => following.published).toContain(nights.ids[0]);
    following.name(1);
    await soon(() => following.published).toContain(nights.ids[1]);
    pulled.origin.fault = () => 'status 500';
    await soon(() => following.last()).toMatchObject({ used: 2, named: nights.ids[0] });
    expect(await readCurrent(following.disk, REPLICA)).toBe(nights.ids[1]);
    expect(following.published).toEqual([nights.ids[0], nights.ids[1]]);
  });

  it('all fail › failing, with the reason of the first', async () => {
    const { nights, ...pulled } = begin();
    const gone = openOrigin(parseAddress('file:///gone'), { files: nights.disk, env: {} });
    const following = follow(5, { fallbackOrigins: [gone] });
    pulled.origin.fault = () => 'status 500';
    await soon(() => following.last()?.failing?.detail).toMatch(/status 500/);
  });
});

describe('a pinned snapshot', () => {
  it('the origin names other snapshots › the pinned one is pulled and stays, and is not behind', async () => {
    const { nights } = begin();
    const { name, last, published, disk, follower } = follow(5, { pin: nights.ids[1]! });
    name(2);
    await soon(() => published).toEqual([nights.ids[1]]);
    follower.look();
    await soon(() => last()).toMatchObject({ named: nights.ids[2], behindSinceMs: null, failing: null });
    expect(await readCurrent(disk, REPLICA)).toBe(nights.ids[1]);
  });
});

describe('following', () => {
  it('new snapshots at the origin › each is pulled, and its bytes are counted', async () => {
    const following = follow();
    const { name, nights, published, last, disk } = following;
    name(0);
    await soon(() => published).toContain(nights.ids[0]);
    name(1);
    await soon(() => published.at(-1)).toBe(nights.ids[1]);
    await soon(() => last()?.behindSinceMs).toBeNull();
    expect(await readCurrent(disk, REPLICA)).toBe(nights.ids[1]);
    expect(last()).toMatchObject({ named: nights.ids[1], failing: null, failures: 0, pulls: published.length });
    expect(last()?.savedBytes).toBeGreaterThan(0);
    expect(last()?.fetchedBytes).toBeGreaterThan(0);
  });

  it('no new snapshot › only CURRENT is requested', async () => {
    const { origin, published } = follow();
    await soon(() => published).toHaveLength(1);
    origin.requests.splice(0);
    await soon(() => origin.requests.length).toBeGreaterThan(3);
    for (const { path, ifNoneMatch } of origin.requests) expect([path, ifNoneMatch]).toEqual(['CURRENT', undefined]);
  });

  it('an origin that fails and recovers › the status has time, reason and delay, then no failure', async () => {
    const { origin, name, nights, published, last } = follow();
    name(0);
    await soon(() => published).toContain(nights.ids[0]);
    name(2);
    origin.fault = ({ path }) => (path === 'CURRENT' ? undefined : 'status 500');
    await soon(() => last()?.failures).toBeGreaterThan(1);
    const { failing, behindSinceMs } = last() ?? {};
    expect(failing?.detail).toMatch(/answered with status 500/);
    expect(behindSinceMs).toBeGreaterThan(1_000_000);
    const before = last()?.failures ?? 0;
    await soon(() => last()?.failures).toBeGreaterThan(before);
    // Since the first failure, not the last.
    expect(last()?.failing?.sinceMs).toBe(failing?.sinceMs);
    expect(last()?.behindSinceMs).toBe(behindSinceMs);
    origin.fault = () => undefined;
    await soon(() => last()).toMatchObject({ failing: null, behindSinceMs: null, named: nights.ids[2] });
  });

  it('no poll interval › reads only after look', async () => {
    const { told, published, follower, name, nights } = follow(0);
    await soon(() => published).toHaveLength(1);
    // Answers, not requests: one that stalls on a busy machine is sent again.
    const answers = () => new Set(told.flatMap(({ readMs }) => readMs ?? [])).size;
    expect(answers()).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(answers()).toBe(1);
    name(0);
    follower.look();
    await soon(() => published.at(-1)).toBe(nights.ids[0]);
  });

  it('stop during a pull › ends and releases everything', async () => {
    const { origin, stop, follower, disk, last } = follow();
    origin.fault = ({ path }) => (path.includes('/work-') ? 'stalls' : undefined);
    await soon(() => origin.requests.some(({ path }) => path.includes('/work-'))).toBe(true);
    stop.abort();
    await follower.done;
    expect(disk.openFiles).toBe(0);
    expect(last()?.failures).toBe(0);
  });
});
