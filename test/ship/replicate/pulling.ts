/**
 * Pulls on a disk in memory, from an origin over a real socket.
 */
import { afterAll, beforeAll } from 'vitest';
import {
  Bandwidth,
  openOrigin,
  type PullOptions,
  type PullReport,
  parseAddress,
  pullSnapshot,
  readCurrentOfOrigin,
} from '../../../src/ship/replicate/index.js';
import { MemoryDisk } from '../../../testing/disk/index.js';
import { startOrigin, type TestOrigin } from '../../../testing/origin/faulty-origin.js';
import { buildNights, type Nights, SNAPSHOTS } from '../../../testing/origin/trial.js';

export const REPLICA = '/replica/snapshots';

export const IMPATIENT = { attempts: 3, firstMs: 0, maximumMs: 0, random: () => 0, sleep: () => Promise.resolve() };

export interface Pulling {
  readonly nights: Nights;
  readonly origin: TestOrigin;
  readonly disk: MemoryDisk;
  /** Names one of the nights in the origin's CURRENT, from 0. */
  readonly name: (night: number) => void;
  readonly options: (changes?: Partial<PullOptions>) => PullOptions;
  readonly pull: (changes?: Partial<PullOptions>) => Promise<PullReport>;
}

/** @returns a function that gives each test a replica of its own, which is empty, and an origin in order */
export function pulling(): () => Pulling {
  let nights: Nights;
  let origin: TestOrigin;
  beforeAll(async () => {
    nights = await buildNights();
    origin = await startOrigin(nights.disk, SNAPSHOTS);
  });
  afterAll(() => origin.close());
  return () => {
    origin.fault = () => undefined;
    origin.instead.clear();
    origin.requests.splice(0);
    const disk = new MemoryDisk();
    const options: Pulling['options'] = (changes = {}) => ({
      files: disk,
      folder: REPLICA,
      origin: openOrigin(parseAddress(origin.url), { files: disk, env: {}, stallMs: 2_000 }),
      keep: 3,
      parallel: 2,
      bandwidth: new Bandwidth(Number.POSITIVE_INFINITY),
      retryPolicy: IMPATIENT,
      signal: new AbortController().signal,
      ...changes,
    });
    return {
      nights,
      origin,
      disk,
      name: (night) => void origin.instead.set('CURRENT', Buffer.from(`${nights.ids[night]}\n`)),
      options,
      pull: async (changes) => {
        const asked = options(changes);
        return pullSnapshot(asked, await readCurrentOfOrigin(asked));
      },
    };
  };
}
