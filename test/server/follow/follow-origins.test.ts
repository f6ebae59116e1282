/**
 * The origins of a server's folders: who is followed, and what is told of it. What comes of that is tried in origins.
 */
import { describe, expect, it } from 'vitest';
import { snapshotId } from '../../../src/content/model/index.js';
import { followOrigins } from '../../../src/server/follow/origins.js';
import { type FollowEvents, type FollowTask, UNKNOWN_STATUS } from '../../../src/ship/replicate/index.js';
import { capturingLogger } from '../../../testing/capturing-logger.js';

describe('followOrigins', () => {
  const origin = { pollMs: 10, keep: 2, parallel: 2, bytesPerSecond: 1, trust: [] };
  const snapshot = snapshotId('a'.repeat(64))!;

  /** Two folders of three are filled; what happens at their origins is up to the test. */
  function following() {
    const { lines, logger } = capturingLogger('info');
    const told: unknown[] = [];
    const followed: { task: FollowTask; events: FollowEvents; looks: number; stopped: boolean }[] = [];
    const origins = followOrigins(
      [
        { folder: '/a', origin: { ...origin, address: 'https://a.example' } },
        { folder: '/b' },
        { folder: '/c', origin: { ...origin, address: 'https://c.example' } },
      ],
      {
        onStatus: (index, { pulls }) => told.push(['status', index, pulls]),
        onVerified: (folder, verified) => told.push(['verified', folder, verified.snapshot]),
        onPulled: (index) => told.push(['pulled', index]),
      },
      logger,
      (task, events) => {
        const one = { task, events, looks: 0, stopped: false };
        followed.push(one);
        return {
          look: () => {
            one.looks += 1;
          },
          stop: async () => {
            one.stopped = true;
          },
        };
      },
    );
    return { origins, followed, told, linesOf: () => lines.map((line) => JSON.parse(line)) };
  }

  it('folders with an origin › each is followed with its own task; look and stop apply to all', async () => {
    const { origins, followed } = following();
    expect(followed.map(({ task }) => [task.folder, task.address])).toEqual([
      ['/a', 'https://a.example'],
      ['/c', 'https://c.example'],
    ]);
    origins.look();
    expect(followed.map(({ looks, stopped }) => [looks, stopped])).toEqual([
      [1, false],
      [1, false],
    ]);
    await origins.stop();
    expect(followed.every(({ stopped }) => stopped)).toBe(true);
  });

  it('events of an origin › are passed on with its folder, and a pull is logged', () => {
    const { followed, told, linesOf } = following();
    const { events } = followed[1]!;
    events.onStatus({ ...UNKNOWN_STATUS, pulls: 7 });
    events.onVerified({ snapshot, files: new Map() });
    const counts = { fetched: 1, fetchedBytes: 5, linked: 2, savedBytes: 6 };
    events.onPulled({ ...counts, snapshot, published: true, removed: [] });
    expect(told).toEqual([
      ['status', 0, 0],
      ['status', 2, 0],
      ['status', 2, 7],
      ['verified', '/c', snapshot],
      ['pulled', 2],
    ]);
    expect(linesOf()).toMatchObject([
      { level: 30, origin: 'https://c.example', snapshot, fetchedBytes: 5, savedBytes: 6 },
    ]);
  });

  it('a failing origin › is logged once per reason, and when it works again, separately from others', () => {
    const { followed, linesOf } = following();
    const status = (index: number, detail?: string) =>
      followed[index]!.events.onStatus({
        ...UNKNOWN_STATUS,
        failing: detail === undefined ? null : { sinceMs: Date.UTC(2026, 0, 1), detail },
      });
    status(0);
    status(0, 'refused');
    status(0, 'refused');
    status(1);
    status(0, 'timed out');
    status(0);
    status(0);
    const [a, since] = ['https://a.example', '2026-01-01T00:00:00.000Z'];
    expect(linesOf()).toMatchObject([
      { level: 40, origin: a, since, reason: 'refused', msg: expect.stringMatching(/^no snapshot can be pulled/) },
      { level: 40, origin: a, since, reason: 'timed out' },
      { level: 40, origin: a, msg: 'the origin works again' },
    ]);
    expect(linesOf()).toHaveLength(3);
  });
});
